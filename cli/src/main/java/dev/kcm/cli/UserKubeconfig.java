package dev.kcm.cli;

import dev.kcm.cluster.ClusterException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// The user's own kubeconfig, into which a cluster may be merged. As with kubectl, comments in it
/// are lost.
record UserKubeconfig(Path file) {
    private static final List<String> LISTS = List.of("clusters", "users", "contexts");

    /// The first file of `$KUBECONFIG`, or `~/.kube/config`.
    static Path usual() {
        return Optional.ofNullable(System.getenv("KUBECONFIG"))
                .map(text -> text.split(File.pathSeparator, -1)[0])
                .filter(text -> !text.isEmpty())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".kube", "config"));
    }

    /// Puts what another kubeconfig holds in the place of entries with the same names. The current
    /// context is taken over where there is none.
    void merge(String kubeconfig) {
        try {
            var own = Files.exists(file) ? read(Files.readString(file)) : read("");
            var added = read(kubeconfig);
            var merged = new LinkedHashMap<>(own);
            LISTS.forEach(list -> merged.put(list, merged(named(own, list), named(added, list))));
            merged.putIfAbsent("apiVersion", "v1");
            merged.putIfAbsent("kind", "Config");
            if (String.valueOf(own.getOrDefault("current-context", "")).isEmpty()) {
                merged.put("current-context", added.get("current-context"));
            }
            write(merged);
        } catch (IOException | YamlEngineException | ClassCastException problem) {
            throw new ClusterException(
                    "cannot merge the cluster into %s: %s (--merge-kubeconfig=FILE names another)"
                            .formatted(file, problem.getMessage()),
                    problem);
        }
    }

    @SuppressWarnings("unchecked") // anything else is reported as an invalid file
    private static Map<String, Object> read(String text) {
        var content = new Load(LoadSettings.builder().build()).loadFromString(text);
        return content == null ? Map.of() : (Map<String, Object>) content;
    }

    @SuppressWarnings("unchecked") // anything else is reported as an invalid file
    private static List<Map<String, Object>> named(Map<String, Object> content, String list) {
        var entries = content.get(list);
        return entries == null ? List.of() : (List<Map<String, Object>>) entries;
    }

    private static List<Map<String, Object>> merged(List<Map<String, Object>> own, List<Map<String, Object>> added) {
        var names = added.stream().map(entry -> entry.get("name")).toList();
        var all = new ArrayList<>(own);
        all.removeIf(entry -> names.contains(entry.get("name")));
        all.addAll(added);
        return all;
    }

    /// All of it or nothing, for the user's eyes only.
    private void write(Map<String, Object> content) throws IOException {
        var target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        var directory = Optional.ofNullable(target.getParent()).orElseThrow();
        Files.createDirectories(directory);
        var settings =
                DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build();
        var beside = Files.createTempFile(
                directory,
                ".kubeconfig",
                "",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(beside, new Dump(settings).dumpToString(content));
            Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}
