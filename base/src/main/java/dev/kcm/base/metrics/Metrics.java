package dev.kcm.base.metrics;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/// A registry of instruments. Asking twice for one name gives the same instrument, so that fifty
/// queues can share `workqueue_depth`; asking with another type or other labels is a programming
/// error.
public final class Metrics {
    private final ConcurrentSkipListMap<String, Family> families = new ConcurrentSkipListMap<>();

    public Counter counter(String name, String help, String... labels) {
        return (Counter) register(new Counter(new Family.Head(name, help, Family.Type.COUNTER, List.of(labels))));
    }

    public Gauge gauge(String name, String help, String... labels) {
        return (Gauge) register(new Gauge(new Family.Head(name, help, Family.Type.GAUGE, List.of(labels))));
    }

    public Histogram histogram(String name, String help, Buckets buckets, String... labels) {
        return (Histogram)
                register(new Histogram(new Family.Head(name, help, Family.Type.HISTOGRAM, List.of(labels)), buckets));
    }

    /// A family whose samples are worked out when it is read, such as the depth of a queue or the
    /// JVM's heap.
    public void observed(
            String name, String help, Family.Type type, List<String> labels, Supplier<List<Sample>> samples) {
        register(new Observed(new Family.Head(name, help, type, labels), samples));
    }

    /// Every family, by name.
    public Collection<Family> families() {
        return families.values();
    }

    private Family register(Family candidate) {
        var known = families.putIfAbsent(candidate.head().name(), candidate);
        if (known == null) {
            return candidate;
        }
        if (known.getClass() != candidate.getClass()
                || !known.head().labels().equals(candidate.head().labels())) {
            throw new IllegalStateException("Metric %s is registered as %s and requested as %s"
                    .formatted(candidate.head().name(), known.head(), candidate.head()));
        }
        return known;
    }

    private record Observed(Head head, Supplier<List<Sample>> source) implements Family {
        @Override
        public List<Sample> samples() {
            return source.get();
        }
    }
}
