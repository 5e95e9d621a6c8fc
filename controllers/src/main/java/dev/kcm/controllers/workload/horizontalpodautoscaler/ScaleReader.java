package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.failure.ApiException;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.LiveReads;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Reads the scale of an autoscaler's target, of whatever kind it is. The kinds that this program caches anyway are
/// read from there: a scale is written only if the target has not changed since, and a target that has is read from
/// the server the next time.
record ScaleReader(LiveReads live, ServedResources served) {
    private static final String SCALE = "scale";

    /// @param mustBeLive whether the caches will not do
    ScaleTarget read(HorizontalPodAutoscaler autoscaler, Caches caches, boolean mustBeLive, Instant now) {
        var reference = autoscaler.spec().scaleTargetRef();
        var group = group(reference.apiVersion());
        if (group.isEmpty()) {
            return new ScaleTarget.Unknown("unexpected GroupVersion string: " + reference.apiVersion(), true);
        }
        var key = new ObjectKey(autoscaler.namespace(), reference.name());
        var cached = mustBeLive
                ? Optional.<ScaleTarget>empty()
                : CachedScales.find(caches, group.get(), reference.kind(), key);
        return cached.orElseGet(() -> live(group.get(), reference.kind(), key, now));
    }

    /// The group of an apiVersion, unless that is none; its version does not matter.
    private static Optional<String> group(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        if (slash < 0 || apiVersion.equals("/")) {
            return Optional.of("");
        }
        return apiVersion.indexOf('/', slash + 1) < 0 ? Optional.of(apiVersion.substring(0, slash)) : Optional.empty();
    }

    private ScaleTarget live(String group, String kind, ObjectKey key, Instant now) {
        try {
            return first(served.ofKind(group, kind, now), key);
        } catch (ReadFailure failure) {
            return new ScaleTarget.Unknown(String.valueOf(failure.getMessage()), false);
        }
    }

    /// The first that answers; if none does, what the first one said.
    private ScaleTarget first(List<Resource<?>> resources, ObjectKey key) {
        Optional<ScaleTarget> failed = Optional.empty();
        for (var resource : resources) {
            try {
                return new ScaleTarget.Found(resource, live.subresource(resource, key, SCALE, Scale.SCALES));
            } catch (ApiException refused) {
                var answer = new ScaleTarget.Unknown(refused.failure().message(), false);
                failed = failed.or(() -> Optional.of(answer));
            }
        }
        return failed.orElseGet(() -> new ScaleTarget.Unknown("unrecognized resource", false));
    }
}
