package dev.kcm.client;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.selector.FieldSelector;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.selector.SelectorException;
import dev.kcm.model.value.Bytes;
import java.util.Optional;
import java.util.function.Consumer;

/// Turns calls for one resource into operations and has the client's sender send them.
final class ResourceApi<T extends KubeObject> implements Api<T> {
    private static final long DEFAULT_PAGE = 500;
    private static final String NOT_OLDER_THAN = "NotOlderThan";

    private final Resource<T> resource;
    private final OperationSender sender;

    ResourceApi(Resource<T> resource, OperationSender sender) {
        this.resource = resource;
        this.sender = sender;
    }

    @Override
    public Resource<T> resource() {
        return resource;
    }

    @Override
    public T get(ObjectKey key) {
        return sender.send(new Operation.Get(Target.object(resource, key)), resource);
    }

    @Override
    public ListPosition list(ListQuery query, Consumer<? super T> items) {
        var list = new Operation.ListObjects(
                Target.collection(resource, query.namespace()),
                selection(query.labelSelector(), query.fieldSelector()),
                query.limit(),
                query.continueToken(),
                query.resourceVersion(),
                query.resourceVersionMatch());
        return sender.list(list, resource, items);
    }

    @Override
    public ListPosition listAll(ListQuery query, Consumer<? super T> items) {
        var paged = query.limit() == 0 ? query.withLimit(DEFAULT_PAGE) : query;
        var position = list(paged, items);
        while (position.hasMore()) {
            position = list(paged.after(position), items);
        }
        return position;
    }

    @Override
    public Watch<T> watch(WatchQuery query) {
        boolean initial = query.sendInitialEvents();
        var watch = new Operation.Watch(
                Target.collection(resource, query.namespace()),
                selection(query.labelSelector(), query.fieldSelector()),
                query.resourceVersion(),
                initial ? NOT_OLDER_THAN : "",
                query.bookmarks(),
                initial ? Optional.of(true) : Optional.empty(),
                Optional.of(query.timeout()));
        return sender.watch(watch, resource);
    }

    @Override
    public T create(T object) {
        return sender.send(Operation.create(object), resource);
    }

    @Override
    public T update(T object) {
        return sender.send(Operation.update(object), resource);
    }

    @Override
    public T updateStatus(T object) {
        return sender.send(Operation.updateStatus(object), resource);
    }

    @Override
    public T patch(ObjectKey key, Patch patch) {
        var target = Target.object(resource, key).withSubresource(patch.subresource());
        var options = new WriteOptions(false, patch.fieldManager(), false);
        return sender.send(
                new Operation.Patch(target, patch.type(), Bytes.wrap(patch.content()), patch.force(), options),
                resource);
    }

    @Override
    public void delete(ObjectKey key, DeleteOptions options) {
        var _ = sender.send(Operation.delete(resource, key, options.toModel()));
    }

    @Override
    public void deleteAll(ListQuery query, DeleteOptions options) {
        var _ = sender.send(new Operation.DeleteCollection(
                Target.collection(resource, query.namespace()),
                selection(query.labelSelector(), query.fieldSelector()),
                options.toModel()));
    }

    @Override
    public <S extends KubeObject> S getSubresource(ObjectKey key, String subresource, Resource<S> as) {
        return sender.send(new Operation.Get(Target.object(resource, key).withSubresource(subresource)), as);
    }

    @Override
    public <S extends KubeObject> S createSubresource(ObjectKey key, String subresource, S object) {
        var target = Target.object(resource, key).withSubresource(subresource);
        return sender.send(new Operation.Create(target, object, WriteOptions.NONE), resourceOf(object));
    }

    @Override
    public void submit(ObjectKey key, String subresource, KubeObject object) {
        var target = Target.object(resource, key).withSubresource(subresource);
        var _ = sender.send(new Operation.Create(target, object, WriteOptions.NONE));
    }

    @Override
    public <S extends KubeObject> S updateSubresource(ObjectKey key, String subresource, S object) {
        var target = Target.object(resource, key).withSubresource(subresource);
        return sender.send(new Operation.Update(target, object, WriteOptions.NONE), resourceOf(object));
    }

    private static Selection selection(String labels, String fields) {
        if (labels.isEmpty() && fields.isEmpty()) {
            return Selection.EVERYTHING;
        }
        try {
            return new Selection(Selector.parse(labels), FieldSelector.parse(fields));
        } catch (SelectorException invalid) {
            throw new ApiException(Failures.invalidSelector(invalid), invalid);
        }
    }

    @SuppressWarnings("unchecked") // an object's resource is that of its own type
    private static <S extends KubeObject> Resource<S> resourceOf(S object) {
        return (Resource<S>) object.resource();
    }
}
