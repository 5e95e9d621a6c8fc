package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.value.Bytes;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Placeholders for the values that differ in each run: the namespace, UIDs, generated names and
/// times.
final class Placeholders {
    private static final Pattern TIME =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)");
    private static final Pattern TOKEN_VOLUME = Pattern.compile("kube-api-access-[a-z0-9]{5}");
    private static final Pattern UNSCHEDULABLE = Pattern.compile("\\d+/\\d+ nodes are available.*");

    /// But those of 192.0.2.0/24, which are for examples: a scenario names them itself.
    private static final Pattern ADDRESS = Pattern.compile("\\b(?!192\\.0\\.2\\.)\\d{1,3}(\\.\\d{1,3}){3}\\b");

    /// In names of Jobs that a CronJob started: the minutes since the epoch.
    private static final Pattern MINUTE = Pattern.compile("-\\d{8}\\b");

    /// A Deployment keeps the message of a condition whose reason stays. Whether it was observed to leave
    /// "progressed" between two rollouts is a matter of milliseconds, upstream's manager included;
    /// so the set named may be the one of either.
    private static final Pattern PROGRESSED = Pattern.compile("ReplicaSet \"\\S+\" has successfully progressed\\.");

    /// The longest first, since one may be part of another.
    private final Map<String, String> replacements = new TreeMap<>(
            Comparator.<String>comparingInt(text -> -text.length()).thenComparing(Comparator.naturalOrder()));

    /// @param authorities the certificates of the authorities that signed the server's; empty if they are
    ///   not known
    Placeholders(String namespace, String authorities, Collection<KubeObject> objects) {
        replacements.put(namespace, "$namespace");
        replacements.put(Bytes.utf8(namespace).base64(), "$namespace");
        if (!authorities.isEmpty()) {
            replacements.put(authorities, "$authorities");
            replacements.put(Bytes.utf8(authorities).base64(), "$authorities");
        }
        for (var object : objects) {
            replacements.put(object.uid(), "$uid");
            var stem = object.metadata().generateName();
            if (!stem.isEmpty() && object.name().startsWith(stem)) {
                replacements.put(object.name(), stem + "*");
            }
        }
    }

    String replacedIn(String text) {
        var changed = text;
        for (var entry : replacements.entrySet()) {
            changed = changed.replace(entry.getKey(), entry.getValue());
        }
        changed = TIME.matcher(changed).replaceAll("\\$time");
        changed = MINUTE.matcher(changed).replaceAll("-\\$minute");
        changed = UNSCHEDULABLE.matcher(changed).replaceAll("no node is available");
        changed = PROGRESSED.matcher(changed).replaceAll("One of its sets has progressed.");
        changed = TOKEN_VOLUME.matcher(changed).replaceAll("kube-api-access-*");
        return ADDRESS.matcher(changed).replaceAll("\\$address");
    }
}
