package dev.kcm.cluster.why;

import dev.kcm.model.DynamicObject;
import java.util.ArrayList;
import java.util.List;

/// Why an object is not where it should be: reasons, and other objects to
/// explain below it.
///
/// @param deeper most relevant first
record Causes(List<String> reasons, List<DynamicObject> deeper) {
    static final Causes NONE = new Causes(List.of(), List.of());

    Causes {
        reasons = List.copyOf(reasons);
        deeper = List.copyOf(deeper);
    }

    static Causes of(String... reasons) {
        return new Causes(List.of(reasons), List.of());
    }

    Causes and(Causes more) {
        var allReasons = new ArrayList<>(reasons);
        allReasons.addAll(more.reasons);
        var allDeeper = new ArrayList<>(deeper);
        allDeeper.addAll(more.deeper);
        return new Causes(allReasons, allDeeper);
    }

    Causes because(String reason) {
        return and(of(reason));
    }

    Causes seeing(List<DynamicObject> objects) {
        return and(new Causes(List.of(), objects));
    }
}
