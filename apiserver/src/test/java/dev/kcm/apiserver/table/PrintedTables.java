package dev.kcm.apiserver.table;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.meta.v1.Table;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What `kubectl get` prints, cells separated by bars. The tests expect what upstream's printers
/// (`pkg/printers/internalversion`) do; many cases are from their tests. All objects are five minutes old.
final class PrintedTables {
    static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final String METADATA = """
        {"metadata": {"name": "test", "creationTimestamp": "2026-01-01T11:55:00Z"}}\
        """;

    private PrintedTables() {}

    static <T extends KubeObject> T object(Resource<T> resource, String json) {
        var document = (JsonObject) Json.parse(json.getBytes(StandardCharsets.UTF_8));
        var metadata = Json.parse(METADATA.getBytes(StandardCharsets.UTF_8)).objectAt("metadata");
        return resource.decodeJson(document.with("metadata", metadata).toBytes());
    }

    static Table table(KubeObject object) {
        return table(object.resource(), List.of(object));
    }

    private static Table table(Resource<?> resource, List<KubeObject> objects) {
        return Tables.of(resource, ListMeta.EMPTY, objects, Tables.Include.NONE, true, NOW);
    }

    static String header(Resource<?> resource) {
        return header(resource, false);
    }

    static String wideHeader(Resource<?> resource) {
        return header(resource, true);
    }

    private static String header(Resource<?> resource, boolean isWide) {
        return table(resource, List.of()).columnDefinitions().stream()
                .filter(column -> isWide || column.priority() == 0)
                .map(column -> column.name().toUpperCase(Locale.ROOT))
                .collect(Collectors.joining("|"));
    }

    static String row(KubeObject object) {
        return row(table(object), false);
    }

    static String wideRow(KubeObject object) {
        return row(table(object), true);
    }

    private static String row(Table table, boolean isWide) {
        var columns = table.columnDefinitions();
        var cells = table.rows().getFirst().cells();
        return IntStream.range(0, columns.size())
                .filter(i -> isWide || columns.get(i).priority() == 0)
                .mapToObj(
                        i -> cells.get(i).textAt().orElseGet(() -> cells.get(i).toText()))
                .collect(Collectors.joining("|"));
    }

    static String types(Table table) {
        return table.columnDefinitions().stream().map(column -> column.type()).collect(Collectors.joining("|"));
    }
}
