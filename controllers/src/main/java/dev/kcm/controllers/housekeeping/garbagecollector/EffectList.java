package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.runtime.controller.Effect;
import java.util.ArrayList;
import java.util.List;

/// The errands that taking in one event comes to.
final class EffectList {
    private List<Effect<GraphEvent>> waiting = new ArrayList<>();

    void send(Effect<GraphEvent> effect) {
        waiting.add(effect);
    }

    /// Hands them over.
    List<Effect<GraphEvent>> take() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        var all = waiting;
        waiting = new ArrayList<>();
        return all;
    }
}
