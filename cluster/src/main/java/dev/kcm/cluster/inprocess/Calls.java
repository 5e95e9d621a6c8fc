package dev.kcm.cluster.inprocess;

import dev.kcm.client.ApiRequest;
import dev.kcm.client.Ask;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Patch;
import dev.kcm.client.WatchQuery;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.selector.FieldSelector;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.value.Bytes;
import java.util.Optional;

/// The client's requests in the server's words.
final class Calls {
    private static final String NOT_OLDER_THAN = "NotOlderThan";

    private Calls() {}

    static Operation of(ApiRequest request) {
        var target = new Target(request.resource(), request.namespace(), request.name(), request.subresource());
        return switch (request.ask()) {
            case Ask.Get _ -> new Operation.Get(target);
            case Ask.ListItems(var query) -> list(target, query);
            case Ask.WatchChanges(var query) -> watch(target, query);
            case Ask.Create(var object, var options) -> new Operation.Create(target, object, options(options));
            case Ask.Update(var object, var options) -> new Operation.Update(target, object, options(options));
            case Ask.Change(var patch, var options) -> patch(target, patch, options);
            case Ask.Delete(var options) -> new Operation.Delete(target, options.toModel());
            case Ask.DeleteAll(var query, var options) ->
                new Operation.DeleteAll(target, selection(query), options.toModel());
        };
    }

    private static Operation list(Target target, ListQuery query) {
        return new Operation.ListObjects(
                target,
                selection(query),
                query.limit(),
                query.continueToken(),
                query.resourceVersion(),
                query.resourceVersionMatch());
    }

    private static Operation watch(Target target, WatchQuery query) {
        return new Operation.Watch(
                target,
                selection(query.labelSelector(), query.fieldSelector()),
                query.resourceVersion(),
                query.sendInitialEvents() ? NOT_OLDER_THAN : "",
                query.bookmarks(),
                query.sendInitialEvents() ? Optional.of(true) : Optional.empty(),
                Optional.of(query.timeout()));
    }

    private static Operation patch(Target target, Patch patch, dev.kcm.client.WriteOptions clientOptions) {
        var manager = patch.fieldManager().isEmpty() ? clientOptions.fieldManager() : patch.fieldManager();
        return new Operation.Patch(
                patch.subresource().isEmpty() ? target : target.withSubresource(patch.subresource()),
                PatchType.valueOf(patch.type().name()),
                Bytes.wrap(patch.content()),
                new WriteOptions(clientOptions.dryRun(), manager, false));
    }

    private static WriteOptions options(dev.kcm.client.WriteOptions options) {
        return new WriteOptions(options.dryRun(), options.fieldManager(), false);
    }

    private static Selection selection(ListQuery query) {
        return selection(query.labelSelector(), query.fieldSelector());
    }

    private static Selection selection(String labels, String fields) {
        return labels.isEmpty() && fields.isEmpty()
                ? Selection.EVERYTHING
                : new Selection(Selector.parse(labels), FieldSelector.parse(fields));
    }
}
