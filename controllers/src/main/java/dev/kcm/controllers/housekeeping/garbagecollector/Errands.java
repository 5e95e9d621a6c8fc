package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.runtime.controller.Errand;
import java.util.ArrayList;
import java.util.List;

/// The errands that taking in one event comes to.
final class Errands {
    private List<Errand<GraphEvent>> waiting = new ArrayList<>();

    void send(Errand<GraphEvent> errand) {
        waiting.add(errand);
    }

    /// Hands them over.
    List<Errand<GraphEvent>> take() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        var all = waiting;
        waiting = new ArrayList<>();
        return all;
    }
}
