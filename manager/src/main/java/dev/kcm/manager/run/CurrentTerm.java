package dev.kcm.manager.run;

import dev.kcm.manager.port.ExplainedController;

import java.util.List;
import java.util.Optional;

/// The controllers that run now, for whoever wants to know. Thread-safe.
final class CurrentTerm {
    private volatile List<SupervisedController> controllers = List.of();

    void began(List<SupervisedController> begun) {
        controllers = begun;
    }

    void ended() {
        controllers = List.of();
    }

    List<ExplainedController> explained() {
        return controllers.stream().map(CurrentTerm::explained).toList();
    }

    private static ExplainedController explained(SupervisedController controller) {
        var running = controller.running();
        return new ExplainedController(
                controller.name(),
                controller.reconciled(),
                running.isPresent(),
                controller.failures(),
                controller.complaint(),
                (resource, key) ->
                        running.map(found -> found.journal().of(resource, key)).orElse(List.of()),
                uids -> running.isPresent() ? running.get().picture(uids) : Optional.empty());
    }
}
