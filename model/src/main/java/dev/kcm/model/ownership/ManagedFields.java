package dev.kcm.model.ownership;

import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.ManagedFieldsEntry;
import dev.kcm.model.value.RawJson;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The managers of an object and what each has. Immutable; nobody is in it without fields.
public record ManagedFields(Map<FieldManager, Owned> owners) {
    public static final ManagedFields NONE = new ManagedFields(Map.of());

    private static final String FIELDS_TYPE = "FieldsV1";

    private static final Comparator<ManagedFieldsEntry> ORDER = Comparator.comparing(ManagedFieldsEntry::operation)
            .thenComparing(entry -> entry.time().map(Instant::getEpochSecond).orElse(0L))
            .thenComparing(ManagedFieldsEntry::manager, JsonObject.BYTEWISE)
            .thenComparing(ManagedFieldsEntry::apiVersion, JsonObject.BYTEWISE)
            .thenComparing(ManagedFieldsEntry::subresource, JsonObject.BYTEWISE);

    /// What a manager has.
    ///
    /// @param apiVersion the version in which it wrote
    /// @param time of its last change; none if it never made one
    public record Owned(FieldSet fields, String apiVersion, Optional<Instant> time) {
        Owned with(FieldSet others) {
            return new Owned(others, apiVersion, time);
        }

        Owned at(Optional<Instant> other) {
            return new Owned(fields, apiVersion, other);
        }
    }

    public ManagedFields {
        var kept = new LinkedHashMap<>(owners);
        kept.values().removeIf(owned -> owned.fields().isEmpty());
        owners = Collections.unmodifiableMap(kept);
    }

    public boolean isEmpty() {
        return owners.isEmpty();
    }

    Optional<Owned> of(FieldManager manager) {
        return Optional.ofNullable(owners.get(manager));
    }

    ManagedFields with(FieldManager manager, Owned owned) {
        var changed = new LinkedHashMap<>(owners);
        changed.put(manager, owned);
        return new ManagedFields(changed);
    }

    ManagedFields withFields(FieldManager manager, UnaryOperator<FieldSet> change) {
        var owned = owners.get(manager);
        return owned == null ? this : with(manager, owned.with(change.apply(owned.fields())));
    }

    /// As objects carry them.
    public List<ManagedFieldsEntry> entries() {
        return owners.entrySet().stream()
                .map(it -> entry(it.getKey(), it.getValue()))
                .sorted(ORDER)
                .toList();
    }

    private static ManagedFieldsEntry entry(FieldManager manager, Owned owned) {
        var entry = ManagedFieldsEntry.builder()
                .manager(manager.name())
                .operation(manager.operation())
                .apiVersion(owned.apiVersion())
                .fieldsType(FIELDS_TYPE)
                .fieldsV1(RawJson.of(owned.fields().toJson()))
                .subresource(manager.subresource());
        owned.time().ifPresent(entry::time);
        return entry.build();
    }

    /// Reads the entries of an object; empty if one of them is not valid.
    public static Optional<ManagedFields> of(List<ManagedFieldsEntry> entries) {
        var owners = new LinkedHashMap<FieldManager, Owned>();
        try {
            for (var entry : entries) {
                if (!isValid(entry)) {
                    return Optional.empty();
                }
                var fields =
                        FieldSet.fromJson(entry.fieldsV1().map(RawJson::tree).orElse(JsonObject.EMPTY));
                owners.put(manager(entry), new Owned(fields, entry.apiVersion(), entry.time()));
            }
        } catch (JsonException | IllegalArgumentException _) {
            return Optional.empty();
        }
        return Optional.of(new ManagedFields(owners));
    }

    private static boolean isValid(ManagedFieldsEntry entry) {
        return (entry.operation().equals("Apply") || entry.operation().equals("Update"))
                && !entry.apiVersion().isEmpty()
                && entry.fieldsType().equals(FIELDS_TYPE);
    }

    private static FieldManager manager(ManagedFieldsEntry entry) {
        return entry.operation().equals("Apply")
                ? FieldManager.applier(entry.manager(), entry.subresource())
                : FieldManager.updater(entry.manager(), entry.apiVersion(), entry.subresource());
    }
}
