package dev.kcm.client;

import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.util.List;
import java.util.function.Consumer;

/// Makes requests for one resource and gives them to the courier.
final class ResourceApi<T extends KubeObject> implements Api<T> {
    private static final long USUAL_PAGE = 500;

    private final Resource<T> resource;
    private final Transport transport;
    private final RequestExecutor executor;
    private final ClientSettings settings;
    private final Clock clock;

    ResourceApi(
            Resource<T> resource, Transport transport, RequestExecutor executor, ClientSettings settings, Clock clock) {
        this.resource = resource;
        this.transport = transport;
        this.executor = executor;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public Resource<T> resource() {
        return resource;
    }

    @Override
    public T get(ObjectKey key) {
        return send(key, "", new Ask.Get(""), resource);
    }

    @Override
    public ListPosition list(ListQuery query, Consumer<? super T> items) {
        var request = collection(query.namespace(), new Ask.ListItems(query));
        var once = new OnceOnly<T>(items);
        return executor.send(
                "GET", request.deadline(), once::isUntouched, () -> transport.list(request, resource, once));
    }

    @Override
    public ListPosition listAll(ListQuery query, Consumer<? super T> items) {
        var paged = query.limit() == 0 ? query.withLimit(USUAL_PAGE) : query;
        var position = list(paged, items);
        while (position.hasMore()) {
            position = list(paged.after(position), items);
        }
        return position;
    }

    @Override
    public Watch<T> watch(WatchQuery query) {
        var request = collection(query.namespace(), new Ask.WatchChanges(query));
        return executor.open(
                "GET",
                request.deadline(),
                () -> new Response<>(transport.watch(request, resource), 200, List.of(), 0, 0));
    }

    @Override
    public T create(T object) {
        return send(collectionKey(object), "", new Ask.Create(object, options()), resource);
    }

    @Override
    public T update(T object) {
        return send(object.key(), "", new Ask.Update(object, options()), resource);
    }

    @Override
    public T updateStatus(T object) {
        return send(object.key(), "status", new Ask.Update(object, options()), resource);
    }

    @Override
    public T patch(ObjectKey key, Patch patch) {
        return send(key, patch.subresource(), new Ask.Change(patch, options()), resource);
    }

    @Override
    public void delete(ObjectKey key, DeleteOptions options) {
        var _ = sendForResult(key, "", deletion(options));
    }

    @Override
    public void deleteAll(ListQuery selection, DeleteOptions options) {
        var effective = settings.writes().dryRun() ? options.withDryRun() : options;
        var request = collection(selection.namespace(), new Ask.DeleteAll(selection, effective));
        var _ = executor.send(request.ask().method(), request.deadline(), () -> transport.sendForResult(request));
    }

    @Override
    public WriteResult send(Write<T> write) {
        return switch (write) {
            case Write.Create<T>(var object) ->
                sendForResult(collectionKey(object), "", new Ask.Create(object, options()));
            case Write.Update<T>(var object) -> sendForResult(object.key(), "", new Ask.Update(object, options()));
            case Write.UpdateStatus<T>(var object) ->
                sendForResult(object.key(), "status", new Ask.Update(object, options()));
            case Write.UpdateSubresource<T>(var object, var subresource) ->
                sendForResult(object.key(), subresource, new Ask.Update(object, options()));
            case Write.PatchObject<T>(var key, var patch) ->
                sendForResult(key, patch.subresource(), new Ask.Change(patch, options()));
            case Write.Delete<T>(var key, var options) -> sendForResult(key, "", deletion(options));
        };
    }

    @Override
    public <S extends KubeObject> S getSubresource(ObjectKey key, String subresource, Resource<S> as) {
        return send(key, subresource, new Ask.Get(""), as);
    }

    @Override
    public <S extends KubeObject> S createSubresource(ObjectKey key, String subresource, S object) {
        return send(key, subresource, new Ask.Create(object, options()), resourceOf(object));
    }

    @Override
    public <S extends KubeObject> S updateSubresource(ObjectKey key, String subresource, S object) {
        return send(key, subresource, new Ask.Update(object, options()), resourceOf(object));
    }

    private <A extends KubeObject> A send(ObjectKey key, String subresource, Ask ask, Resource<A> as) {
        var request = request(key, subresource, ask);
        return executor.send(ask.method(), request.deadline(), () -> transport.send(request, as));
    }

    private WriteResult sendForResult(ObjectKey key, String subresource, Ask ask) {
        var request = request(key, subresource, ask);
        return executor.send(ask.method(), request.deadline(), () -> transport.sendForResult(request));
    }

    private ApiRequest request(ObjectKey key, String subresource, Ask ask) {
        return new ApiRequest(resource, key.namespace(), key.name(), subresource, ask, deadline());
    }

    private ApiRequest collection(String namespace, Ask ask) {
        return new ApiRequest(resource, namespace, "", "", ask, deadline());
    }

    /// Objects are created in their collection, whatever their name.
    private static ObjectKey collectionKey(KubeObject object) {
        return new ObjectKey(object.namespace(), "");
    }

    private Ask.Delete deletion(DeleteOptions options) {
        return new Ask.Delete(settings.writes().dryRun() ? options.withDryRun() : options);
    }

    private WriteOptions options() {
        return settings.writes();
    }

    private Deadline deadline() {
        return clock.deadlineIn(settings.timeout());
    }

    @SuppressWarnings("unchecked") // an object's resource is that of its own type
    private static <S extends KubeObject> Resource<S> resourceOf(S object) {
        return (Resource<S>) object.resource();
    }

    /// Knows whether any item was handed over, after which a list cannot go again: its consumer
    /// would see items twice. Used by one thread.
    private static final class OnceOnly<T> implements Consumer<T> {
        private final Consumer<? super T> items;
        private boolean isTouched;

        OnceOnly(Consumer<? super T> items) {
            this.items = items;
        }

        boolean isUntouched() {
            return !isTouched;
        }

        @Override
        public void accept(T item) {
            isTouched = true;
            items.accept(item);
        }
    }
}
