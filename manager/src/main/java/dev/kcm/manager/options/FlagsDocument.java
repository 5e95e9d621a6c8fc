package dev.kcm.manager.options;

import dev.kcm.base.flags.Flag;
import dev.kcm.base.flags.HelpText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes docs/flags.md from the declarations, so that it cannot say anything else.
public final class FlagsDocument {
    private FlagsDocument() {}

    /// Writes the document to the file named by the only argument.
    public static void main(String[] arguments) throws IOException {
        Files.writeString(Path.of(arguments[0]), text());
    }

    static String text() {
        var text = new StringBuilder("""
            # Flags of kube-controller-manager

            Generated from the declarations by `tools/flags-document`; do not edit.
            Names, types and defaults are those of upstream's %s; the flags in the last section are ours alone.
            """.formatted(dev.kcm.manager.version.KubernetesVersion.GIT));
        ManagerFlags.ALL.sections().forEach((section, flags) -> {
            text.append("\n## ").append(HelpText.title(section)).append("\n\n");
            text.append("| Flag | Type | Default | |\n|---|---|---|---|\n");
            flags.forEach(flag -> text.append(row(flag)));
        });
        return text.toString();
    }

    private static String row(Flag<?> flag) {
        String name = flag.shorthand().map(letter -> "`-" + letter + "`, ").orElse("") + "`--" + flag.name() + "`";
        String help =
                flag.deprecated().map(reason -> "Deprecated: " + reason + ". ").orElse("") + flag.help();
        return "| %s | %s | %s | %s |\n"
                .formatted(
                        name,
                        flag.type().name(),
                        flag.shownDefault().map(text -> "`" + text + "`").orElse(""),
                        help.replace("|", "\\|").replace("*", "\\*").replace("\n", "<br>"));
    }
}
