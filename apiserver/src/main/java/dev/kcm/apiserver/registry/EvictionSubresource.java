package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodCondition;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.meta.v1.Preconditions;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.policy.v1.Eviction;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// `eviction` of a pod: deletes the pod if its disruption budget allows it, and counts it against the budget.
final class EvictionSubresource {
    /// How often a pod is read again that changes while it is evicted.
    private static final int ATTEMPTS = 20;

    private final VersionedStore store;
    private final AdmissionPlugin admission;
    private final Reader reader;
    private final Writer writer;
    private final Deleter deleter;
    private final SystemMetadata system;

    EvictionSubresource(Registry.Parts parts, Reader reader, Writer writer, Deleter deleter, SystemMetadata system) {
        this.store = parts.store();
        this.admission = parts.admission();
        this.reader = reader;
        this.writer = writer;
        this.deleter = deleter;
        this.system = system;
    }

    ApiResponse create(RequestUser caller, Operation.Create call) throws InterruptedException {
        var target = call.target();
        var eviction = (Eviction) admission.create(caller, target, call.object());
        if (!eviction.metadata().name().equals(target.name())) {
            throw ApiErrors.badRequest("name in URL does not match name in Eviction object");
        }
        admission.validate(caller, target, eviction, null);
        var options = withDryRun(eviction.deleteOptions().orElse(DeleteOptions.EMPTY), call.options());
        for (int attempt = 1; ; attempt++) {
            var pod = (Pod) reader.stored(target);
            if (!EvictionRules.needsNoBudget(pod)) {
                evictWithinBudget(caller, target, options, pod);
                return ApiResponse.Done.CREATED;
            }
            try {
                // A pod that is pending must not start meanwhile.
                boolean isPinned =
                        EvictionRules.mayBecomeHealthy(pod) && version(options).isEmpty();
                delete(caller, target, isPinned ? pinned(options, pod) : options);
                return ApiResponse.Done.CREATED;
            } catch (ApiException refused) {
                boolean isWorthRepeating =
                        isConflict(refused) && version(options).isEmpty();
                if (!isWorthRepeating || attempt == ATTEMPTS) {
                    throw refused;
                }
            }
        }
    }

    private static DeleteOptions withDryRun(DeleteOptions options, WriteOptions request) {
        return request.isDryRun() && options.dryRun().isEmpty() ? options.withDryRun(List.of("All")) : options;
    }

    private void evictWithinBudget(RequestUser caller, Target target, DeleteOptions options, Pod pod)
            throws InterruptedException {
        var budget = budget(pod);
        boolean isFree =
                budget.filter(it -> EvictionRules.isFreeOfCharge(it, pod)).isPresent();
        if (budget.isPresent() && !isFree) {
            charge(budget.get(), pod, options);
        }
        try {
            // A pod that is not ready must not become ready meanwhile.
            delete(caller, target, isFree ? pinned(options, pod) : options);
        } catch (ApiException refused) {
            throw isFree && isConflict(refused) && version(options).isEmpty()
                    ? EvictionRules.beingProcessed(budget.orElseThrow())
                    : refused;
        }
    }

    /// The one budget that selects a pod.
    private Optional<PodDisruptionBudget> budget(Pod pod) {
        var all = store.contents(PodDisruptionBudget.POD_DISRUPTION_BUDGETS).objects();
        var found = StreamSupport.stream(all.spliterator(), false)
                .map(PodDisruptionBudget.class::cast)
                .filter(budget -> EvictionRules.covers(budget, pod))
                .toList();
        if (found.size() > 1) {
            throw ApiErrors.unknown("This pod has more than one PodDisruptionBudget, which the eviction subresource"
                    + " does not support.");
        }
        return found.stream().findFirst();
    }

    /// Counts the pod against its budget; the budget is asked again if it changes meanwhile.
    ///
    /// @throws ApiException if it does not allow the eviction
    private void charge(PodDisruptionBudget budget, Pod pod, DeleteOptions options) throws InterruptedException {
        boolean isDryRun = !options.dryRun().isEmpty();
        writer.change(
                RequestUser.ADMINISTRATOR,
                Target.object(PodDisruptionBudget.POD_DISRUPTION_BUDGETS, budget.key())
                        .withSubresource("status"),
                Writer.Scope.STATUS,
                new WriteOptions(isDryRun, "kube-apiserver", false),
                (current, _) -> Writer.Wanted.of(
                        EvictionRules.charged((PodDisruptionBudget) current, pod.name(), system.now())));
    }

    /// Says in the pod why it goes, then deletes it.
    private void delete(RequestUser caller, Target target, DeleteOptions options) throws InterruptedException {
        var pods = target.withSubresource("");
        var wanted = options;
        if (options.dryRun().isEmpty()) {
            var marked = (ApiResponse.One)
                    writer.changeFreely(pods, WriteOptions.NONE, current -> disrupted((Pod) current, target, options));
            if (version(options).isPresent()) {
                wanted = pinned(options, (Pod) marked.object());
            }
        }
        deleter.delete(caller, new Operation.Delete(pods, wanted));
    }

    private Pod disrupted(Pod pod, Target target, DeleteOptions options) {
        Deleter.checkPreconditions(
                options, pod, problem -> ApiErrors.conflictOfKind("", "Pod", target.name(), problem));
        var condition = PodCondition.builder()
                .type("DisruptionTarget")
                .status("True")
                .reason("EvictionByEvictionAPI")
                .message("Eviction API: evicting")
                .lastTransitionTime(system.now())
                .build();
        return pod.withStatus(
                status -> status.conditions(Conditions.with(pod.status().conditions(), condition)));
    }

    private static boolean isConflict(ApiException refused) {
        return refused.failure() instanceof ApiFailure.Conflict;
    }

    private static Optional<String> version(DeleteOptions options) {
        return options.preconditions().flatMap(Preconditions::resourceVersion);
    }

    private static DeleteOptions pinned(DeleteOptions options, Pod pod) {
        return options.withPreconditions(
                options.preconditions().orElse(Preconditions.EMPTY).withResourceVersion(pod.resourceVersion()));
    }
}
