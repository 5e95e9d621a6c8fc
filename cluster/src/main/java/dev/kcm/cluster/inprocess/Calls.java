package dev.kcm.cluster.inprocess;

import dev.kcm.apiserver.request.ApiCall;
import dev.kcm.apiserver.request.PatchType;
import dev.kcm.apiserver.request.Selection;
import dev.kcm.apiserver.request.Target;
import dev.kcm.apiserver.request.WriteOptions;
import dev.kcm.client.ApiRequest;
import dev.kcm.client.Ask;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Patch;
import dev.kcm.client.WatchQuery;
import dev.kcm.model.selector.FieldSelector;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.value.Bytes;
import java.util.Optional;

/// The client's requests in the server's words.
final class Calls {
    private static final String NOT_OLDER_THAN = "NotOlderThan";

    private Calls() {}

    static ApiCall of(ApiRequest request) {
        var target = new Target(request.resource(), request.namespace(), request.name(), request.subresource());
        return switch (request.ask()) {
            case Ask.Get _ -> new ApiCall.Get(target);
            case Ask.ListItems(var query) -> list(target, query);
            case Ask.WatchChanges(var query) -> watch(target, query);
            case Ask.Create(var object, var options) -> new ApiCall.Create(target, object, options(options));
            case Ask.Update(var object, var options) -> new ApiCall.Update(target, object, options(options));
            case Ask.Change(var patch, var options) -> patch(target, patch, options);
            case Ask.Delete(var options) -> new ApiCall.Delete(target, options.toModel());
            case Ask.DeleteAll(var query, var options) ->
                new ApiCall.DeleteAll(target, selection(query), options.toModel());
        };
    }

    private static ApiCall list(Target target, ListQuery query) {
        return new ApiCall.ListObjects(
                target,
                selection(query),
                query.limit(),
                query.continueToken(),
                query.resourceVersion(),
                query.resourceVersionMatch());
    }

    private static ApiCall watch(Target target, WatchQuery query) {
        return new ApiCall.Watch(
                target,
                selection(query.labelSelector(), query.fieldSelector()),
                query.resourceVersion(),
                query.sendInitialEvents() ? NOT_OLDER_THAN : "",
                query.bookmarks(),
                query.sendInitialEvents() ? Optional.of(true) : Optional.empty(),
                Optional.of(query.timeout()));
    }

    private static ApiCall patch(Target target, Patch patch, dev.kcm.client.WriteOptions clientOptions) {
        var manager = patch.fieldManager().isEmpty() ? clientOptions.fieldManager() : patch.fieldManager();
        return new ApiCall.Patch(
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
