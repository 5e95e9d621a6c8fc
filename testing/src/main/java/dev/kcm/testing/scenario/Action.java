package dev.kcm.testing.scenario;

import java.util.function.Consumer;

/// Something a user does.
///
/// @param description for the timeline
public record Action(String description, Consumer<Scenario> effect) {

    @Override
    public String toString() {
        return description;
    }
}
