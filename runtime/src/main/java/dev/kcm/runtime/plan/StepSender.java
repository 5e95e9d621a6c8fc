package dev.kcm.runtime.plan;

import dev.kcm.client.Client;
import dev.kcm.client.ListQuery;
import dev.kcm.client.WriteResult;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import java.util.ArrayList;

/// Sends one write and says what became of it.
final class StepSender {
    private final Client client;

    StepSender(Client client) {
        this.client = client;
    }

    Outcome send(Step.Write step) {
        try {
            return new Outcome.Applied(step, sent(step));
        } catch (ApiException refused) {
            return step.isMootWhen(refused.failure()) || isMoot(step.operation(), refused.failure())
                    ? new Outcome.Moot(step, refused.failure().summary())
                    : new Outcome.Refused(step, refused.failure());
        }
    }

    private WriteResult sent(Step.Write step) {
        if (step.operation() instanceof Operation.DeleteCollection delete) {
            return deleteCollection(delete);
        }
        try {
            return client.send(step.operation());
        } catch (ApiException refused) {
            if (step.fallback().isPresent() && refused.failure() instanceof ApiFailure.NotSupported) {
                return client.send(step.fallback().get());
            }
            throw refused;
        }
    }

    /// What discovery says a server can do is not always so, hence the second way.
    private WriteResult deleteCollection(Operation.DeleteCollection delete) {
        if (!delete.resource().verbs().contains("deletecollection")) {
            deleteEach(delete);
        } else {
            try {
                client.send(delete);
            } catch (ApiException refused) {
                if (!isNoSuchRequest(refused.failure())) {
                    throw refused;
                }
                deleteEach(delete);
            }
        }
        return new WriteResult(ObjectKey.of(delete.target().namespace()), "", "");
    }

    private void deleteEach(Operation.DeleteCollection delete) {
        var found = new ArrayList<MetadataObject>();
        if (delete.resource().verbs().contains("list")) {
            client.on(MetadataObject.resource(delete.resource()))
                    .listAll(ListQuery.in(delete.target().namespace()), found::add);
        }
        for (var object : found) {
            var options = delete.options().withPreconditions(it -> it.uid(object.uid()));
            try {
                client.send(Operation.delete(delete.resource(), object.key(), options));
            } catch (ApiException refused) {
                if (!isNoSuchRequest(refused.failure()) && !isOtherObject(refused.failure(), object.uid())) {
                    throw refused;
                }
            }
        }
    }

    private static boolean isNoSuchRequest(ApiFailure failure) {
        return failure instanceof ApiFailure.NotFound
                || (failure instanceof ApiFailure.NotSupported notSupported && notSupported.isOfMethod());
    }

    /// Whether another object has the name by now; any other conflict leaves the one that was meant where it is.
    private static boolean isOtherObject(ApiFailure failure, String uid) {
        return failure instanceof ApiFailure.Conflict conflict && conflict.isOtherObjectThan(uid);
    }

    /// A refusal that is already the goal.
    private static boolean isMoot(Operation operation, ApiFailure failure) {
        return switch (operation) {
            case Operation.Delete delete ->
                failure instanceof ApiFailure.NotFound || isOtherObject(failure, delete.uid());
            case Operation.Create _ -> failure instanceof ApiFailure.NamespaceEnding;
            case Operation.Patch patch -> patch.type() != PatchType.APPLY && failure instanceof ApiFailure.NotFound;
            case Operation.Update update -> isPart(update) && failure instanceof ApiFailure.NotFound;
            case Operation.DeleteCollection _ -> isNoSuchRequest(failure);
            case Operation.Get _, Operation.ListObjects _, Operation.Watch _ -> false;
        };
    }

    /// Whether it is about a subresource that ends something (`finalize`, `approval`): for an object that is gone there
    /// is nothing left to do.
    private static boolean isPart(Operation.Update update) {
        var subresource = update.target().subresource();
        return !subresource.isEmpty() && !subresource.equals("status");
    }
}
