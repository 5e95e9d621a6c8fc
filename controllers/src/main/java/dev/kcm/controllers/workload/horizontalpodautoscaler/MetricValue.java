package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// One value of the custom or the external metrics API, of any version.
///
/// @param object the name of what it is a value of, in the custom metrics API
record MetricValue(String object, PodSample sample) {
    /// Where the server does not say over which time it measured.
    private static final Duration USUAL_WINDOW = Duration.ofMinutes(1);

    static List<MetricValue> list(byte[] document) {
        return Json.parse(document).itemsAt("items").stream()
                .map(MetricValue::of)
                .toList();
    }

    private static MetricValue of(Json item) {
        return new MetricValue(
                item.textAt("describedObject", "name").orElse(""),
                new PodSample(
                        PodUsage.milliValue(item.at("value").orElse(Json.NULL)),
                        PodUsage.timestamp(item),
                        window(item)));
    }

    /// The versions differ in what they call it.
    private static Duration window(Json item) {
        return Stream.of("windowSeconds", "window")
                .map(item::longAt)
                .filter(seconds -> seconds.isPresent())
                .map(seconds -> Duration.ofSeconds(seconds.getAsLong()))
                .findFirst()
                .orElse(USUAL_WINDOW);
    }
}
