package dev.kcm.base.metrics;

import java.util.List;
import java.util.Locale;

/// All series of one metric name.
public interface Family {
    Head head();

    /// What the series hold now; the order is stable between calls.
    List<Sample> samples();

    record Head(String name, String help, Type type, List<String> labels) {}

    enum Type {
        COUNTER,
        GAUGE,
        HISTOGRAM;

        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
