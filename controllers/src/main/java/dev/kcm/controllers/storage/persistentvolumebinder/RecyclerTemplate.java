package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// The pod that others which scrub volumes are made from: the built-in one, or one out of a file.
final class RecyclerTemplate {
    private static final String SCRUB =
            "test -e /scrub && find /scrub -mindepth 1 -delete && test -z \"$(ls -A /scrub)\" || exit 1";

    private RecyclerTemplate() {}

    /// @param file YAML or JSON; empty for the built-in pod
    /// @throws IllegalArgumentException if the file cannot be used, which [#error] has found out before
    static Pod load(String file) {
        if (file.isEmpty()) {
            return builtIn();
        }
        var pod = read(file);
        if (pod.spec().volumes().isEmpty()) {
            throw new IllegalArgumentException(
                    "pod specification (%s): does not contain any volume(s)".formatted(file));
        }
        return pod;
    }

    /// Why a file cannot be used.
    static Optional<String> error(String file) {
        try {
            load(file);
            return Optional.empty();
        } catch (IllegalArgumentException unusable) {
            return Optional.of(String.valueOf(unusable.getMessage()));
        }
    }

    private static Pod read(String file) {
        try {
            var text = Files.readString(Path.of(file));
            if (text.isBlank()) {
                throw new IllegalArgumentException("file was empty: " + file);
            }
            var content = new Load(LoadSettings.builder().setLabel(file).build()).loadFromString(text);
            return Pod.PODS.decodeJson(json(content).toBytes());
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    "failed to read file path %s: %s".formatted(file, unreadable.getMessage()), unreadable);
        } catch (YamlEngineException | JsonException malformed) {
            throw new IllegalArgumentException("failed decoding file: " + malformed.getMessage(), malformed);
        }
    }

    private static Json json(@Nullable Object value) {
        return switch (value) {
            case null -> Json.NULL;
            case Map<?, ?> map -> {
                var object = JsonObject.builder();
                map.forEach((name, member) -> object.put(String.valueOf(name), json(member)));
                yield object.build();
            }
            case List<?> list ->
                Json.array(list.stream().map(RecyclerTemplate::json).toList());
            case Boolean truth -> Json.of(truth);
            case Integer number -> Json.of(number);
            case Long number -> Json.of(number);
            default -> Json.of(value.toString());
        };
    }

    private static Pod builtIn() {
        return Pod.builder()
                .spec(spec -> spec.restartPolicy("Never")
                        .addVolumes(volume -> volume.name("vol"))
                        .addContainers(container -> container
                                .name("pv-recycler")
                                .image("registry.k8s.io/build-image/debian-base:bookworm-v1.0.6")
                                .command(List.of("/bin/sh"))
                                .args(List.of("-c", SCRUB))
                                .addVolumeMounts(mount -> mount.name("vol").mountPath("/scrub"))))
                .build();
    }
}
