package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.apiserver.patch.ParsedPatch;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.MetadataValidation;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.apiserver.strategy.lookup.Strategies;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Create, update and patch. An update is computed from the stored object and committed if that is still
/// stored; if not, it is computed again.
final class Writer {
    /// Which part of an object a change may touch.
    enum Scope {
        OBJECT,
        STATUS,
        /// The part that belongs to the subresource of the request.
        SUBRESOURCE
    }

    private static final int NAME_ATTEMPTS = 8;

    private final VersionedStore store;
    private final AdmissionPlugin admission;
    private final SystemMetadata system;
    private final WriteChecks checks;

    Writer(VersionedStore store, AdmissionPlugin admission, SystemMetadata system, WriteChecks checks) {
        this.store = store;
        this.admission = admission;
        this.system = system;
        this.checks = checks;
    }

    ApiResponse create(RequestUser caller, Operation.Create call) throws InterruptedException {
        return create(caller, call, _ -> {});
    }

    /// @param permission asked with the target when the object is valid
    private ApiResponse create(RequestUser caller, Operation.Create call, Consumer<Target> permission)
            throws InterruptedException {
        var target = call.target();
        var resource = target.resource();
        var initialised = system.initialised(
                VersionConversion.converted(call.object(), VersionConversion.stored(resource)), target);
        var isGenerated = initialised.metadata().name().isEmpty();
        for (int attempt = 0; attempt < NAME_ATTEMPTS; attempt++) {
            var named = system.named(initialised);
            var object = prepared(caller, target.withName(named.metadata().name()), named, permission);
            var existing = store.get(object.resource(), object.key());
            if (existing.isEmpty()) {
                var written = call.options().isDryRun()
                        ? Optional.of(object)
                        : store.commit(object.resource(), object.key(), null, object);
                if (written.isPresent()) {
                    return new ApiResponse.One(VersionConversion.converted(written.get(), resource), true);
                }
            }
            if (!isGenerated) {
                throw ApiErrors.alreadyExists(resource, object.metadata().name());
            }
        }
        throw ApiErrors.noUniqueName(resource, initialised.metadata().generateName());
    }

    private KubeObject prepared(RequestUser caller, Target target, KubeObject named, Consumer<Target> permission) {
        var strategy = strategyOf(named);
        var admitted = admission.create(caller, target, strategy.defaulted(named));
        var prepared = strategy.preparedForCreate(strategy.defaulted(admitted));
        var errors = new FieldErrors();
        MetadataValidation.validate(prepared, strategy, errors);
        strategy.validate(prepared, errors);
        errors.throwIfAny(target.resource(), prepared.metadata().name());
        permission.accept(target);
        admission.validate(caller, target, prepared, null);
        checks.requireStorable(prepared);
        return prepared;
    }

    /// Replaces an object by the one in the request.
    ApiResponse update(RequestUser caller, Operation.Update call, Scope scope) throws InterruptedException {
        var target = call.target();
        var stored = VersionConversion.stored(target.resource());
        var given = call.object();
        if (!given.metadata().name().equals(target.name())) {
            throw ApiErrors.badRequest(
                    given.metadata().name().isEmpty()
                            ? "the name of the object (%s based on URL) was undeterminable: name must be provided"
                                    .formatted(target.name())
                            : "the name of the object (%s) does not match the name on the URL (%s)"
                                    .formatted(given.metadata().name(), target.name()));
        }
        var wanted = VersionConversion.converted(given, stored);
        if (store.get(stored, target.key()).isEmpty()
                && scope == Scope.OBJECT
                && strategyOf(wanted).allowsCreateOnUpdate()
                && wanted.metadata().resourceVersion().isEmpty()) {
            var create = new Operation.Create(
                    new Target(target.resource(), target.namespace(), "", ""), given, call.options());
            return create(caller, create, named -> checks.permission().require(caller, named));
        }
        return change(caller, target, scope, call.options(), _ -> wanted);
    }

    /// Patches an object in the version of the request.
    ApiResponse patch(RequestUser caller, Operation.Patch call, Scope scope) throws InterruptedException {
        var patch = ParsedPatch.of(call);
        var resource = call.target().resource();
        return change(caller, call.target(), scope, call.options(), current -> {
            var patched = patch.applied(VersionConversion.converted(current, resource));
            return VersionConversion.converted(patched, current.resource());
        });
    }

