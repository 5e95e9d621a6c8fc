package dev.kcm.runtime.event;

/// The source of events: a controller by upstream's name, and the host, which upstream's controllers leave
/// empty.
public record EventOrigin(String component, String host) {
    public static EventOrigin of(String component) {
        return new EventOrigin(component, "");
    }
}
