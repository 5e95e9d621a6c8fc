package dev.kcm.apiserver.table;

import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.meta.v1.Table;
import dev.kcm.model.meta.v1.TableRow;
import dev.kcm.model.value.RawJson;
import dev.kcm.model.wire.TopLevel;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Turns objects into tables.
public final class Tables {
    /// How much of an object comes along with its row.
    public enum Include {
        NONE,
        METADATA,
        OBJECT
    }

    private static final Map<Resource<?>, Layout<?>> LAYOUTS = new ConcurrentHashMap<>();

    private Tables() {}

    /// A table of these objects, with the columns of the version they are stored in. Of a watch all tables but the
    /// first go without columns.
    public static Table of(
            Resource<?> resource,
            ListMeta metadata,
            List<? extends KubeObject> objects,
            Include include,
            boolean hasColumns,
            Instant now) {
        var stored = VersionConversion.stored(resource);
        var layout = layout(stored);
        return Table.builder()
                .metadata(metadata)
                .columnDefinitions(hasColumns ? layout.definitions() : List.of())
                .rows(objects.stream()
                        .map(object -> TableRow.builder()
                                .cells(layout.cells(VersionConversion.converted(object, stored), now))
                                .object(included(object, include))
                                .build())
                        .toList())
                .build();
    }

    private static RawJson included(KubeObject object, Include include) {
        return switch (include) {
            case NONE -> RawJson.EMPTY;
            case METADATA ->
                RawJson.wrap(
                        MetadataObject.of(object.resource(), object.metadata()).toJson());
            case OBJECT -> RawJson.wrap(((TopLevel) object).toJson());
        };
    }

    @SuppressWarnings("unchecked") // a layout is made for the objects of its resource
    private static Layout<KubeObject> layout(Resource<?> resource) {
        return (Layout<KubeObject>) LAYOUTS.computeIfAbsent(resource, Layouts::of);
    }
}
