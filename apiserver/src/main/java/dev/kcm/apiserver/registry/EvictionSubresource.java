package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.strategy.LabelSelectors;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.policy.v1.Eviction;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.stream.StreamSupport;

/// `eviction` of a pod: deletes the pod if its disruption budget allows it, and counts it against the budget.
final class EvictionSubresource {
    private static final String VIOLATION = "Cannot evict pod as it would violate the pod's disruption budget.";

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
        var name = eviction.metadata().name();
        if (!name.isEmpty() && !name.equals(target.name())) {
            throw ApiErrors.badRequest("name in URL does not match name in Eviction object");
        }
        var pod = (Pod) reader.stored(target);
        admission.validate(caller, target, eviction, null);
        var options = eviction.deleteOptions().orElse(DeleteOptions.EMPTY);
        if (call.options().isDryRun()) {
            return ApiResponse.Done.CREATED;
        }
        claim(pod);
        deleter.delete(caller, new Operation.Delete(target.withSubresource(""), options));
        return ApiResponse.Done.CREATED;
    }

    /// Counts the pod against its budget.
    ///
    /// @throws dev.kcm.model.failure.ApiException if the budget does not allow the eviction
    private void claim(Pod pod) throws InterruptedException {
        if (needsNoBudget(pod)) {
            return;
        }
        var budgets = budgets(pod);
        if (budgets.size() > 1) {
            throw ApiErrors.internalError(
                    "This pod has more than one PodDisruptionBudget, which the eviction subresource"
                            + " does not support.");
        }
        if (!budgets.isEmpty()) {
            take(budgets.getFirst(), pod);
        }
    }

    private static boolean needsNoBudget(Pod pod) {
        return pod.isDeleting()
                || List.of("Succeeded", "Failed", "Pending")
                        .contains(pod.status().phase());
    }

    private List<PodDisruptionBudget> budgets(Pod pod) {
        var all = store.contents(PodDisruptionBudget.POD_DISRUPTION_BUDGETS).objects();
        return StreamSupport.stream(all.spliterator(), false)
                .map(PodDisruptionBudget.class::cast)
                .filter(budget -> budget.namespace().equals(pod.namespace()))
                .filter(budget -> covers(budget, pod))
                .toList();
    }

    private static boolean covers(PodDisruptionBudget budget, Pod pod) {
        return budget.spec()
                .selector()
                .map(selector -> LabelSelectors.of(selector).matches(pod.labels()))
                .orElse(false);
    }

    private void take(PodDisruptionBudget budget, Pod pod) throws InterruptedException {
        var target = Target.object(PodDisruptionBudget.POD_DISRUPTION_BUDGETS, budget.key());
        writer.change(
                RequestUser.ADMINISTRATOR,
                target.withSubresource("status"),
                Writer.Scope.STATUS,
                WriteOptions.NONE,
                current -> taken((PodDisruptionBudget) current, pod));
    }

    private PodDisruptionBudget taken(PodDisruptionBudget budget, Pod pod) {
        var status = budget.status();
        if (status.observedGeneration() < budget.metadata().generation()) {
            throw ApiErrors.tooManyRequests(
                    VIOLATION,
                    10,
                    "The disruption budget %s is still being processed by the server.".formatted(budget.name()));
        }
        if (status.disruptionsAllowed() <= 0) {
            throw ApiErrors.tooManyRequests(
                    VIOLATION,
                    0,
                    "The disruption budget %s needs %d healthy pods and has %d currently"
                            .formatted(budget.name(), status.desiredHealthy(), status.currentHealthy()));
        }
        return budget.withStatus(changed ->
                changed.disruptionsAllowed(status.disruptionsAllowed() - 1).putDisruptedPods(pod.name(), system.now()));
    }
}
