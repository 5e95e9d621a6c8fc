package dev.kcm.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The commands of kcm, with the flags each takes and what its help says.
enum Command {
    UP(
            "up",
            List.of("--data-dir", "--port", "--nodes", "--controllers"),
            List.of("--in-memory", "--unsafe-no-fsync", "--merge-kubeconfig"),
            HelpTexts.UP),
    STATUS("status", List.of("--data-dir"), List.of(), HelpTexts.STATUS),
    WHY(
            "why",
            List.of(
                    "--data-dir",
                    "--namespace",
                    "--manager",
                    "--kubeconfig",
                    "--token-file",
                    "--client-certificate",
                    "--client-key",
                    "--certificate-authority"),
            List.of("--insecure-skip-tls-verify", ManagedCluster.SEND_CREDENTIALS),
            HelpTexts.WHY),
    NODE("node", List.of("--data-dir"), List.of(), HelpTexts.NODE),
    BACKUP("backup", List.of("--data-dir"), List.of("--overwrite"), HelpTexts.BACKUP),
    RESTORE("restore", List.of("--data-dir"), List.of("--overwrite"), HelpTexts.RESTORE),
    RESET("reset", List.of("--data-dir"), List.of(), HelpTexts.RESET);

    private final String word;
    private final List<String> valued;
    private final List<String> switches;
    private final String help;

    /// @param valued flags that want a value
    /// @param switches flags that do not; they may have one behind an equals sign
    Command(String word, List<String> valued, List<String> switches, String help) {
        this.word = word;
        this.valued = valued;
        this.switches = switches;
        this.help = help;
    }

    static Optional<Command> named(String word) {
        return Stream.of(values()).filter(it -> it.word.equals(word)).findFirst();
    }

    static List<String> words() {
        return Stream.of(values()).map(Command::word).toList();
    }

    String word() {
        return word;
    }

    String help() {
        return help;
    }

    boolean takesValue(String flag) {
        return valued.contains(flag);
    }

    boolean isSwitch(String flag) {
        return switches.contains(flag);
    }

    List<String> flags() {
        return Stream.concat(valued.stream(), switches.stream()).toList();
    }

    /// Whether flags it does not know are for the controllers.
    boolean passesFlagsOn() {
        return this == UP;
    }
}
