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
    private static final String COUNT = ResourceNames.COUNT + ResourceNames.PODS;

    private static final List<String> REQUESTABLE =
            List.of(ResourceNames.CPU, ResourceNames.MEMORY, ResourceNames.EPHEMERAL_STORAGE);

    private static final Set<String> NAMES = Set.of(
            COUNT,
            ResourceNames.PODS,
            ResourceNames.CPU,
            ResourceNames.MEMORY,
            ResourceNames.EPHEMERAL_STORAGE,
            ResourceNames.REQUESTS + ResourceNames.CPU,
            ResourceNames.REQUESTS + ResourceNames.MEMORY,
            ResourceNames.REQUESTS + ResourceNames.EPHEMERAL_STORAGE,
            ResourceNames.LIMITS + ResourceNames.CPU,
            ResourceNames.LIMITS + ResourceNames.MEMORY,
            ResourceNames.LIMITS + ResourceNames.EPHEMERAL_STORAGE);

    @Override
    public boolean covers(String name) {
        return NAMES.contains(name)
                || name.startsWith(ResourceNames.HUGE_PAGES)
                || name.startsWith(ResourceNames.REQUESTS + ResourceNames.HUGE_PAGES)
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
            usage.put(ResourceNames.PODS, Amounts.ONE);
            var resources = new PodResources(pod, podLevelResources);
            resources.requests().forEach((name, amount) -> request(usage, name, amount));
            resources.limits().forEach((name, amount) -> limit(usage, name, amount));
        }
        return usage;
    }

    /// Extended resources cannot be overcommitted, so quotas know their requests only, in this form
    /// only.
    static boolean isRequestOfExtendedResource(String name) {
        return name.startsWith(ResourceNames.REQUESTS)
                && (!isNative(name) || name.startsWith(ResourceNames.REQUESTS + ResourceNames.DEVICE_CLASS));
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
        if (REQUESTABLE.contains(name) || name.startsWith(ResourceNames.HUGE_PAGES)) {
            usage.put(name, amount);
            usage.put(ResourceNames.REQUESTS + name, amount);
        } else if (isExtendedResource(name)) {
            usage.put(ResourceNames.REQUESTS + name, amount);
        }
    }

    private static void limit(Map<String, Quantity> usage, String name, Quantity amount) {
        if (REQUESTABLE.contains(name)) {
            usage.put(ResourceNames.LIMITS + name, amount);
        }
    }

    private static boolean isExtendedResource(String name) {
        return name.startsWith(ResourceNames.DEVICE_CLASS)
                || (!isNative(name)
                        && !name.startsWith(ResourceNames.REQUESTS)
                        && NameRules.labelKey(ResourceNames.REQUESTS + name).isEmpty());
    }

    private static boolean isNative(String name) {
        return name.indexOf('/') < 0 || name.contains("kubernetes.io/");
    }
}
