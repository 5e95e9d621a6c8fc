package dev.kcm.manager.migration;

import dev.kcm.base.GoText;
import dev.kcm.base.flags.Nearest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Reads a LeaderMigrationConfiguration strictly: a field nobody knows, or one given twice, is a
/// mistake worth hearing about before controllers run twice.
public final class LeaderMigrationFile {
    private static final String GROUP = "controllermanager.config.k8s.io/";
    private static final Set<String> OLD_VERSIONS = Set.of("v1alpha1", "v1beta1");
    private static final LoadSettings STRICT =
            LoadSettings.builder().setAllowDuplicateKeys(false).build();

    private LeaderMigrationFile() {}

    /// Throws an `IllegalArgumentException` whose message says everything that is wrong.
    public static LeaderMigration parse(String yaml) {
        var problems = new ArrayList<String>();
        var migration = read(document(yaml), problems);
        problems.addAll(migration.problems());
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
        return migration;
    }

    private static Map<?, ?> document(String yaml) {
        Object document;
        try {
            document = new Load(STRICT).loadFromString(yaml);
        } catch (YamlEngineException broken) {
            throw new IllegalArgumentException("not readable as YAML: " + broken.getMessage());
        }
        if (document instanceof Map<?, ?> fields) {
            return fields;
        }
        throw new IllegalArgumentException("it holds no LeaderMigrationConfiguration");
    }

    private static LeaderMigration read(Map<?, ?> fields, List<String> problems) {
        String apiVersion = text(fields, "apiVersion", problems);
        String version = apiVersion.startsWith(GROUP) ? apiVersion.substring(GROUP.length()) : apiVersion;
        boolean isOld = OLD_VERSIONS.contains(version);
        boolean isKnown = apiVersion.startsWith(GROUP)
                && (isOld || version.equals("v1"))
                && "LeaderMigrationConfiguration".equals(fields.get("kind"));
        if (!isKnown) {
            throw new IllegalArgumentException(
                    "it holds %s of %s, not a LeaderMigrationConfiguration of %sv1, v1beta1 or v1alpha1"
                            .formatted(fields.get("kind"), GoText.quote(apiVersion), GROUP));
        }
        var known = new HashSet<>(Set.of("apiVersion", "kind", "leaderName", "controllerLeaders"));
        if (isOld) {
            known.add("resourceLock");
        }
        refuseUnknown(fields, known, "", problems);
        return new LeaderMigration(
                text(fields, "leaderName", problems),
                isOld ? text(fields, "resourceLock", problems) : LeaderMigration.LEASES,
                leaders(fields.get("controllerLeaders"), problems));
    }

    private static List<LeaderMigration.ControllerLeader> leaders(@Nullable Object value, List<String> problems) {
        var leaders = new ArrayList<LeaderMigration.ControllerLeader>();
        if (value == null) {
            return leaders;
        }
        if (!(value instanceof List<?> items)) {
            problems.add("controllerLeaders must be a list");
            return leaders;
        }
        for (var item : items) {
            if (item instanceof Map<?, ?> fields) {
                refuseUnknown(fields, Set.of("name", "component"), "controllerLeaders.", problems);
                leaders.add(new LeaderMigration.ControllerLeader(
                        text(fields, "name", problems), text(fields, "component", problems)));
            } else {
                problems.add("controllerLeaders must hold name and component each");
            }
        }
        return leaders;
    }

    private static String text(Map<?, ?> fields, String name, List<String> problems) {
        return switch (fields.get(name)) {
            case String text -> text;
            case null -> "";
            case Object other -> {
                problems.add("%s must be text, got %s".formatted(name, other));
                yield "";
            }
        };
    }

    private static void refuseUnknown(Map<?, ?> fields, Set<String> known, String path, List<String> problems) {
        for (var key : fields.keySet()) {
            String name = String.valueOf(key);
            if (!known.contains(name)) {
                problems.add("there is no field %s%s%s".formatted(path, name, Nearest.suggestion(name, known, path)));
            }
        }
    }
}
