package dev.kcm.controllers.housekeeping.resourcequota;

import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.value.Quantity;
import dev.kcm.runtime.controller.LiveAnswer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Quotas and what they limit, for tests.
final class Quotas {
    private Quotas() {}

    /// One that allows so much; names and amounts take turns.
    static ResourceQuota quota(String... hard) {
        return ResourceQuota.builder()
                .metadata(it -> it.namespace("shop").name("ration").uid("u").resourceVersion("1"))
                .spec(it -> it.hard(amounts(hard)))
                .build();
    }

    /// The same with the status that fits it.
    static ResourceQuota written(ResourceQuota quota, String... used) {
        return quota.withStatus(it -> it.hard(quota.spec().hard()).used(amounts(used)));
    }

    static Map<String, Quantity> amounts(String... namesAndAmounts) {
        var amounts = new TreeMap<String, Quantity>();
        for (int i = 0; i < namesAndAmounts.length; i += 2) {
            amounts.put(namesAndAmounts[i], Quantity.parse(namesAndAmounts[i + 1]));
        }
        return amounts;
    }

    static LeanPod pod(String name, String cpu) {
        return LeanPod.builder()
                .metadata(it -> it.namespace("shop").name(name).uid("uid-" + name))
                .spec(it -> it.addContainers(
                        one -> one.name("main").resources(asked -> asked.requests(amounts("cpu", cpu)))))
                .status(it -> it.phase("Running"))
                .build();
    }

    static NamespaceContents pods(LeanPod... pods) {
        return contents(List.of(pods), Map.of());
    }

    static NamespaceContents counted(Map<String, Integer> counts) {
        return contents(List.of(), counts);
    }

    static NamespaceContents contents(List<LeanPod> pods, Map<String, Integer> counts) {
        return new NamespaceContents(
                pods, List.of(), List.of(), new LiveAnswer.Absent<>(), new LiveAnswer.Absent<>(), counts);
    }
}
