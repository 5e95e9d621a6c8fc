package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// An EndpointSlice does not point to a pod that is gone for longer than its controller needs to react.
final class EndpointsOfGonePodsGo implements Invariant {
    private static final String NAME = "endpoints-of-gone-pods-go";
    private static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
    private static final String CONTROLLER = "endpointslice-controller.k8s.io";

    private final Map<String, ObservedChange> latest = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof EndpointSlice slice) || !isManaged(slice, world)) {
            return;
        }
        change.before().ifPresent(before -> {
            var shown = latest.get(slice.uid());
            if (shown != null) {
                judge((EndpointSlice) before, shown, world, violations);
            }
        });
        latest.put(slice.uid(), change);
        if (change.isRemoval()) {
            latest.remove(slice.uid());
        }
    }

    @Override
    public void end(World world, Consumer<Violation> violations) {
        List.copyOf(latest.values()).forEach(shown -> judge((EndpointSlice) shown.object(), shown, world, violations));
    }

    private static boolean isManaged(KubeObject slice, World world) {
        return CONTROLLER.equals(slice.labels().get(MANAGED_BY))
                && world.settings().runs("endpointslice-controller");
    }

    /// The slice showed this from `shown` until now.
    private static void judge(EndpointSlice slice, ObservedChange shown, World world, Consumer<Violation> violations) {
        pods(slice)
                .forEach(pod -> world.removedAt(pod.uid()).ifPresent(removed -> {
                    var since = removed.isAfter(shown.at()) ? removed : shown.at();
                    if (exceeds(since, world)) {
                        violations.accept(Violation.of(
                                NAME,
                                slice,
                                "pointed to pod %s until %s, which is gone since %s"
                                        .formatted(pod.name(), world.now(), removed),
                                shown));
                    }
                }));
    }

    private static boolean exceeds(Instant since, World world) {
        return Duration.between(since, world.now()).compareTo(world.settings().reaction()) > 0;
    }

    private static Stream<ObjectReference> pods(EndpointSlice slice) {
        return slice.endpoints().stream()
                .flatMap(endpoint -> endpoint.targetRef().stream())
                .filter(target -> target.kind().equals("Pod"));
    }
}
