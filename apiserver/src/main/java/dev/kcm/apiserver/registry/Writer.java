package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.admission.AdmissionStep;
import dev.kcm.apiserver.kind.KindRules;
import dev.kcm.apiserver.kind.Kinds;
import dev.kcm.apiserver.kind.MetadataRules;
import dev.kcm.apiserver.kind.Problems;
import dev.kcm.apiserver.request.Answer;
import dev.kcm.apiserver.request.ApiCall;
import dev.kcm.apiserver.request.Identity;
import dev.kcm.apiserver.request.Refusals;
import dev.kcm.apiserver.request.Target;
import dev.kcm.apiserver.request.WriteOptions;
import dev.kcm.apiserver.store.Store;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Create and update. A change is worked out on what is stored and committed if that is still
/// there; if not, it is worked out again.
final class Writer {
    /// Which part of an object a change may touch.
    enum Scope {
        OBJECT,
        STATUS,
        /// What the subresource of the request is about.
        PART
    }

    private static final int NAME_ATTEMPTS = 8;

    private final Store store;
    private final AdmissionStep admission;
    private final SystemMetadata system;

    Writer(Store store, AdmissionStep admission, SystemMetadata system) {
        this.store = store;
        this.admission = admission;
        this.system = system;
    }

    Answer create(Identity caller, ApiCall.Create call) throws InterruptedException {
        var target = call.target();
        var resource = target.resource();
        var initialised = system.initialised(Versions.converted(call.object(), Versions.stored(resource)), target);
        var isGenerated = initialised.metadata().name().isEmpty();
        for (int attempt = 0; attempt < NAME_ATTEMPTS; attempt++) {
            var named = system.named(initialised);
            var object = prepared(caller, target.withName(named.metadata().name()), named);
            var existing = store.get(object.resource(), object.key());
            if (existing.isEmpty()) {
                var written = call.options().isDryRun()
                        ? Optional.of(object)
                        : store.commit(object.resource(), object.key(), null, object);
                if (written.isPresent()) {
                    return new Answer.One(Versions.converted(written.get(), resource), true);
                }
            }
            if (!isGenerated) {
                throw Refusals.alreadyExists(resource, object.metadata().name());
            }
        }
        throw Refusals.noUniqueName(resource, initialised.metadata().generateName());
    }

    private KubeObject prepared(Identity caller, Target target, KubeObject named) {
        var rules = rules(named);
        var admitted = admission.create(caller, target, rules.defaulted(named));
        var prepared = rules.preparedForCreate(rules.defaulted(admitted));
        var problems = new Problems();
        MetadataRules.validate(prepared, rules, problems);
        rules.validate(prepared, problems);
        problems.throwIfAny(target.resource(), prepared.metadata().name());
        admission.check(caller, target, prepared, null);
        return prepared;
    }

    /// Replaces an object by the one in the request.
    Answer update(Identity caller, ApiCall.Update call, Scope scope) throws InterruptedException {
        var target = call.target();
        var stored = Versions.stored(target.resource());
        var given = call.object();
        if (!given.metadata().name().equals(target.name())) {
            throw Refusals.badRequest(
                    given.metadata().name().isEmpty()
                            ? "the name of the object (%s based on URL) was undeterminable: name must be provided"
                                    .formatted(target.name())
                            : "the name of the object (%s) does not match the name on the URL (%s)"
                                    .formatted(given.metadata().name(), target.name()));
        }
        var wanted = Versions.converted(given, stored);
        if (store.get(stored, target.key()).isEmpty()
                && scope == Scope.OBJECT
                && rules(wanted).isCreatedByUpdate()
                && wanted.metadata().resourceVersion().isEmpty()) {
            return create(
                    caller,
                    new ApiCall.Create(
                            new Target(target.resource(), target.namespace(), "", ""), given, call.options()));
        }
        return change(caller, target, scope, call.options(), _ -> wanted);
    }

