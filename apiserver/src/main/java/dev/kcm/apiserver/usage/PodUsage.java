package dev.kcm.apiserver.usage;

import dev.kcm.base.GoText;
import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.metrics.v1beta1.ContainerMetrics;
import dev.kcm.model.value.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What the containers of a pod use, as its annotations tell: what the pod uses is divided evenly among its containers;
/// one with an annotation of its own uses that instead. Sidecars among the init containers run too, and use nothing but
/// what such an annotation says.
record PodUsage(Pod pod, Instant now) {
    private static final int NANO = -9;
    private static final List<String> RESOURCES = List.of(Annotations.CPU, Annotations.MEMORY);

    /// Nothing for pods without metrics: those that do not run, and those that say so.
    ///
    /// @throws UnreadableAnnotationException if an annotation cannot be read
    Optional<List<ContainerMetrics>> containers() {
        requireReadableNames();
        if (!pod.status().phase().equals("Running") || saysNone()) {
            return Optional.empty();
        }
        int count = pod.spec().containers().size();
        var cpu = shares(Annotations.CPU, count, NANO);
        var memory = shares(Annotations.MEMORY, count, 0);
        var main = IntStream.range(0, count)
                .mapToObj(at -> metrics(pod.spec().containers().get(at), cpu.get(at), memory.get(at)));
        var beside = sidecars().map(container -> metrics(container, Quantity.ZERO, Quantity.ZERO));
        return Optional.of(Stream.concat(main, beside).toList());
    }

    private ContainerMetrics metrics(Container container, Quantity cpu, Quantity memory) {
        return ContainerMetrics.builder()
                .name(container.name())
                .putUsage("cpu", own(Annotations.CPU, container).orElse(cpu))
                .putUsage("memory", own(Annotations.MEMORY, container).orElse(memory))
                .build();
    }

    private Optional<Quantity> own(String resource, Container container) {
        return usage(resource + "." + container.name());
    }

    /// The parts of what the whole pod uses, in units of ten to the power of `scale`; the first has what is left over.
    private List<Quantity> shares(String resource, int count, int scale) {
        var whole = usage(resource).orElse(Quantity.ZERO);
        long units = whole.scaledValue(scale);
        return IntStream.range(0, count)
                .mapToObj(at -> Quantity.scaled(units / count + (at == 0 ? units % count : 0), scale, whole.format()))
                .toList();
    }

    private Optional<Quantity> usage(String annotation) {
        return new AnnotatedCurve(pod, annotation).usageAt(now, start());
    }

    private Instant start() {
        return pod.status()
                .startTime()
                .or(() -> pod.metadata().creationTimestamp())
                .orElse(now);
    }

    /// As with metrics-server, a pod that lacks the metrics of one container has none.
    private boolean saysNone() {
        return pod.annotations().entrySet().stream()
                .anyMatch(annotation -> RESOURCES.stream().anyMatch(resource -> isOf(resource, annotation.getKey()))
                        && annotation.getValue().strip().equals(Annotations.NONE));
    }

    private static boolean isOf(String resource, String annotation) {
        return annotation.equals(resource) || annotation.startsWith(resource + ".");
    }

    /// An annotation for a container there is not would have no effect, and nobody would know why.
    private void requireReadableNames() {
        var names = Stream.concat(pod.spec().containers().stream(), sidecars())
                .map(Container::name)
                .toList();
        for (var annotation : pod.annotations().keySet()) {
            for (var resource : RESOURCES) {
                if (annotation.startsWith(resource + ".")
                        && !names.contains(annotation.substring(resource.length() + 1))) {
                    throw new AnnotatedCurve(pod, annotation)
                            .unreadable("there is no container %s"
                                    .formatted(GoText.quote(annotation.substring(resource.length() + 1))));
                }
            }
        }
    }

    private Stream<Container> sidecars() {
        return pod.spec().initContainers().stream()
                .filter(container ->
                        container.restartPolicy().filter("Always"::equals).isPresent());
    }
}
