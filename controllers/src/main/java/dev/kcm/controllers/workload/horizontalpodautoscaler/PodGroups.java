package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanPodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The pods of a target sorted by what their samples are worth: counted, too young to be counted (`unready`), or
/// without a sample (`missing`). Pods on their way out are in none of these.
///
/// @param samples of the pods that count, and of any the caches do not know yet
record PodGroups(int readyCount, Set<String> unready, Set<String> missing, Map<String, PodSample> samples) {

    /// @param cpuInitialization how long after its start a pod's CPU samples may be those of starting up
    /// @param initialReadiness how long after its start a pod that turns unready was never ready before
    record Timing(Duration cpuInitialization, Duration initialReadiness, Instant now) {}

    /// @param isCpu readiness matters for CPU only: starting up takes CPU that serving does not
    static PodGroups of(List<LeanPod> pods, Map<String, PodSample> samples, boolean isCpu, Timing timing) {
        var kept = new HashMap<>(samples);
        var unready = new HashSet<String>();
        var missing = new HashSet<String>();
        int ready = 0;
        for (var pod : pods) {
            var sample = samples.get(pod.name());
            if (pod.isDeleting() || pod.status().phase().equals(PodState.FAILED)) {
                kept.remove(pod.name());
            } else if (pod.status().phase().equals(PodState.PENDING)) {
                unready.add(pod.name());
            } else if (sample == null) {
                missing.add(pod.name());
            } else if (isCpu && isStarting(pod, sample, timing)) {
                unready.add(pod.name());
            } else {
                ready++;
            }
        }
        kept.keySet().removeAll(unready);
        return new PodGroups(ready, unready, missing, kept);
    }

    private static boolean isStarting(LeanPod pod, PodSample sample, Timing timing) {
        var condition = PodState.readyCondition(pod);
        var started = pod.status().startTime();
        if (condition.isEmpty() || started.isEmpty()) {
            return true;
        }
        boolean isUnready = condition.get().status().equals("False");
        var turned = transition(condition.get());
        if (started.get().plus(timing.cpuInitialization()).isAfter(timing.now())) {
            return isUnready || sample.timestamp().isBefore(turned.plus(sample.window()));
        }
        return isUnready && started.get().plus(timing.initialReadiness()).isAfter(turned);
    }

    /// A condition without a time turned before anything else happened.
    private static Instant transition(LeanPodCondition condition) {
        return condition.lastTransitionTime().orElse(Instant.EPOCH);
    }
}