    /// Changes an object: `edit` gets the stored one and returns the wanted one, which counts as a
    /// conflict if it names another resource version.
    Answer change(Identity caller, Target target, Scope scope, WriteOptions options, UnaryOperator<KubeObject> edit)
            throws InterruptedException {
        var resource = Versions.stored(target.resource());
        while (true) {
            var current = store.get(resource, target.key())
                    .orElseThrow(() -> Refusals.notFound(target.resource(), target.name()));
            var next = changed(caller, target, scope, current, edit.apply(current));
            var written = committed(target, options, current, next);
            if (written.isPresent()) {
                return new Answer.One(Versions.converted(written.get(), target.resource()), false);
            }
        }
    }

    /// A change by the server itself, which knows what it does: past the rules of the kind.
    Answer changeFreely(Target target, WriteOptions options, UnaryOperator<KubeObject> edit)
            throws InterruptedException {
        var resource = Versions.stored(target.resource());
        while (true) {
            var current = store.get(resource, target.key())
                    .orElseThrow(() -> Refusals.notFound(target.resource(), target.name()));
            var wanted = edit.apply(current);
            checkPreconditions(target, rules(current), current, wanted);
            var next = SystemMetadata.kept(wanted, current, target);
            var written = committed(target, options, current, next);
            if (written.isPresent()) {
                return new Answer.One(Versions.converted(written.get(), target.resource()), false);
            }
        }
    }

    private Optional<KubeObject> committed(Target target, WriteOptions options, KubeObject current, KubeObject next)
            throws InterruptedException {
        if (next.equals(current) || options.isDryRun()) {
            return Optional.of(next);
        }
        var wanted = Finality.isReached(next, current) ? null : next;
        return store.commit(current.resource(), target.key(), current, wanted);
    }

    private KubeObject changed(Identity caller, Target target, Scope scope, KubeObject current, KubeObject wanted) {
        var rules = rules(current);
        checkPreconditions(target, rules, current, wanted);
        var kept = SystemMetadata.kept(wanted, current, target);
        var defaulted = rules.defaulted(kept);
        var admitted = admission.update(caller, target, defaulted, current);
        var part = target.subresource();
        var prepared = switch (scope) {
            case STATUS -> rules.preparedForStatusUpdate(admitted, current);
            case OBJECT -> rules.preparedForUpdate(admitted, current);
            case PART -> rules.preparedForPartUpdate(part, admitted, current);
        };
        var problems = new Problems();
        MetadataRules.validate(prepared, rules, problems);
        MetadataRules.validateUpdate(prepared.metadata(), current.metadata(), problems);
        switch (scope) {
            case STATUS -> rules.validateStatusUpdate(prepared, current, problems);
            case OBJECT -> rules.validateUpdate(prepared, current, problems);
            case PART -> rules.validatePartUpdate(part, prepared, current, problems);
        }
        problems.throwIfAny(target.resource(), target.name());
        admission.check(caller, target, prepared, current);
        return prepared;
    }

    private static void checkPreconditions(
            Target target, KindRules<KubeObject> rules, KubeObject current, KubeObject wanted) {
        var given = wanted.metadata();
        var stored = current.metadata();
        if (!given.uid().isEmpty() && !given.uid().equals(stored.uid())) {
            throw Refusals.conflict(
                    target.resource(),
                    target.name(),
                    "Precondition failed: UID in precondition: %s, UID in object meta: %s"
                            .formatted(given.uid(), stored.uid()));
        }
        if (given.resourceVersion().isEmpty()) {
            if (rules.needsResourceVersion()) {
                throw Refusals.mustNameVersion(target.resource(), target.name());
            }
        } else if (!given.resourceVersion().equals(stored.resourceVersion())) {
            throw Refusals.modified(target.resource(), target.name());
        }
    }

    @SuppressWarnings("unchecked") // an object's rules are those of the resource it names itself
    static KindRules<KubeObject> rules(KubeObject object) {
        return Kinds.of((Resource<KubeObject>) object.resource());
    }
}
