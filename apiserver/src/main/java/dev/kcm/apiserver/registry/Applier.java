package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.apiserver.ownership.AppliedObject;
import dev.kcm.apiserver.ownership.TrackedWrite;
import dev.kcm.apiserver.patch.ApplyBody;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import java.util.Optional;

/// Server-side apply: merges what the applier sends into the object, or creates it.
final class Applier {
    private final VersionedStore store;
    private final Writer writer;
    private final SystemMetadata system;

    Applier(VersionedStore store, Writer writer, SystemMetadata system) {
        this.store = store;
        this.writer = writer;
        this.system = system;
    }

    ApiResponse apply(RequestUser caller, Operation.Patch call, Writer.Scope scope) throws InterruptedException {
        var target = call.target();
        if (call.options().fieldManager().isEmpty()) {
            throw ApiErrors.requiredOption("PatchOptions", "fieldManager", "is required for apply patch");
        }
        var body = ApplyBody.of(call, target.resource());
        var write = TrackedWrite.of(caller, target, call.options(), system.now());
        while (true) {
            var isMissing = store.get(VersionConversion.stored(target.resource()), target.key())
                    .isEmpty();
            try {
                return isMissing && scope == Writer.Scope.OBJECT
                        ? create(caller, call, body, write)
                        : change(caller, call, scope, body, write);
            } catch (ApiException failed) {
                if (!isOutdated(failed.failure(), isMissing)) {
                    throw failed;
                }
            }
        }
    }

    /// Whether somebody created the object meanwhile.
    private static boolean isOutdated(ApiFailure failure, boolean wasMissing) {
        return wasMissing && failure instanceof ApiFailure.AlreadyExists;
    }

    private ApiResponse create(RequestUser caller, Operation.Patch call, ApplyBody body, TrackedWrite write)
            throws InterruptedException {
        var target = write.target();
        var applied = AppliedObject.toNothing(write, body.fields());
        if (!body.uid().isEmpty()) {
            throw ApiErrors.conflict(
                    target.resource(),
                    target.name(),
                    "uid mismatch: the provided object specified uid %s, and no existing object was found"
                            .formatted(body.uid()));
        }
        Writer.requireName(applied.object(), target);
        var create = new Operation.Create(
                new Target(target.resource(), target.namespace(), "", ""),
                VersionConversion.converted(applied.object(), target.resource()),
                call.options());
        return writer.createMissing(caller, create, Optional.of(applied.owners()));
    }

    private ApiResponse change(
            RequestUser caller, Operation.Patch call, Writer.Scope scope, ApplyBody body, TrackedWrite write)
            throws InterruptedException {
        return writer.change(caller, call.target(), scope, call.options(), (current, owners) -> {
            var applied = AppliedObject.to(write, current, owners, body.fields(), call.force());
            Writer.requireName(applied.object(), call.target());
            return new Writer.Wanted(applied.object(), Optional.of(applied.owners()));
        });
    }
}
