package dev.kcm.runtime.plan;

import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Patch;
import dev.kcm.client.Write;
import dev.kcm.client.WriteResult;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import java.util.ArrayList;

/// Sends one step and says what became of it.
final class StepSender {
    private static final DeleteOptions WITH_DEPENDENTS =
            DeleteOptions.plain().withPropagation(DeleteOptions.Propagation.BACKGROUND);

    private final Client client;

    StepSender(Client client) {
        this.client = client;
    }

    Outcome send(Step step) {
        try {
            return switch (step) {
                case Step.Create<?> create -> applied(step, create(create));
                case Step.Update<?> update -> applied(step, update(update));
                case Step.WriteStatus<?> status -> applied(step, writeStatus(status));
                case Step.Patch amend -> applied(step, amend(amend));
                case Step.UpdateSubresource<?> update -> applied(step, updatePart(update));
                case Step.Apply apply -> applied(step, apply(apply.resource(), apply));
                case Step.Delete delete -> applied(step, delete(delete));
                case Step.DeleteAll all -> applied(step, deleteAll(all));
                case Step.RecordEvent _ -> throw new IllegalStateException("Announcements are not sent: " + step);
            };
        } catch (ApiException refused) {
            return isMoot(step, refused.failure())
                    ? new Outcome.Moot(step, refused.failure().message())
                    : new Outcome.Refused(step, refused.failure());
        }
    }

    private static Outcome applied(Step step, WriteResult result) {
        return new Outcome.Applied(step, result);
    }

    private <T extends KubeObject> WriteResult create(Step.Create<T> step) {
        return client.on(step.resource()).send(new Write.Create<>(step.object()));
    }

    private <T extends KubeObject> WriteResult update(Step.Update<T> step) {
        return client.on(step.resource()).send(new Write.Update<>(step.object()));
    }

    private <T extends KubeObject> WriteResult writeStatus(Step.WriteStatus<T> step) {
        return client.on(step.resource()).send(new Write.UpdateStatus<>(step.object()));
    }

    private <T extends KubeObject> WriteResult updatePart(Step.UpdateSubresource<T> step) {
        return client.on(step.resource()).send(new Write.UpdateSubresource<>(step.object(), step.subresource()));
    }

    /// The uid keeps a server from creating what is gone; the resourceVersion keeps a merge patch
    /// from undoing what changed meanwhile.
    private <T extends KubeObject> WriteResult apply(Resource<T> resource, Step.Apply step) {
        var api = client.on(resource);
        var seen = step.seen();
        var name = Json.object().with("name", seen.name()).with("uid", seen.uid());
        var document = step.fields()
                .with("apiVersion", resource.apiVersion())
                .with("kind", resource.kind())
                .with("metadata", name);
        try {
            var patch = Patch.apply(document.toBytes(), step.manager(), true);
            return api.send(new Write.PatchObject<>(step.target(), patch));
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.NotSupported)) {
                throw refused;
            }
            var version = Json.object().with("resourceVersion", seen.resourceVersion());
            var patch = Patch.merge(step.fields().with("metadata", version).toBytes());
            return api.send(new Write.PatchObject<>(step.target(), patch));
        }
    }

    private WriteResult amend(Step.Patch step) {
        return amend(step.resource(), step);
    }

    private <T extends KubeObject> WriteResult amend(Resource<T> resource, Step.Patch step) {
        return client.on(resource)
                .send(new Write.PatchObject<>(step.target(), patch(step).onSubresource(step.subresource())));
    }

    private static Patch patch(Step.Patch step) {
        var content = step.patch().toBytes();
        return switch (step.kind()) {
            case JSON -> Patch.json(content);
            case MERGE -> Patch.merge(content);
            case STRATEGIC -> Patch.strategic(content);
        };
    }

    private WriteResult delete(Step.Delete step) {
        return delete(step.resource(), step);
    }

    private <T extends KubeObject> WriteResult delete(Resource<T> resource, Step.Delete step) {
        return client.on(resource).send(new Write.Delete<>(step.target(), onlyThis(step)));
    }

    /// What discovery says a server can do is not always so, hence the second way.
    private WriteResult deleteAll(Step.DeleteAll step) {
        if (!step.resource().verbs().contains("deletecollection")) {
            deleteEach(step);
        } else {
            try {
                client.on(step.resource()).deleteAll(ListQuery.in(step.namespace()), WITH_DEPENDENTS);
            } catch (ApiException refused) {
                if (!isNoSuchRequest(refused.failure())) {
                    throw refused;
                }
                deleteEach(step);
            }
        }
        return new WriteResult(ObjectKey.of(step.namespace()), "", "");
    }

    private void deleteEach(Step.DeleteAll step) {
        var api = client.on(MetadataObject.resource(step.resource()));
        var found = new ArrayList<MetadataObject>();
        if (step.resource().verbs().contains("list")) {
            api.listAll(ListQuery.in(step.namespace()), found::add);
        }
        for (var object : found) {
            try {
                api.delete(object.key(), WITH_DEPENDENTS.withUid(object.uid()));
            } catch (ApiException refused) {
                if (!isNoSuchRequest(refused.failure()) && !(refused.failure() instanceof ApiFailure.Conflict)) {
                    throw refused;
                }
            }
        }
    }

    private static boolean isNoSuchRequest(ApiFailure failure) {
        return failure instanceof ApiFailure.NotSupported || failure instanceof ApiFailure.NotFound;
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
                                && (delete.unchangedSince().isEmpty() || conflict.isOtherObject()));
            case Step.Create<?> _ -> failure instanceof ApiFailure.NamespaceEnding;
            case Step.Patch _, Step.UpdateSubresource<?> _ -> failure instanceof ApiFailure.NotFound;
            case Step.DeleteAll _ -> isNoSuchRequest(failure);
            case Step.Update<?> _, Step.WriteStatus<?> _, Step.Apply _, Step.RecordEvent _ -> false;
        };
    }
}
