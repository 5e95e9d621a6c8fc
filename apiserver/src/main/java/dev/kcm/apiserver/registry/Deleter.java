package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.strategy.Strategy.GarbageCollection;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.Preconditions;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Delete: at once, or, where there is a grace period or a finalizer, by marking the object and
/// leaving the rest to others.
final class Deleter {
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";
    private static final Set<String> POLICIES = Set.of("Foreground", "Background", "Orphan");

    private final VersionedStore store;
    private final AdmissionPlugin admission;
    private final Reader reader;
    private final SystemMetadata system;

    Deleter(VersionedStore store, AdmissionPlugin admission, Reader reader, SystemMetadata system) {
        this.store = store;
        this.admission = admission;
        this.reader = reader;
        this.system = system;
    }

    ApiResponse delete(RequestUser caller, Operation.Delete call) throws InterruptedException {
        var target = call.target();
        validate(call.options());
        var resource = VersionConversion.stored(target.resource());
        while (true) {
            var current = reader.stored(target);
            admission.validateDelete(caller, target);
            checkPreconditions(call.options(), current, problem -> conflict(target, problem));
            var marked = marked(current, call.options());
            if (!call.options().dryRun().isEmpty()) {
                return response(target, marked, !isStaying(marked));
            }
            if (marked.equals(current) && isStaying(marked)) {
                return response(target, reader.shown(current), false);
            }
            var written = current;
            boolean isShown = isStaying(marked) || isPublished(marked, current);
            if (isShown) {
                var outcome = store.commit(resource, target.key(), current, marked);
                if (outcome.isEmpty()) {
                    continue;
                }
                written = outcome.get();
            }
            if (isStaying(marked)) {
                return response(target, reader.shown(written), false);
            }
            var gone = store.commit(resource, target.key(), written, null);
            if (gone.isPresent()) {
                return response(target, gone.get(), true);
            }
            if (isShown && isGone(written, target)) {
                return response(target, written, true);
            }
        }
    }

    /// Whoever saw it marked, its kubelet for one, may have been faster.
    private boolean isGone(KubeObject object, Target target) {
        return store.get(object.resource(), target.key())
                .filter(present -> present.uid().equals(object.uid()))
                .isEmpty();
    }

    /// Deletes what is selected now; the response lists it.
    ApiResponse deleteAll(RequestUser caller, Operation.DeleteCollection call) throws InterruptedException {
        validate(call.options());
        var found = reader.list(Operation.ListObjects.all(call.target(), call.selection()));
        for (var object : found.items()) {
            try {
                var target = call.target().withName(object.metadata().name());
                delete(caller, new Operation.Delete(inNamespaceOf(target, object), call.options()));
            } catch (ApiException failed) {
                if (!(failed.failure() instanceof ApiFailure.NotFound)) {
                    throw failed;
                }
            }
        }
        return found;
    }

    private static Target inNamespaceOf(Target target, KubeObject object) {
        return new Target(target.resource(), object.metadata().namespace(), target.name(), "");
    }

    /// The object as it is after the request if something keeps it: with the finalizers its
    /// dependents need, and marked as deleted.
    private KubeObject marked(KubeObject current, DeleteOptions options) {
        var strategy = Writer.strategyOf(current);
        var finalized = withDependentFinalizers(current, options, strategy.garbageCollection());
        var grace = strategy.gracePeriod(current, options.gracePeriodSeconds());
        if (current.isDeleting() && grace.isPresent()) {
            return shortened(current, finalized, options);
        }
        if (grace.isPresent()) {
            return marked(finalized, system.now().plusSeconds(grace.getAsLong()), grace.getAsLong());
        }
        if (!FinalizerRules.hasFinalizers(finalized)) {
            return finalized;
        }
        var since = current.metadata().deletionTimestamp().orElse(system.now());
        return terminating(marked(finalized, since.isAfter(system.now()) ? system.now() : since, 0));
    }

    private static KubeObject marked(KubeObject object, Instant at, long graceSeconds) {
        var metadata = object.metadata();
        var isFirst = metadata.deletionTimestamp().isEmpty();
        long generation = metadata.generation();
        return object.withMetadata(metadata.toBuilder()
                .deletionTimestamp(at)
                .deletionGracePeriodSeconds(graceSeconds)
                .generation(isFirst && generation > 0 ? generation + 1 : generation)
                .build());
    }

