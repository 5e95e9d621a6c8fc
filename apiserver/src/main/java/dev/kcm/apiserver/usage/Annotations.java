package dev.kcm.apiserver.usage;

/// The annotations that script what objects use and measure.
public final class Annotations {
    public static final String CPU = "kcm.dev/cpu";
    public static final String MEMORY = "kcm.dev/memory";

    /// In front of the name of a custom metric, on any object.
    public static final String METRIC = "kcm.dev/metric.";

    /// In front of the name of an external metric, on a namespace.
    public static final String EXTERNAL = "kcm.dev/external.";

    /// As the usage of a pod: there are no metrics of it.
    public static final String NONE = "none";

    private Annotations() {}
}
