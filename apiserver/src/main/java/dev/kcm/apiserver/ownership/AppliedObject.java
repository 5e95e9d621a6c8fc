package dev.kcm.apiserver.ownership;

import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.store.FieldOwners;
import dev.kcm.model.KubeObject;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.StatusCause;
import dev.kcm.model.ownership.ConflictException;
import dev.kcm.model.ownership.ManagedFields;
import dev.kcm.model.ownership.SchemaMismatchException;

/// What an apply makes of an object, before defaults and admission.
///
/// @param object in the version in which it is stored
public record AppliedObject(KubeObject object, FieldOwners owners) {
    /// Applies to an object that exists.
    ///
    /// @throws ApiException if it conflicts with others or does not fit, in upstream's words
    public static AppliedObject to(
            TrackedWrite write, KubeObject live, FieldOwners present, JsonObject body, boolean isForced) {
        var managers = ManagedFields.of(present.entries())
                .orElseThrow(() -> ApiErrors.unknown("failed to decode managed fields"));
        return of(write, DeferredOwners.tree(live, write.target().resource()), managers, body, isForced);
    }

    /// Applies to nothing.
    ///
    /// @throws ApiException if it does not fit
    public static AppliedObject toNothing(TrackedWrite write, JsonObject body) {
        return of(write, DeferredOwners.blank(write.target().resource()), ManagedFields.NONE, body, false);
    }

    private static AppliedObject of(
            TrackedWrite write, Json live, ManagedFields managers, JsonObject body, boolean isForced) {
        var resource = write.target().resource();
        try {
            var applied = write.tracking().applied(live, body, managers, isForced);
            var object = resource.decodeJson(applied.object().toBytes());
            return new AppliedObject(
                    VersionConversion.converted(object, VersionConversion.stored(resource)),
                    FieldOwners.of(PooledFields.shared(applied.managers().entries())));
        } catch (ConflictException conflict) {
            throw ApiErrors.applyConflict(
                    ApiErrors.said(conflict),
                    conflict.conflicts().stream()
                            .map(it -> StatusCause.builder()
                                    .reason("FieldManagerConflict")
                                    .message("conflict with " + it.manager())
                                    .field(it.field())
                                    .build())
                            .toList());
        } catch (SchemaMismatchException mismatch) {
            throw ApiErrors.unknown(ApiErrors.said(mismatch));
        } catch (JsonException unfit) {
            throw ApiErrors.unknown("failed to convert new object to proper version: " + ApiErrors.said(unfit));
        }
    }
}