    /// Changes an object: `edit` gets the stored one and returns the wanted one, which counts as a
    /// conflict if it names another resource version.
    ApiResponse change(
            RequestUser caller, Target target, Scope scope, WriteOptions options, UnaryOperator<KubeObject> edit)
            throws InterruptedException {
        var resource = VersionConversion.stored(target.resource());
        while (true) {
            var current = store.get(resource, target.key())
                    .orElseThrow(() -> ApiErrors.notFound(target.resource(), target.name()));
            var next = changed(caller, target, scope, current, edit.apply(current));
            var written = committed(target, options, current, next);
            if (written.isPresent()) {
                return new ApiResponse.One(VersionConversion.converted(written.get(), target.resource()), false);
            }
        }
    }

    /// A change by the server itself, past the strategy of the kind.
    ApiResponse changeFreely(Target target, WriteOptions options, UnaryOperator<KubeObject> edit)
            throws InterruptedException {
        var resource = VersionConversion.stored(target.resource());
        while (true) {
            var current = store.get(resource, target.key())
                    .orElseThrow(() -> ApiErrors.notFound(target.resource(), target.name()));
            var wanted = edit.apply(current);
            checkPreconditions(target, strategyOf(current), current, wanted);
            var next = SystemMetadata.kept(wanted, current, target);
            var written = committed(target, options, current, next);
            if (written.isPresent()) {
                return new ApiResponse.One(VersionConversion.converted(written.get(), target.resource()), false);
            }
        }
    }

    private Optional<KubeObject> committed(Target target, WriteOptions options, KubeObject current, KubeObject next)
            throws InterruptedException {
        if (next.equals(current) || options.isDryRun()) {
            return Optional.of(next);
        }
        var wanted = FinalizerRules.isReached(next, current) ? null : next;
        return store.commit(current.resource(), target.key(), current, wanted);
    }

    private KubeObject changed(RequestUser caller, Target target, Scope scope, KubeObject current, KubeObject wanted) {
        var strategy = strategyOf(current);
        checkPreconditions(target, strategy, current, wanted);
        var kept = SystemMetadata.kept(wanted, current, target);
        var defaulted = strategy.defaulted(kept);
        var admitted = admission.update(caller, target, defaulted, current);
        var subresource = target.subresource();
        var prepared = switch (scope) {
            case STATUS -> strategy.preparedForStatusUpdate(admitted, current);
            case OBJECT -> strategy.preparedForUpdate(admitted, current);
            case SUBRESOURCE -> strategy.preparedForSubresourceUpdate(subresource, admitted, current);
        };
        var errors = new FieldErrors();
        MetadataValidation.validate(prepared, strategy, errors);
        MetadataValidation.validateUpdate(prepared.metadata(), current.metadata(), errors);
        switch (scope) {
            case STATUS -> strategy.validateStatusUpdate(prepared, current, errors);
            case OBJECT -> strategy.validateUpdate(prepared, current, errors);
            case SUBRESOURCE -> strategy.validateSubresourceUpdate(subresource, prepared, current, errors);
        }
        errors.throwIfAny(target.resource(), target.name());
        admission.validate(caller, target, prepared, current);
        checks.requireStorable(prepared);
        return prepared;
    }

    private static void checkPreconditions(
            Target target, Strategy<KubeObject> strategy, KubeObject current, KubeObject wanted) {
        var given = wanted.metadata();
        var stored = current.metadata();
        if (!given.uid().isEmpty() && !given.uid().equals(stored.uid())) {
            throw ApiErrors.conflict(
                    target.resource(),
                    target.name(),
                    "Precondition failed: UID in precondition: %s, UID in object meta: %s"
                            .formatted(given.uid(), stored.uid()));
        }
        if (given.resourceVersion().isEmpty()) {
            if (strategy.requiresResourceVersion()) {
                throw ApiErrors.mustNameVersion(target.resource(), target.name());
            }
        } else if (!given.resourceVersion().equals(stored.resourceVersion())) {
            throw ApiErrors.modified(target.resource(), target.name());
        }
    }

    @SuppressWarnings("unchecked") // an object's strategy is that of the resource it names itself
    static Strategy<KubeObject> strategyOf(KubeObject object) {
        return Strategies.of((Resource<KubeObject>) object.resource());
    }
}
