package dev.kcm.client;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.util.function.Consumer;

/// Requests for one resource. Every method blocks, at most until the client's time-out, and throws
/// `ApiException` when it fails. Objects are without managedFields. Thread-safe.
public interface Api<T extends KubeObject> {

    Resource<T> resource();

    T get(ObjectKey key);

    /// One page, streamed into `items`.
    ListPosition list(ListQuery query, Consumer<? super T> items);

    /// All pages, of 500 unless the query says otherwise. When the state being read is compacted on
    /// the way, this fails with `Gone` after some items: start over.
    ListPosition listAll(ListQuery query, Consumer<? super T> items);

    Watch<T> watch(WatchQuery query);

    T create(T object);

    T update(T object);

    T updateStatus(T object);

    T patch(ObjectKey key, Patch patch);

    void delete(ObjectKey key, DeleteOptions options);

    void deleteAll(ListQuery selection, DeleteOptions options);

    /// A subresource with objects of its own kind, such as `scale`.
    <S extends KubeObject> S getSubresource(ObjectKey key, String subresource, Resource<S> as);

    /// Creates on a subresource, such as `token`; the answer is read as the kind that was sent.
    <S extends KubeObject> S createSubresource(ObjectKey key, String subresource, S object);

    /// Creates on a subresource that answers with no more than "done", such as `binding` or `eviction`.
    void submit(ObjectKey key, String subresource, KubeObject object);

    <S extends KubeObject> S updateSubresource(ObjectKey key, String subresource, S object);
}
