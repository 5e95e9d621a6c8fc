package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.Resource;
import dev.kcm.model.autoscaling.v2.CrossVersionObjectReference;
import dev.kcm.model.autoscaling.v2.MetricIdentifier;
import dev.kcm.model.autoscaling.v2.MetricSpec;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.controller.LiveDocument;
import dev.kcm.runtime.controller.LiveReads;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads metrics from the three APIs that serve them. Who asks for the same within a second shares one request.
record MetricsReader(LiveReads live, ServedResources served) {
    private static final String CUSTOM = "custom.metrics.k8s.io";
    private static final String EXTERNAL = "external.metrics.k8s.io";
    private static final Set<String> CUSTOM_VERSIONS = Set.of("v1beta2", "v1beta1");

    private static final Resource<DynamicObject> POD_METRICS = DynamicObject.resource(
            new Resource.Names("metrics.k8s.io", "v1beta1", "PodMetrics", "pods", "pod", true, "", "", "get,list", ""));

    /// The servers behind these APIs measure every 15 seconds at most.
    private static final Duration SHARED_FOR = Duration.ofSeconds(1);

    /// Whose metrics to read.
    ///
    /// @param isForWholeNamespace whether one list for all autoscalers of the namespace is cheaper
    /// @param pods the names of the pods that match the selector
    record Scope(String namespace, Selector selector, boolean isForWholeNamespace, Set<String> pods) {}

    MetricReading read(MetricSpec spec, Scope scope, Instant now) {
        try {
            return switch (spec.type()) {
                case MetricEvaluation.RESOURCE ->
                    resource(spec.resource().orElseThrow().name(), "", scope);
                case MetricEvaluation.CONTAINER_RESOURCE -> {
                    var source = spec.containerResource().orElseThrow();
                    yield resource(source.name(), source.container(), scope);
                }
                case MetricEvaluation.PODS -> pods(spec.pods().orElseThrow().metric(), scope, now);
                case MetricEvaluation.OBJECT -> {
                    var source = spec.object().orElseThrow();
                    yield object(source.describedObject(), source.metric(), scope.namespace(), now);
                }
                case MetricEvaluation.EXTERNAL ->
                    external(spec.external().orElseThrow().metric(), scope.namespace());
                default -> MetricReading.failed("unknown metric source type");
            };
        } catch (ReadFailure failure) {
            return MetricReading.failed(String.valueOf(failure.getMessage()));
        }
    }

    private MetricReading resource(String resource, String container, Scope scope) throws ReadFailure {
        var selector = scope.isForWholeNamespace() ? "" : scope.selector().toString();
        var read = fetched(
                "resource",
                POD_METRICS.qualifiedName(),
                () -> live.list(
                        POD_METRICS, scope.namespace(), selector, SHARED_FOR, (items, _) -> PodUsage.byPod(items)));
        var samples = new HashMap<String, PodSample>();
        boolean isAnything = false;
        for (var usage : scope.isForWholeNamespace()
                ? of(scope.pods(), read.content())
                : read.content().values()) {
            isAnything = true;
            usage.sample(resource, container).ifPresent(sample -> samples.put(usage.pod(), sample));
        }
        if (!isAnything) {
            throw new ReadFailure("no metrics returned from resource metrics API");
        }
        return new MetricReading(new MetricReading.OfPods(samples), read.took());
    }

    private static List<PodUsage> of(Set<String> pods, Map<String, PodUsage> usages) {
        return pods.stream().filter(usages::containsKey).map(usages::get).toList();
    }

    private MetricReading pods(MetricIdentifier metric, Scope scope, Instant now) throws ReadFailure {
        var path = custom("pods", scope.namespace(), now) + "/*/" + escaped(metric.name())
                + query("labelSelector", scope.selector().toString(), "metricLabelSelector", selector(metric));
        var read = values("custom", "pods." + CUSTOM + " *", path);
        if (read.content().isEmpty()) {
            throw new ReadFailure("no metrics returned from custom metrics API");
        }
        var samples = new HashMap<String, PodSample>();
        read.content().forEach(value -> samples.put(value.object(), value.sample()));
        return new MetricReading(new MetricReading.OfPods(samples), read.took());
    }

