package dev.kcm.apiserver.usage;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.value.Quantity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// The values of custom and external metrics, which annotations hold. They have no labels: a selector for labels of
/// metrics selects them all the same.
record MetricValues(StoredObjects objects, Instant now) {
    private static final String ALL_OBJECTS = "*";

    /// @param list of the custom metrics API its target has the measured object (`*` for all that the selection
    /// has), and as subresource the metric; of the external one the metric as resource
    ApiResponse handle(Operation.ListObjects list) throws InterruptedException {
        var target = list.target();
        if (target.resource().group().equals(MetricResources.EXTERNAL)) {
            return external(target.resource(), target.namespace());
        }
        if (target.resource().plural().equals(MetricResources.OF_NAMESPACE)) {
            var namespace = objects.one(Namespace.NAMESPACES, ObjectKey.of("", target.namespace()));
            return answer(target.resource(), List.of(required(target.resource(), namespace, target.name())));
        }
        var measured = MetricResources.measured(target.resource().plural())
                .filter(found -> found.isNamespaced() != target.namespace().isEmpty())
                .orElseThrow(ApiErrors::noSuchPath);
        if (!target.name().equals(ALL_OBJECTS)) {
            var object = objects.one(measured, target.key());
            return answer(target.resource(), List.of(required(target.resource(), object, target.subresource())));
        }
        var found = objects.all(measured, target.namespace(), list.selection()).stream()
                .flatMap(object -> value(target.resource(), object, target.subresource()).stream())
                .toList();
        if (found.isEmpty()) {
            throw ApiErrors.noMetric(target.subresource(), measured.qualifiedName());
        }
        return answer(target.resource(), found);
    }

    private ApiResponse external(Resource<?> metric, String namespaceName) throws InterruptedException {
        var namespace = objects.one(Namespace.NAMESPACES, ObjectKey.of("", namespaceName));
        var value = current(namespace, Annotations.EXTERNAL + metric.plural())
                .orElseThrow(() -> ApiErrors.noMetric(metric.plural(), "namespaces " + namespaceName));
        var content = Json.object("metricName", Json.of(metric.plural()))
                .with("metricLabels", Json.object())
                .with("timestamp", timestamp())
                .with("value", value.toString());
        return answer(metric, List.of(DynamicObject.of(metric, content)));
    }

    private DynamicObject required(Resource<?> resource, KubeObject object, String metric) {
        return value(resource, object, metric)
                .orElseThrow(() -> ApiErrors.noMetric(metric, object.resource().qualifiedName() + " " + object.name()));
    }

    private Optional<DynamicObject> value(Resource<?> resource, KubeObject object, String metric) {
        return current(object, Annotations.METRIC + metric)
                .map(value -> DynamicObject.of(resource, content(resource.version(), object, metric, value)));
    }

    private JsonObject content(String version, KubeObject object, String metric, Quantity value) {
        var named = version.equals("v1beta1")
                ? Json.object("describedObject", described(object)).with("metricName", metric)
                : Json.object("describedObject", described(object))
                        .with("metric", Json.object("name", Json.of(metric)).with("selector", Json.NULL));
        var timed = named.with("timestamp", timestamp()).with("value", value.toString());
        return version.equals("v1beta1") ? timed.with("selector", Json.NULL) : timed;
    }

    private static JsonObject described(KubeObject object) {
        var described = Json.object("kind", Json.of(object.resource().kind()));
        return (object.namespace().isEmpty() ? described : described.with("namespace", object.namespace()))
                .with("name", object.name())
                .with("apiVersion", object.resource().apiVersion());
    }

    private Optional<Quantity> current(KubeObject object, String annotation) {
        return new AnnotatedCurve(object, annotation)
                .at(now, object.metadata().creationTimestamp().orElse(now));
    }

    private String timestamp() {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static ApiResponse answer(Resource<?> resource, List<DynamicObject> values) {
        return new ApiResponse.Many(resource, ListMeta.EMPTY, values);
    }
}
