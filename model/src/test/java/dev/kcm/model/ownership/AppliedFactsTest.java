package dev.kcm.model.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonWriter;
import dev.kcm.model.meta.v1.ManagedFieldsEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// Our field manager beside upstream's, on 11,000 writes of seeded random objects that `conformance/go/apply` recorded.
class AppliedFactsTest {
    private static final Instant BEGINNING = Instant.parse("2020-01-01T00:00:00Z");

    private int writes;
    private int conflicts;

    @Test
    void does_to_objects_and_managers_what_upstream_does() throws IOException {
        var resource = Objects.requireNonNull(AppliedFactsTest.class.getResourceAsStream("/golden/apply.jsonl.gz"));
        try (var lines =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(resource), StandardCharsets.UTF_8))) {
            var custom = StructuralTypes.of((JsonObject) Json.parse(lines.readLine()));
            int number = 0;
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                replay(number++, Json.parse(line), custom);
            }
        }
        assertThat(writes).isGreaterThan(11_000);
        assertThat(conflicts).isGreaterThan(500);
    }

    private void replay(int seed, Json story, FieldType custom) {
        var kind = story.textAt("kind").orElseThrow();
        var isCustom = kind.startsWith("example.com/");
        var apiVersion = kind.substring(0, kind.lastIndexOf('/'));
        var versions =
                isCustom ? customVersions(custom) : builtIn(apiVersion, kind.substring(kind.lastIndexOf('/') + 1));
        Json live = JsonObject.EMPTY;
        var managers = ManagedFields.NONE;
        int number = 0;
        for (var write : story.itemsAt("writes")) {
            var what = "seed %d, write %d of %s".formatted(seed, number, kind);
            var version = withVersion(apiVersion, write.textAt("version").orElseThrow());
            var blank = (JsonObject) versions.converted(JsonObject.EMPTY, "", version);
            var endpoint = new FieldTracking.Endpoint(
                    versions, version, write.textAt("subresource").orElse(""), reset(write, isCustom), () -> blank);
            var manager = new FieldTracking(
                    endpoint, write.textAt("manager").orElseThrow(), Optional.of(BEGINNING.plusSeconds(number++)));
            var body = write.objectAt("body");
            live = versions.converted(live, "", version);
            writes++;
            try {
                var isApply = write.booleanAt("applies").orElse(false);
                Json after = body;
                ManagedFields left;
                if (isApply) {
                    var applied = manager.applied(
                            live, body, managers, write.booleanAt("force").orElse(false));
                    after = applied.object();
                    left = applied.managers();
                } else {
                    left = manager.updated(live, body, managers);
                }
                assertThat(write.textAt("error")).as(what).isEmpty();
                if (isApply) {
                    assertThat(after.sorted().toText())
                            .as(what)
                            .isEqualTo(write.at("result").orElseThrow().sorted().toText());
                }
                assertThat(entries(left)).as(what).isEqualTo(expected(write));
                managers = left;
                live = ((JsonObject) after).withAt(List.of("metadata", "uid"), Json.of("1"));
            } catch (ConflictException conflict) {
                conflicts++;
                assertThat(write.textAt("error")).as(what).contains(conflict.getMessage());
            } catch (SchemaMismatchException mismatch) {
                assertThat(write.textAt("error").orElse("")).as(what).endsWith(mismatch.getMessage());
            }
        }
    }

    private static List<String> entries(ManagedFields managers) {
        return managers.entries().stream()
                .map(entry -> Json.parse(json(entry)).sorted().toText())
                .toList();
    }

    private static String json(ManagedFieldsEntry entry) {
        var out = new JsonWriter();
        entry.encode(out);
        return out.toString();
    }

    private static List<String> expected(Json write) {
        return write.itemsAt("managed").stream()
                .map(entry -> entry.sorted().toText())
                .toList();
    }

    private static Function<String, FieldSet> reset(Json write, boolean isCustom) {
        var isStatus = write.textAt("subresource").orElse("").equals("status");
        var spec = isCustom ? FieldSet.ofField("spec").union(FieldSet.ofField("metadata")) : FieldSet.ofField("spec");
        var fields = isStatus ? spec : FieldSet.ofField("status");
        return _ -> fields;
    }

    private static String withVersion(String apiVersion, String version) {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? version : apiVersion.substring(0, slash + 1) + version;
    }

    private static Versions builtIn(String apiVersion, String kind) {
        var type = BuiltInTypes.of(apiVersion, kind).orElseThrow();
        return versions(Map.of(apiVersion, type), kind);
    }

    private static Versions customVersions(FieldType type) {
        return versions(Map.of("example.com/v1", type, "example.com/v2", type), "Widget");
    }

    private static Versions versions(Map<String, FieldType> types, String kind) {
        return new Versions() {
            @Override
            public Optional<FieldType> type(String apiVersion) {
                return Optional.ofNullable(types.get(apiVersion));
            }

            @Override
            public Json converted(Json object, String from, String to) {
                return ((JsonObject) object).with("apiVersion", to).with("kind", kind);
            }
        };
    }
}
