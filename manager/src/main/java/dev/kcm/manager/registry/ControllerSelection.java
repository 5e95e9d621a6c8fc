package dev.kcm.manager.registry;

import dev.kcm.base.GoText;
import dev.kcm.base.flags.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What `--controllers` says: the first entry that names a controller decides; where none does, `*`
/// runs what is on by default.
///
/// @param entries names without aliases, `-name` and `*`, in the order given
public record ControllerSelection(List<String> entries) {

    /// Replaces aliases by names.
    public static ControllerSelection of(List<String> given) {
        return new ControllerSelection(given.stream()
                .map(entry -> entry.startsWith("-")
                        ? "-" + ControllerDescriptors.canonical(entry.substring(1))
                        : ControllerDescriptors.canonical(entry))
                .toList());
    }

    public boolean includes(ControllerDescriptor descriptor) {
        for (String entry : entries) {
            if (entry.equals(descriptor.name())) {
                return true;
            }
            if (entry.equals("-" + descriptor.name())) {
                return false;
            }
        }
        return entries.contains("*") && !descriptor.disabledByDefault();
    }

    /// Whether the command line asks for this controller by its name.
    public boolean names(ControllerDescriptor descriptor) {
        return entries.contains(descriptor.name()) && includes(descriptor);
    }

    /// Names nobody knows.
    public static List<String> problems(List<String> given) {
        var names = ControllerDescriptors.names();
        var all = Stream.concat(names.stream(), ControllerDescriptors.aliases().keySet().stream())
                .toList();
        var problems = new ArrayList<String>();
        for (String entry : given) {
            String name = entry.startsWith("-") ? entry.substring(1) : entry;
            if (!entry.equals("*") && !names.contains(ControllerDescriptors.canonical(name))) {
                problems.add("--controllers: there is no controller %s%s"
                        .formatted(GoText.quote(name), Nearest.suggestion(name, all, "")));
            }
        }
        return problems;
    }
}
