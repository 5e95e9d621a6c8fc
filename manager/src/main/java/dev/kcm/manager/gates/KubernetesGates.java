package dev.kcm.manager.gates;

import dev.kcm.base.gates.GateTable;
import dev.kcm.base.gates.GateVersions;
import dev.kcm.manager.version.KubernetesVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The gates of upstream's binary, with their history back to 1.0.
public final class KubernetesGates {
    public static final GateTable TABLE = GateTable.parse(lines("feature-gates.tsv"));
    static final GateVersions OURS = GateVersions.of(KubernetesVersion.MINOR);

    private KubernetesGates() {}

    static List<String> lines(String name) {
        try (var resource = KubernetesGates.class.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException(name + " is missing from the program");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
