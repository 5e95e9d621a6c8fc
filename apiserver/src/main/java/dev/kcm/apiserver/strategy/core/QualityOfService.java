package dev.kcm.apiserver.strategy.core;

import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.ResourceRequirements;
import dev.kcm.model.value.Quantity;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The quality-of-service class of a pod, from its requests and limits of cpu and memory.
final class QualityOfService {
    private static final List<String> COUNTED = List.of("cpu", "memory");

    private QualityOfService() {}

    static String of(PodSpec spec) {
        var all = spec.resources()
                .filter(resources -> !resources.equals(ResourceRequirements.EMPTY))
                .map(Stream::of)
                .orElseGet(() -> Stream.concat(spec.initContainers().stream(), spec.containers().stream())
                        .map(Container::resources))
                .toList();
        if (all.stream().noneMatch(QualityOfService::asksForAnything)) {
            return "BestEffort";
        }
        return all.stream().allMatch(QualityOfService::isExact) ? "Guaranteed" : "Burstable";
    }

    private static boolean asksForAnything(ResourceRequirements resources) {
        return COUNTED.stream().anyMatch(name -> isSet(resources.requests(), name) || isSet(resources.limits(), name));
    }

    private static boolean isExact(ResourceRequirements resources) {
        return COUNTED.stream()
                .allMatch(name -> isSet(resources.limits(), name)
                        && resources
                                .limits()
                                .getOrDefault(name, Quantity.ZERO)
                                .equals(resources.requests().get(name)));
    }

    private static boolean isSet(Map<String, Quantity> amounts, String name) {
        var amount = amounts.get(name);
        return amount != null && !amount.isZero();
    }
}
