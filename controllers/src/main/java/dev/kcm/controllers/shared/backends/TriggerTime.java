package dev.kcm.controllers.shared.backends;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// When the change happened that new endpoints are about, by upstream's rules; kube-proxy measures
/// from there how long the network took. Worked out only when something is written.
public final class TriggerTime {

    /// What the last sync of a Service saw.
    public record LastSync(Optional<Instant> serviceCreated, List<LeanPod> pods) {
        public static LastSync at(Service service, List<LeanPod> pods) {
            return new LastSync(service.metadata().creationTimestamp(), pods);
        }
    }

    private TriggerTime() {}

    /// At the first sync the Service's creation; later the earliest of the times that are newer
    /// than at the last sync: of the Service itself, and of pods becoming ready or unready. None
    /// when nothing has a newer time, as when a pod is gone.
    public static Optional<Instant> of(Service service, List<LeanPod> pods, Optional<LastSync> last) {
        var created = service.metadata().creationTimestamp();
        if (last.isEmpty()) {
            return created;
        }
        var earliest = created.filter(time -> isNewer(time, last.get().serviceCreated()));
        var before = new HashMap<String, Optional<Instant>>();
        last.get().pods().forEach(pod -> before.put(pod.name(), PodState.readinessChanged(pod)));
        for (var pod : pods) {
            var changed = PodState.readinessChanged(pod);
            if (changed.isPresent()
                    && isNewer(changed.get(), before.getOrDefault(pod.name(), Optional.empty()))
                    && isEarlier(changed.get(), earliest)) {
                earliest = changed;
            }
        }
        return earliest;
    }

    /// The annotations with this trigger time, or with none.
    public static Map<String, String> annotated(Map<String, String> annotations, Optional<Instant> time) {
        var annotated = new HashMap<>(annotations);
        if (time.isPresent()) {
            annotated.put(Annotations.TRIGGER_TIME, time.get().toString());
        } else {
            annotated.remove(Annotations.TRIGGER_TIME);
        }
        return annotated;
    }

    private static boolean isNewer(Instant time, Optional<Instant> before) {
        return before.isEmpty() || time.isAfter(before.get());
    }

    private static boolean isEarlier(Instant time, Optional<Instant> other) {
        return other.isEmpty() || time.isBefore(other.get());
    }
}
