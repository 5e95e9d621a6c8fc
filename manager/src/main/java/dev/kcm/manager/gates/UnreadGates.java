package dev.kcm.manager.gates;

import dev.kcm.base.gates.GateTable.GateState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Gates that upstream's binary has and nothing here reads, each with the reason. A test holds them against the code:
/// every gate is read somewhere or stands here.
final class UnreadGates {
    /// Of gates that upstream's manager does not read either: they are for schedulers, kubelets and API servers, and
    /// its binary accepts them without a word.
    private static final String OTHER_COMPONENT = "other component";

    private static final Map<String, String> WHY = why();

    private UnreadGates() {}

    static Map<String, String> all() {
        return WHY;
    }

    /// A line for each gate that would change something in upstream's manager, is off its default and changes nothing
    /// here.
    static List<String> warnings(List<GateState> states) {
        return states.stream()
                .filter(state -> state.enabled() != state.enabledByDefault())
                .filter(state ->
                        !WHY.getOrDefault(state.name(), OTHER_COMPONENT).equals(OTHER_COMPONENT))
                .map(state -> "Feature gate %s=%s is set, but changes nothing here: %s"
                        .formatted(state.name(), state.enabled(), WHY.get(state.name())))
                .toList();
    }

    private static Map<String, String> why() {
        var why = new TreeMap<String, String>();
        var lines = KubernetesGates.lines("unread-gates.tsv");
        for (var line : lines.subList(1, lines.size())) {
            var cells = line.split("\t", 2);
            why.put(cells[0], cells[1]);
        }
        return why;
    }
}
