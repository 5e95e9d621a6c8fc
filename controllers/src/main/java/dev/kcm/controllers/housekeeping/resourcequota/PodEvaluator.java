package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.NameRules;
import dev.kcm.model.core.v1.ScopedResourceSelectorRequirement;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.value.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What pods use. `count/pods` is for all there are; everything else is for those that may still
/// run.
///
/// @param podLevelResources whether pods may set amounts as a whole
record PodEvaluator(boolean podLevelResources, Instant now) implements Evaluator<LeanPod> {
    private static final String COUNT = Words.COUNT + Words.PODS;

    private static final List<String> REQUESTABLE = List.of(Words.CPU, Words.MEMORY, Words.EPHEMERAL_STORAGE);

    private static final Set<String> NAMES = Set.of(
            COUNT,
            Words.PODS,
            Words.CPU,
            Words.MEMORY,
            Words.EPHEMERAL_STORAGE,
            Words.REQUESTS + Words.CPU,
            Words.REQUESTS + Words.MEMORY,
            Words.REQUESTS + Words.EPHEMERAL_STORAGE,
            Words.LIMITS + Words.CPU,
            Words.LIMITS + Words.MEMORY,
            Words.LIMITS + Words.EPHEMERAL_STORAGE);

    @Override
    public boolean covers(String name) {
        return NAMES.contains(name)
                || name.startsWith(Words.HUGE_PAGES)
                || name.startsWith(Words.REQUESTS + Words.HUGE_PAGES)
                || isRequestOfExtendedResource(name);
    }

    @Override
    public boolean isIn(ScopedResourceSelectorRequirement scope, LeanPod pod) {
        return PodScopes.isIn(scope, pod, podLevelResources);
    }

    @Override
    public Map<String, Quantity> usage(LeanPod pod) {
        var usage = new HashMap<String, Quantity>();
        usage.put(COUNT, Amounts.ONE);
        if (isCharged(pod)) {
            usage.put(Words.PODS, Amounts.ONE);
            var resources = new PodResources(pod, podLevelResources);
            resources.requests().forEach((name, amount) -> request(usage, name, amount));
            resources.limits().forEach((name, amount) -> limit(usage, name, amount));
        }
        return usage;
    }

    /// Extended resources cannot be overcommitted, so quotas know their requests only, in this form
    /// only.
    static boolean isRequestOfExtendedResource(String name) {
        return name.startsWith(Words.REQUESTS)
                && (!isNative(name) || name.startsWith(Words.REQUESTS + Words.DEVICE_CLASS));
    }

    /// Whether its time has not come: neither has it ended nor should it long be gone.
    private boolean isCharged(LeanPod pod) {
        return !hasEnded(pod) && !isOverdue(pod);
    }

    static boolean hasEnded(LeanPod pod) {
        var phase = pod.status().phase();
        return phase.equals("Failed") || phase.equals("Succeeded");
    }

    /// Upstream's rule: the time of deletion has the grace in it already, and it is given twice.
    private boolean isOverdue(LeanPod pod) {
        var deletion = pod.metadata().deletionTimestamp();
        var grace = pod.metadata().deletionGracePeriodSeconds();
        return deletion.isPresent()
                && grace.isPresent()
                && now.isAfter(deletion.get().plus(Duration.ofSeconds(grace.get())));
    }

    private static void request(Map<String, Quantity> usage, String name, Quantity amount) {
        if (REQUESTABLE.contains(name) || name.startsWith(Words.HUGE_PAGES)) {
            usage.put(name, amount);
            usage.put(Words.REQUESTS + name, amount);
        } else if (isExtendedResource(name)) {
            usage.put(Words.REQUESTS + name, amount);
        }
    }

    private static void limit(Map<String, Quantity> usage, String name, Quantity amount) {
        if (REQUESTABLE.contains(name)) {
            usage.put(Words.LIMITS + name, amount);
        }
    }

    private static boolean isExtendedResource(String name) {
        return name.startsWith(Words.DEVICE_CLASS)
                || (!isNative(name)
                        && !name.startsWith(Words.REQUESTS)
                        && NameRules.labelKey(Words.REQUESTS + name).isEmpty());
    }

    private static boolean isNative(String name) {
        return name.indexOf('/') < 0 || name.contains("kubernetes.io/");
    }
}
