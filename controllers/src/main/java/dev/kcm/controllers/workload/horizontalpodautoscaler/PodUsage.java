package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.value.Quantity;
import dev.kcm.model.wire.Durations;
import dev.kcm.model.wire.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the containers of a pod use, as the resource metrics API has it (PodMetrics).
///
/// @param containers by name, what each uses of resources in thousandths
record PodUsage(String pod, Instant timestamp, Duration window, Map<String, Map<String, Long>> containers) {

    static Map<String, PodUsage> byPod(List<DynamicObject> items) {
        var usages = HashMap.<String, PodUsage>newHashMap(items.size());
        items.forEach(item -> usages.put(item.name(), of(item)));
        return usages;
    }

    private static PodUsage of(DynamicObject item) {
        var containers = new HashMap<String, Map<String, Long>>();
        for (var container : item.content().itemsAt("containers")) {
            var usage = new HashMap<String, Long>();
            container.objectAt("usage").forEach((resource, amount) -> usage.put(resource, milliValue(amount)));
            containers.put(container.textAt("name").orElse(""), usage);
        }
        return new PodUsage(item.name(), timestamp(item.content()), window(item.content()), Map.copyOf(containers));
    }

    static long milliValue(Json amount) {
        return Quantity.decode(JsonReader.of(amount.toBytes())).milliValue();
    }

    static Instant timestamp(Json sample) {
        return sample.textAt("timestamp").map(Times::parse).orElse(Instant.EPOCH);
    }

    private static Duration window(Json sample) {
        return sample.at("window")
                .map(window -> Duration.ofNanos(Durations.decode(JsonReader.of(window.toBytes()))))
                .orElse(Duration.ZERO);
    }

    /// What it uses of a resource: one container of it, or all if the name is empty. Nothing if that container, or any
    /// of them, has no value.
    Optional<PodSample> sample(String resource, String container) {
        return (container.isEmpty() ? ofAll(resource) : of(container, resource))
                .map(value -> new PodSample(value, timestamp, window));
    }

    private Optional<Long> of(String container, String resource) {
        return Optional.ofNullable(containers.getOrDefault(container, Map.of()).get(resource));
    }

    private Optional<Long> ofAll(String resource) {
        long sum = 0;
        for (var usage : containers.values()) {
            var value = usage.get(resource);
            if (value == null) {
                return Optional.empty();
            }
            sum += value;
        }
        return containers.isEmpty() ? Optional.empty() : Optional.of(sum);
    }
}
