package dev.kcm.apiserver.ownership;

import dev.kcm.model.meta.v1.ManagedFieldsEntry;
import dev.kcm.model.value.RawJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Sets of fields that many objects have in common, such as the pods of a template, are kept once.
final class PooledFields {
    private static final int MOST = 4096;
    private static final Map<RawJson, RawJson> POOL = new ConcurrentHashMap<>();

    private PooledFields() {}

    static List<ManagedFieldsEntry> shared(List<ManagedFieldsEntry> entries) {
        return entries.stream().map(PooledFields::shared).toList();
    }

    private static ManagedFieldsEntry shared(ManagedFieldsEntry entry) {
        if (POOL.size() > MOST) {
            POOL.clear();
        }
        return entry.fieldsV1()
                .map(fields -> entry.toBuilder()
                        .fieldsV1(POOL.computeIfAbsent(fields, it -> it))
                        .build())
                .orElse(entry);
    }
}
