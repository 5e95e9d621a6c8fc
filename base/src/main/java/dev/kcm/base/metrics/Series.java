package dev.kcm.base.metrics;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/// The series of one family by their label values.
final class Series<S> {
    private final Family.Head head;
    private final Supplier<S> make;
    private final Map<List<String>, S> byLabels = new ConcurrentHashMap<>();

    Series(Family.Head head, Supplier<S> make) {
        this.head = head;
        this.make = make;
        if (head.labels().isEmpty()) {
            byLabels.put(List.of(), make.get());
        }
    }

    S with(List<String> values) {
        var known = byLabels.get(values);
        return known != null ? known : add(values);
    }

    void remove(List<String> values) {
        byLabels.remove(values);
    }

    List<Sample> samples(Function<S, Sample.Value> read) {
        return byLabels.entrySet().stream()
                .map(entry -> new Sample(entry.getKey(), read.apply(entry.getValue())))
                .sorted(Comparator.comparing(sample -> String.join("\u0000", sample.labels())))
                .toList();
    }

    private S add(List<String> values) {
        if (values.size() != head.labels().size()) {
            throw new IllegalArgumentException(
                    "Metric %s has labels %s, got values %s".formatted(head.name(), head.labels(), values));
        }
        return byLabels.computeIfAbsent(List.copyOf(values), _ -> make.get());
    }
}
