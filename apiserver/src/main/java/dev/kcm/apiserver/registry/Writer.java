package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.apiserver.ownership.TrackedWrite;
import dev.kcm.apiserver.patch.ParsedPatch;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.FieldOwners;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.MetadataValidation;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.apiserver.strategy.lookup.Strategies;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.ManagedFieldsEntry;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import java.util.List;
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

    /// Makes an object out of the stored one.
    @FunctionalInterface
    interface Edit {
        /// @param owners who manages the fields of the stored one
        Wanted of(KubeObject current, FieldOwners owners);
    }

    /// What a request wants.
    ///
    /// @param owners who will manage it; none where that follows from the change
    record Wanted(KubeObject object, Optional<FieldOwners> owners) {
        static Wanted of(KubeObject object) {
            return new Wanted(object, Optional.empty());
        }
    }

    /// An object on its way into the store.
    ///
    /// @param beforeAdmission what the writer is responsible for
    private record Prepared(KubeObject object, KubeObject beforeAdmission) {}

    private final VersionedStore store;
    private final AdmissionPlugin admission;
    private final SystemMetadata system;
    private final WriteChecks checks;
    private final boolean showsManagedFields;

    Writer(Registry.Parts parts, SystemMetadata system) {
        this.store = parts.store();
        this.admission = parts.admission();
        this.system = system;
        this.checks = parts.checks();
        this.showsManagedFields = parts.showsManagedFields();
    }

    ApiResponse create(RequestUser caller, Operation.Create call) throws InterruptedException {
        return create(caller, call, Optional.empty(), _ -> {});
    }

    /// Creates what an update or an apply did not find.
    ///
    /// @param owners who will manage it; none where that follows from the object
    ApiResponse createMissing(RequestUser caller, Operation.Create call, Optional<FieldOwners> owners)
            throws InterruptedException {
        return create(caller, call, owners, named -> checks.permission().require(caller, named));
    }

    /// @param permission asked with the target when the object is valid
    private ApiResponse create(
            RequestUser caller, Operation.Create call, Optional<FieldOwners> applied, Consumer<Target> permission)
            throws InterruptedException {
        var target = call.target();
        var resource = target.resource();
        var given = call.object().metadata().managedFields();
        var write = TrackedWrite.of(caller, target, call.options(), system.now());
        var initialised = system.initialised(
                VersionConversion.converted(call.object(), VersionConversion.stored(resource)), target);
        var isGenerated = initialised.metadata().name().isEmpty();
        for (int attempt = 0; attempt < NAME_ATTEMPTS; attempt++) {
            var named = system.named(initialised);
            var prepared = prepared(caller, target.withName(named.metadata().name()), named, permission);
            var object = prepared.object();
            var owners = applied.orElseGet(() -> write.created(prepared.beforeAdmission(), given));
            var existing = store.get(object.resource(), object.key());
            if (existing.isEmpty()) {
                var written = call.options().isDryRun()
                        ? Optional.of(object)
                        : store.commit(object.resource(), object.key(), null, object, owners);
                if (written.isPresent()) {
                    return new ApiResponse.One(
                            VersionConversion.converted(shown(written.get(), owners), resource), true);
                }
            }
            if (!isGenerated) {
                throw ApiErrors.alreadyExists(resource, object.metadata().name());
            }
        }
        throw ApiErrors.noUniqueName(resource, initialised.metadata().generateName());
    }

    private KubeObject shown(KubeObject object, FieldOwners owners) {
        return showsManagedFields ? owners.shownIn(object) : object;
    }

    private Prepared prepared(RequestUser caller, Target target, KubeObject named, Consumer<Target> permission) {
        var strategy = strategyOf(named);
        var defaulted = strategy.defaulted(named);
        var admitted = admission.create(caller, target, defaulted);
        var prepared = strategy.preparedForCreate(strategy.defaulted(admitted));
        var errors = new FieldErrors();
        MetadataValidation.validate(prepared, strategy, errors);
        strategy.validate(prepared, errors);
        errors.throwIfAny(target.resource(), prepared.metadata().name());
        permission.accept(target);
        admission.validate(caller, target, prepared, null);
        checks.requireStorable(prepared);
        return new Prepared(prepared, defaulted);
    }

    /// Replaces an object by the one in the request.
    ApiResponse update(RequestUser caller, Operation.Update call, Scope scope) throws InterruptedException {
        var target = call.target();
        var stored = VersionConversion.stored(target.resource());
        var given = call.object();
        requireName(given, target);
        var wanted = VersionConversion.converted(given, stored);
        if (store.get(stored, target.key()).isEmpty()
                && scope == Scope.OBJECT
                && strategyOf(wanted).allowsCreateOnUpdate()
                && wanted.metadata().resourceVersion().isEmpty()) {
            var create = new Operation.Create(
                    new Target(target.resource(), target.namespace(), "", ""), given, call.options());
            return createMissing(caller, create, Optional.empty());
        }
        return change(caller, target, scope, call.options(), (_, _) -> Wanted.of(wanted));
    }

    static void requireName(KubeObject given, Target target) {
        var name = given.metadata().name();
        if (!name.equals(target.name())) {
            throw ApiErrors.badRequest(
                    name.isEmpty()
                            ? "the name of the object (%s based on URL) was undeterminable: name must be provided"
                                    .formatted(target.name())
                            : "the name of the object (%s) does not match the name on the URL (%s)"
                                    .formatted(name, target.name()));
        }
    }

    /// Patches an object in the version of the request.
    ApiResponse patch(RequestUser caller, Operation.Patch call, Scope scope) throws InterruptedException {
        var patch = ParsedPatch.of(call);
        var resource = call.target().resource();
        return change(caller, call.target(), scope, call.options(), (current, owners) -> {
            var shown = patch.concernsManagedFields() ? owners.shownIn(current) : current;
            var patched = patch.applied(VersionConversion.converted(shown, resource));
            return Wanted.of(VersionConversion.converted(patched, current.resource()));
        });
    }

    /// Changes an object: `edit` gets the stored one and returns the wanted one, which counts as a
    /// conflict if it names another resource version.
    ApiResponse change(RequestUser caller, Target target, Scope scope, WriteOptions options, Edit edit)
            throws InterruptedException {
        var write = TrackedWrite.of(caller, target, options, system.now());
        var resource = VersionConversion.stored(target.resource());
        while (true) {
            var objects = store.contents(resource).objects();
            var current =
                    objects.get(target.key()).orElseThrow(() -> ApiErrors.notFound(target.resource(), target.name()));
            var owners = objects.owners(target.key());
            var wanted = edit.of(current, owners);
            var next = changed(caller, target, scope, current, wanted.object());
            var changed = wanted.owners()
                    .orElseGet(() -> write.updated(
                            owners,
                            current,
                            next.beforeAdmission(),
                            wanted.object().metadata().managedFields()));
            var isKept = next.object().equals(current) && isKept(current, owners, wanted, next, changed);
            var written = isKept || options.isDryRun()
                    ? Optional.of(next.object())
                    : committed(target, current, next.object(), changed);
            if (written.isPresent()) {
                var shown = shown(written.get(), isKept ? owners : changed);
                return new ApiResponse.One(VersionConversion.converted(shown, target.resource()), false);
            }
        }
    }

    /// Whether an update that leaves the object as it is leaves its managers so, too, apart from times.
    private static boolean isKept(
            KubeObject current, FieldOwners owners, Wanted wanted, Prepared next, FieldOwners changed) {
        var isTrivial = wanted.owners().isEmpty()
                && wanted.object().metadata().managedFields().isEmpty()
                && next.beforeAdmission().equals(current);
        return isTrivial || untimed(changed).equals(untimed(owners));
    }

    private static List<ManagedFieldsEntry> untimed(FieldOwners owners) {
        return owners.entries().stream()
                .map(entry -> entry.toBuilder().withoutTime().build())
                .toList();
    }

    /// A change by the server itself, past the strategy of the kind; it leaves the managers of fields as they are.
    ApiResponse changeFreely(Target target, WriteOptions options, UnaryOperator<KubeObject> edit)
            throws InterruptedException {
        return changeFreely(target, options, edit, (_, owners, _) -> owners);
    }

    /// Who manages the fields after a change past the strategy of the kind.
    @FunctionalInterface
    interface OwnersAfter {
        FieldOwners of(KubeObject current, FieldOwners owners, KubeObject next);
    }

    ApiResponse changeFreely(Target target, WriteOptions options, UnaryOperator<KubeObject> edit, OwnersAfter after)
            throws InterruptedException {
        var resource = VersionConversion.stored(target.resource());
        while (true) {
            var objects = store.contents(resource).objects();
            var current =
                    objects.get(target.key()).orElseThrow(() -> ApiErrors.notFound(target.resource(), target.name()));
            var wanted = edit.apply(current);
            checkPreconditions(target, strategyOf(current), current, wanted);
            var next = SystemMetadata.kept(wanted, current, target);
            var owners = after.of(current, objects.owners(target.key()), next);
            var written = next.equals(current) || options.isDryRun()
                    ? Optional.of(next)
                    : committed(target, current, next, owners);
            if (written.isPresent()) {
                return new ApiResponse.One(
                        VersionConversion.converted(shown(written.get(), owners), target.resource()), false);
            }
        }
    }

    private Optional<KubeObject> committed(Target target, KubeObject current, KubeObject next, FieldOwners owners)
            throws InterruptedException {
        var wanted = FinalizerRules.isReached(next, current) ? null : next;
        return store.commit(current.resource(), target.key(), current, wanted, owners);
    }

    private Prepared changed(RequestUser caller, Target target, Scope scope, KubeObject current, KubeObject wanted) {
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
        return new Prepared(prepared, defaulted);
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