    /// A grace period under way can only become shorter.
    private KubeObject shortened(KubeObject current, KubeObject finalized, DeleteOptions options) {
        var metadata = current.metadata();
        long given = metadata.deletionGracePeriodSeconds().orElse(0L);
        if (given == 0 || options.gracePeriodSeconds().isEmpty()) {
            return given == 0 ? finalized : current;
        }
        long requested = options.gracePeriodSeconds().get();
        long period = requested < 0 ? 1 : requested;
        if (period >= given) {
            return current;
        }
        var began = metadata.deletionTimestamp().orElseThrow().minusSeconds(given);
        var end = began.plusSeconds(period);
        var now = system.now();
        return end.isBefore(now) ? marked(finalized, now, period == 0 ? 0 : 1) : marked(finalized, end, period);
    }

    /// A namespace says in its status that it is going.
    private static KubeObject terminating(KubeObject object) {
        return object instanceof Namespace namespace
                ? namespace.withStatus(status -> status.phase("Terminating"))
                : object;
    }

    private static boolean isStaying(KubeObject marked) {
        return FinalizerRules.hasFinalizers(marked)
                || (marked.isDeleting()
                        && marked.metadata().deletionGracePeriodSeconds().orElse(0L) > 0);
    }

    /// Watchers see the object marked before it goes, also without a grace period, as with upstream.
    private static boolean isPublished(KubeObject marked, KubeObject current) {
        return marked.isDeleting() && !marked.equals(current);
    }

    private static KubeObject withDependentFinalizers(
            KubeObject object, DeleteOptions options, GarbageCollection fallback) {
        if (fallback == GarbageCollection.UNSUPPORTED) {
            return object;
        }
        var present = object.metadata().finalizers();
        var wanted = new ArrayList<>(present);
        wanted.removeAll(List.of(ORPHAN, FOREGROUND));
        switch (policy(object.metadata(), options, fallback)) {
            case "Orphan" -> wanted.add(ORPHAN);
            case "Foreground" -> wanted.add(FOREGROUND);
            default -> {}
        }
        return Set.copyOf(wanted).equals(Set.copyOf(present))
                ? object
                : object.withMetadata(object.metadata().withFinalizers(wanted));
    }

    private static String policy(ObjectMeta metadata, DeleteOptions options, GarbageCollection fallback) {
        if (options.orphanDependents().isPresent()) {
            return options.orphanDependents().get() ? "Orphan" : "Background";
        }
        if (options.propagationPolicy().isPresent()) {
            return options.propagationPolicy().get();
        }
        if (metadata.finalizers().contains(ORPHAN)) {
            return "Orphan";
        }
        if (metadata.finalizers().contains(FOREGROUND)) {
            return "Foreground";
        }
        return fallback == GarbageCollection.ORPHAN_DEPENDENTS ? "Orphan" : "Background";
    }

    /// @param refusal of what is wrong
    static void checkPreconditions(DeleteOptions options, KubeObject current, Function<String, ApiException> refusal) {
        var wanted = options.preconditions().orElse(Preconditions.EMPTY);
        var uid = wanted.uid();
        if (uid.isPresent() && !uid.get().equals(current.uid())) {
            throw refusal.apply(
                    "the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated"
                            .formatted(uid.get(), current.uid()));
        }
        var version = wanted.resourceVersion();
        if (version.isPresent() && !version.get().equals(current.resourceVersion())) {
            throw refusal.apply(
                    "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The object might have been modified"
                            .formatted(version.get(), current.resourceVersion()));
        }
    }

    private static ApiException conflict(Target target, String problem) {
        return ApiErrors.conflict(target.resource(), target.name(), problem);
    }

    private static void validate(DeleteOptions options) {
        var errors = new ArrayList<String>();
        if (options.orphanDependents().isPresent()
                && options.propagationPolicy().isPresent()) {
            errors.add(
                    "propagationPolicy: Invalid value: \"%s\": orphanDependents and deletionPropagation cannot be both set"
                            .formatted(options.propagationPolicy().get()));
        }
        options.propagationPolicy()
                .filter(policy -> !POLICIES.contains(policy))
                .ifPresent(policy -> errors.add(
                        "propagationPolicy: Unsupported value: \"%s\": supported values: \"Background\", \"Foreground\", \"Orphan\", \"nil\""
                                .formatted(policy)));
        OptionsValidation.require(errors, "DeleteOptions");
    }

    private static ApiResponse response(Target target, KubeObject object, boolean isGone) {
        if (!isGone || Writer.strategyOf(object).returnsDeletedObject()) {
            return new ApiResponse.One(VersionConversion.converted(object, target.resource()), false);
        }
        return new ApiResponse.Done(Status.builder()
                .status("Success")
                .details(details -> details.name(target.name())
                        .group(target.resource().group())
                        .kind(target.resource().plural())
                        .uid(object.uid()))
                .build());
    }
}
