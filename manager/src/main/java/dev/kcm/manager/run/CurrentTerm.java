package dev.kcm.manager.run;

import dev.kcm.manager.port.ExplainedController;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// The controllers that run now, under whatever lock, for whoever wants to know. Thread-safe.
final class CurrentTerm {
    private final List<SupervisedController> controllers = new CopyOnWriteArrayList<>();

    void began(List<SupervisedController> begun) {
        controllers.addAll(begun);
    }

    void ended(List<SupervisedController> ended) {
        controllers.removeAll(ended);
    }

    List<ExplainedController> explained() {
        return controllers.stream().map(CurrentTerm::explained).toList();
    }

    private static ExplainedController explained(SupervisedController controller) {
        var running = controller.running();
        return new ExplainedController(
                controller.name(),
                controller.reconciled(),
                running.isPresent(),
                controller.failures(),
                controller.unhealthyReason(),
                (resource, key) -> running.map(found -> found.decisionLog().of(resource, key))
                        .orElse(List.of()),
                uids -> running.isPresent() ? running.get().picture(uids) : Optional.empty());
    }
}
