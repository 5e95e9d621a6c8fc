package dev.kcm.testing.scenario;

import dev.kcm.client.ListQuery;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.runtime.loop.RunningController;
import dev.kcm.testing.backend.Backend;
import dev.kcm.testing.backend.WriteLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What happened in a scenario, as readable lines: its steps and our writes by time, then what
/// the controllers decided about each object last, and why.
final class Timeline {
    private Timeline() {}

    static String of(Backend backend) {
        var lines = new ArrayList<String>();
        var entries = backend.log().all();
        if (!entries.isEmpty()) {
            var start = entries.getFirst().at();
            entries.forEach(entry -> lines.add(line(entry, start)));
        }
        backend.controllers().running().forEach(it -> lines.addAll(decisions(it, backend)));
        return String.join("\n", lines);
    }

    private static String line(WriteLog.Entry entry, Instant start) {
        var time = "%9.3f ".formatted(Duration.between(start, entry.at()).toMillis() / 1e3);
        return switch (entry) {
            case WriteLog.Note(var _, var text) -> time + "-- " + text;
            case WriteLog.Write(var _, var controller, var what, var key, var refused) ->
                time
                        + "   %s: %s %s%s"
                                .formatted(
                                        controller,
                                        what,
                                        key.name(),
                                        refused.map(it -> " REFUSED: " + it).orElse(""));
        };
    }

    private static List<String> decisions(RunningController controller, Backend backend) {
        var lines = new ArrayList<String>();
        controller
                .spec()
                .reconciled()
                .ifPresent(resource -> objects(resource, backend).forEach(it -> decisions(controller, it, lines)));
        return lines;
    }

    private static void decisions(RunningController controller, KubeObject object, List<String> lines) {
        lines.add("%s on %s:"
                .formatted(controller.spec().name(), object.resource().kind() + " " + object.name()));
        controller.decisionLog().of(object.resource().plural(), object.key()).forEach(entry -> {
            lines.add("    %s; %s".formatted(entry.decided(), entry.next()));
            entry.outcomes().forEach(it -> lines.add("        " + it));
        });
    }

    private static <T extends KubeObject> List<T> objects(Resource<T> resource, Backend backend) {
        var found = new ArrayList<T>();
        var query = resource.isNamespaced() ? ListQuery.in(backend.namespace()) : ListQuery.everything();
        backend.client().on(resource).listAll(query, found::add);
        return found;
    }
}
