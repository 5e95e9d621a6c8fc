package dev.kcm.runtime.plan;

import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.Patch;
import dev.kcm.client.Receipt;
import dev.kcm.client.Write;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;

/// Sends one step and says what became of it.
final class Writer {
    private final Client client;

    Writer(Client client) {
        this.client = client;
    }

    Outcome send(Step step) {
        try {
            return switch (step) {
                case Step.Create<?> create -> applied(step, create(create));
                case Step.Update<?> update -> applied(step, update(update));
                case Step.WriteStatus<?> status -> applied(step, writeStatus(status));
                case Step.Amend amend -> applied(step, amend(amend));
                case Step.Delete delete -> applied(step, delete(delete));
                case Step.Announce _ ->
                        throw new IllegalStateException("Announcements are not sent: " + step);
            };
        } catch (ApiException refused) {
            return isMoot(step, refused.failure())
                    ? new Outcome.Moot(step, refused.failure().message())
                    : new Outcome.Refused(step, refused.failure());
        }
    }

    private static Outcome applied(Step step, Receipt receipt) {
        return new Outcome.Applied(step, receipt);
    }

    private <T extends KubeObject> Receipt create(Step.Create<T> step) {
        return client.on(step.resource()).send(new Write.Create<>(step.object()));
    }

    private <T extends KubeObject> Receipt update(Step.Update<T> step) {
        return client.on(step.resource()).send(new Write.Update<>(step.object()));
    }

    private <T extends KubeObject> Receipt writeStatus(Step.WriteStatus<T> step) {
        return client.on(step.resource()).send(new Write.UpdateStatus<>(step.object()));
    }

    private Receipt amend(Step.Amend step) {
        return amend(step.resource(), step);
    }

    private <T extends KubeObject> Receipt amend(Resource<T> resource, Step.Amend step) {
        return client.on(resource)
                .send(
                        new Write.PatchObject<>(
                                step.target(), patch(step).onSubresource(step.subresource())));
    }

    private static Patch patch(Step.Amend step) {
        var content = step.patch().toBytes();
        return switch (step.kind()) {
            case JSON -> Patch.json(content);
            case MERGE -> Patch.merge(content);
            case STRATEGIC -> Patch.strategic(content);
        };
    }

    private Receipt delete(Step.Delete step) {
        return delete(step.resource(), step);
    }

    private <T extends KubeObject> Receipt delete(Resource<T> resource, Step.Delete step) {
        return client.on(resource).send(new Write.Delete<>(step.target(), onlyThis(step)));
    }

    private static DeleteOptions onlyThis(Step.Delete step) {
        var only = narrowed(step);
        return switch (step.cascade()) {
            case USUAL -> only;
            case BACKGROUND -> only.withPropagation(DeleteOptions.Propagation.BACKGROUND);
            case FOREGROUND -> only.withPropagation(DeleteOptions.Propagation.FOREGROUND);
            case ORPHAN -> only.withPropagation(DeleteOptions.Propagation.ORPHAN);
        };
    }

    private static DeleteOptions narrowed(Step.Delete step) {
        var options = DeleteOptions.of(step.uid());
        if (step.unchangedSince().isPresent()) {
            options = options.withResourceVersion(step.unchangedSince().get());
        }
        return step.grace().isPresent() ? options.withGracePeriod(step.grace().get()) : options;
    }

    /// A refusal that is already the goal; a conflict on deletion means that another object has the
    /// name by now, unless it was to be unchanged.
    private static boolean isMoot(Step step, ApiFailure failure) {
        return switch (step) {
            case Step.Delete delete ->
                    failure instanceof ApiFailure.NotFound
                            || (failure instanceof ApiFailure.Conflict conflict
                                    && (delete.unchangedSince().isEmpty()
                                            || conflict.isOtherObject()));
            case Step.Create<?> _ -> failure instanceof ApiFailure.NamespaceEnding;
            case Step.Amend _ -> failure instanceof ApiFailure.NotFound;
            case Step.Update<?> _, Step.WriteStatus<?> _, Step.Announce _ -> false;
        };
    }
}
