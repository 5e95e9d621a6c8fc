package dev.kcm.base.gates;

/// How mature a feature is at some version.
public enum FeatureStage {
    /// Not there yet at this version.
    PRE_ALPHA("PRE-ALPHA"),
    ALPHA("ALPHA"),
    BETA("BETA"),
    GA("GA"),
    DEPRECATED("DEPRECATED");

    private final String text;

    FeatureStage(String text) {
        this.text = text;
    }

    static FeatureStage named(String text) {
        for (var stage : values()) {
            if (stage.text.equals(text)) {
                return stage;
            }
        }
        throw new IllegalArgumentException("Unknown stage of a feature gate: " + text);
    }

    /// The value of the `stage` label of `kubernetes_feature_enabled`, which is empty once general.
    public String label() {
        return this == GA ? "" : text;
    }

    @Override
    public String toString() {
        return text;
    }
}
