package dev.kcm.runtime.event;

/// The two types of events there are.
public enum EventType {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String text;

    EventType(String text) {
        this.text = text;
    }

    /// As the API spells it.
    public String text() {
        return text;
    }
}
