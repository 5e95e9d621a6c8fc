package dev.kcm.cluster;

import dev.kcm.cluster.why.Decisions;
import dev.kcm.manager.run.EmbeddedControllers;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.runtime.loop.RunningController;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The decision logs of the controllers in this process.
record LoggedDecisions(EmbeddedControllers embedded) implements Decisions {
    @Override
    public Set<String> controllers() {
        return embedded.group().running().stream().map(it -> it.spec().name()).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public List<String> about(Resource<?> resource, ObjectKey key) {
        return embedded.group().running().stream()
                .flatMap(it -> last(it, resource, key).stream())
                .toList();
    }

    private static List<String> last(RunningController controller, Resource<?> resource, ObjectKey key) {
        return controller.decisionLog().of(resource.plural(), key).reversed().stream()
                .limit(1)
                .map(entry -> Decisions.line(controller.spec().name(), entry.decided(), entry.outcomes(), entry.next()))
                .toList();
    }
}
