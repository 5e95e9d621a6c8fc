package dev.kcm.apiserver.conversion;

import dev.kcm.model.Resource;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.List;

/// Autoscalers have their one processor target under other names in `autoscaling/v1`.
final class AutoscalerConversion {
    private static final String TARGET = "targetCPUUtilizationPercentage";
    private static final String CURRENT = "currentCPUUtilizationPercentage";

    private AutoscalerConversion() {}

    /// The document with the field names of `to`; other resources are left alone.
    static JsonObject renamed(JsonObject document, Resource<?> from, Resource<?> to) {
        if (!from.qualifiedName().equals("horizontalpodautoscalers.autoscaling")) {
            return document;
        }
        return to.version().equals("v1") ? toFirst(document) : toSecond(document);
    }

    private static JsonObject toFirst(JsonObject document) {
        var renamed = document;
        var target = processorUtilization(document, "spec", "metrics", "target");
        if (!target.isNull()) {
            renamed = renamed.with("spec", renamed.objectAt("spec").with(TARGET, target));
        }
        var current = processorUtilization(document, "status", "currentMetrics", "current");
        if (!current.isNull()) {
            renamed = renamed.with("status", renamed.objectAt("status").with(CURRENT, current));
        }
        return renamed;
    }

    private static Json processorUtilization(JsonObject document, String part, String list, String value) {
        return document.itemsAt(part, list).stream()
                .filter(metric -> metric.textAt("resource", "name").orElse("").equals("cpu"))
                .flatMap(metric -> metric.at("resource", value, "averageUtilization").stream())
                .findFirst()
                .orElse(Json.NULL);
    }

    private static JsonObject toSecond(JsonObject document) {
        var renamed = document;
        var target = document.at("spec", TARGET);
        if (target.isPresent()) {
            var metric = metric("target", "averageUtilization", target.get())
                    .withAt(List.of("resource", "target", "type"), Json.of("Utilization"));
            renamed = renamed.with("spec", renamed.objectAt("spec").with("metrics", Json.array(metric)));
        }
        var current = document.at("status", CURRENT);
        if (current.isPresent()) {
            var metric = metric("current", "averageUtilization", current.get());
            renamed = renamed.with("status", renamed.objectAt("status").with("currentMetrics", Json.array(metric)));
        }
        return renamed;
    }

    private static JsonObject metric(String part, String name, Json value) {
        var resource = Json.object("name", Json.of("cpu")).with(part, Json.object(name, value));
        return Json.object("type", Json.of("Resource")).with("resource", resource);
    }
}
