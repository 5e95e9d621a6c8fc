package dev.kcm.manager.pages;

import dev.kcm.base.flags.Flag;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ManagerFlags;
import dev.kcm.manager.options.ManagerOptions;
import java.util.Map;
import java.util.TreeMap;

/// What `/flagz` shows: every flag and its value.
public final class Flagz {
    private Flagz() {}

    /// For people: `name:value` a line.
    public static String text(ManagerOptions options) {
        var text = new StringBuilder();
        text.append('\n')
                .append(CommandLine.PROGRAM)
                .append(" flagz\n" + "Warning: for people who debug; the form may change at any" + " time.\n");
        values(options)
                .forEach((name, value) ->
                        text.append(name).append(':').append(value).append('\n'));
        return text.toString();
    }

    /// For programs: the Flagz object of config.k8s.io.
    ///
    /// @param version `v1beta1` or `v1alpha1`
    public static String json(ManagerOptions options, String version) {
        return Fields.of(
                        "kind",
                        "Flagz",
                        "apiVersion",
                        "config.k8s.io/" + version,
                        "metadata",
                        Fields.of("name", CommandLine.PROGRAM),
                        "flags",
                        values(options))
                .toText();
    }

    private static Map<String, String> values(ManagerOptions options) {
        var values = new TreeMap<String, String>();
        for (Flag<?> flag : ManagerFlags.ALL.flags()) {
            values.put(flag.name(), options.values().print(flag));
        }
        return values;
    }
}