    private MetricReading object(
            CrossVersionObjectReference object, MetricIdentifier metric, String namespace, Instant now)
            throws ReadFailure {
        int slash = object.apiVersion().indexOf('/');
        var group = slash < 0 ? "" : object.apiVersion().substring(0, slash);
        boolean isNamespace = object.kind().equals("Namespace") && group.isEmpty();
        var resource = isNamespace ? "metrics" : qualifiedName(group, object.kind(), now);
        var path = custom(resource, namespace, now)
                + (isNamespace ? "" : "/" + escaped(object.name()))
                + "/" + escaped(metric.name())
                + query("metricLabelSelector", selector(metric));
        var read = values("custom", resource + "." + CUSTOM + " " + object.name(), path);
        if (read.content().size() != 1) {
            throw new ReadFailure("unable to fetch metrics from custom metrics API: the custom metrics API server"
                    + " returned %d results when we asked for exactly one"
                            .formatted(read.content().size()));
        }
        return new MetricReading(
                new MetricReading.Values(
                        List.of(read.content().getFirst().sample().milliValue())),
                read.took());
    }

    private MetricReading external(MetricIdentifier metric, String namespace) throws ReadFailure {
        var path = "/apis/%s/v1beta1/namespaces/%s/%s".formatted(EXTERNAL, namespace, escaped(metric.name()))
                + query("labelSelector", selector(metric));
        var read = values("external", metric.name() + "." + EXTERNAL, path);
        if (read.content().isEmpty()) {
            throw new ReadFailure("no metrics returned from external metrics API");
        }
        return new MetricReading(
                new MetricReading.Values(read.content().stream()
                        .map(value -> value.sample().milliValue())
                        .toList()),
                read.took());
    }

    private LiveDocument<List<MetricValue>> values(String api, String requested, String path) throws ReadFailure {
        return fetched(api, requested, () -> live.document(path, SHARED_FOR, MetricValue::list));
    }

    /// Where the custom metrics of a resource are.
    private String custom(String resource, String namespace, Instant now) throws ReadFailure {
        return "/apis/%s/%s/namespaces/%s/%s".formatted(CUSTOM, customVersion(now), namespace, resource);
    }

    private String customVersion(Instant now) throws ReadFailure {
        var versions = unable(served -> served.versions(CUSTOM, now));
        if (versions.isEmpty()) {
            throw new ReadFailure(
                    "unable to fetch metrics from custom metrics API: no custom metrics API (%s) registered"
                            .formatted(CUSTOM));
        }
        return versions.stream()
                .filter(CUSTOM_VERSIONS::contains)
                .findFirst()
                .orElseThrow(() -> new ReadFailure("unable to fetch metrics from custom metrics API: no known available"
                        + " metric versions found"));
    }

    private String qualifiedName(String group, String kind, Instant now) throws ReadFailure {
        try {
            return served.ofKind(group, kind, now).getFirst().qualifiedName();
        } catch (ReadFailure failure) {
            throw new ReadFailure(
                    "unable to fetch metrics from custom metrics API: unable to map kind %s to resource: %s"
                            .formatted(group.isEmpty() ? kind : kind + "." + group, failure.getMessage()));
        }
    }

    private interface Discovering<R> {
        R ask(ServedResources served) throws ReadFailure;
    }

    private <R> R unable(Discovering<R> question) throws ReadFailure {
        try {
            return question.ask(served);
        } catch (ReadFailure failure) {
            throw new ReadFailure("unable to fetch metrics from custom metrics API: " + failure.getMessage());
        }
    }

    private interface Fetching<D> {
        LiveDocument<D> read();
    }

    private static <D> LiveDocument<D> fetched(String api, String requested, Fetching<D> fetching) throws ReadFailure {
        try {
            return fetching.read();
        } catch (ApiException failed) {
            throw new ReadFailure("unable to fetch metrics from %s metrics API: %s"
                    .formatted(api, said(failed.failure(), requested)));
        }
    }

    /// What a server said, or upstream's words for one that said nothing but a number.
    private static String said(ApiFailure failure, String requested) {
        if (!failure.reason().isEmpty()) {
            return failure.message();
        }
        return switch (failure.code()) {
            case 404 -> "the server could not find the requested resource (get %s)".formatted(requested);
            case 503 -> "the server is currently unable to handle the request (get %s)".formatted(requested);
            default -> failure.message();
        };
    }

    /// Without a selector nothing is sent, and everything comes.
    private static String selector(MetricIdentifier metric) {
        return metric.selector()
                .flatMap(Selector::ifValid)
                .map(Selector::toString)
                .orElse("");
    }

    private static String query(String... namesAndValues) {
        var text = new StringBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (!namesAndValues[i + 1].isEmpty()) {
                text.append(text.isEmpty() ? '?' : '&')
                        .append(namesAndValues[i])
                        .append('=')
                        .append(escaped(namesAndValues[i + 1]));
            }
        }
        return text.toString();
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
