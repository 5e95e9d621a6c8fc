package dev.kcm.base.gates;

import java.util.Map;
import java.util.TreeMap;

/// Which features are on. Immutable.
public final class FeatureGates {
    private final Map<String, Boolean> enabled;

    private FeatureGates(Map<String, Boolean> enabled) {
        this.enabled = enabled;
    }

    /// Exactly these gates exist, with these values; [GateTable] makes the real ones.
    public static FeatureGates of(Map<String, Boolean> enabled) {
        return new FeatureGates(new TreeMap<>(enabled));
    }

    /// An undeclared gate is a mistake in the program.
    public boolean isEnabled(String name) {
        var answer = enabled.get(name);
        if (answer == null) {
            throw new IllegalArgumentException("There is no feature gate " + name);
        }
        return answer;
    }

    /// A copy with one gate changed, for tests.
    public FeatureGates with(String name, boolean value) {
        var changed = new TreeMap<>(enabled);
        changed.put(name, value);
        return new FeatureGates(changed);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FeatureGates gates && enabled.equals(gates.enabled);
    }

    @Override
    public int hashCode() {
        return enabled.hashCode();
    }

    /// `A=true,B=false`, by name.
    @Override
    public String toString() {
        var text = new StringBuilder();
        enabled.forEach((name, on) ->
                text.append(text.isEmpty() ? "" : ",").append(name).append('=').append(on));
        return text.toString();
    }
}
