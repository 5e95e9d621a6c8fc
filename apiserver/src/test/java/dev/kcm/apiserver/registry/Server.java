package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.admission.Admission;
import dev.kcm.apiserver.request.Answer;
import dev.kcm.apiserver.request.ApiCall;
import dev.kcm.apiserver.request.EventStream;
import dev.kcm.apiserver.request.Identity;
import dev.kcm.apiserver.request.PatchType;
import dev.kcm.apiserver.request.Selection;
import dev.kcm.apiserver.request.Target;
import dev.kcm.apiserver.request.WriteOptions;
import dev.kcm.apiserver.store.Store;
import dev.kcm.base.VirtualClock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.selector.FieldSelector;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.value.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// A registry in memory with short ways to ask it.
final class Server {
    final Store store = Store.inMemory();
    final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Registry registry = new Registry(
            new Registry.Parts(store, clock, new Random(1), Admission.NONE, (_, request) -> request, Map.of()));

    Answer ask(ApiCall call) {
        try {
            return registry.handle(Identity.ADMINISTRATOR, call);
        } catch (InterruptedException problem) {
            throw new IllegalStateException(problem);
        }
    }

    @SuppressWarnings("unchecked")
    <T extends KubeObject> T create(T object) {
        var target = Target.collection(object.resource(), object.namespace());
        return (T) one(new ApiCall.Create(target, object, WriteOptions.NONE));
    }

    @SuppressWarnings("unchecked")
    <T extends KubeObject> T update(T object) {
        var target = Target.object(object.resource(), object.key());
        return (T) one(new ApiCall.Update(target, object, WriteOptions.NONE));
    }

    @SuppressWarnings("unchecked")
    <T extends KubeObject> T updateStatus(T object) {
        var target = Target.object(object.resource(), object.key()).withSubresource("status");
        return (T) one(new ApiCall.Update(target, object, WriteOptions.NONE));
    }

    @SuppressWarnings("unchecked")
    <T extends KubeObject> T patch(Resource<T> resource, ObjectKey key, PatchType type, String text) {
        return (T) one(new ApiCall.Patch(Target.object(resource, key), type, Bytes.utf8(text), WriteOptions.NONE));
    }

    @SuppressWarnings("unchecked")
    <T extends KubeObject> T get(Resource<T> resource, ObjectKey key) {
        return (T) one(new ApiCall.Get(Target.object(resource, key)));
    }

    Answer delete(KubeObject object, DeleteOptions options) {
        return ask(new ApiCall.Delete(Target.object(object.resource(), object.key()), options));
    }

    Answer.Many list(Resource<?> resource, String namespace, String labels, String fields) {
        return (Answer.Many)
                ask(ApiCall.ListObjects.all(Target.collection(resource, namespace), selection(labels, fields)));
    }

    EventStream watch(Resource<?> resource, String labels, String resourceVersion) {
        var call = new ApiCall.Watch(
                Target.collection(resource, ""),
                selection(labels, ""),
                resourceVersion,
                "",
                true,
                Optional.empty(),
                Optional.empty());
        return ((Answer.Following) ask(call)).events();
    }

    static List<String> drained(EventStream events) {
        var seen = new ArrayList<String>();
        for (var event = events.poll(); event.isPresent(); event = events.poll()) {
            seen.add(
                    switch (event.get()) {
                        case EventStream.Event.Added(var object) -> "added " + object.name();
                        case EventStream.Event.Modified(var object) -> "modified " + object.name();
                        case EventStream.Event.Deleted(var object) -> "deleted " + object.name();
                        case EventStream.Event.Bookmark(var _, var ends) -> "bookmark " + ends;
                        case EventStream.Event.Failed(var status) -> "failed " + status.reason();
                    });
        }
        return seen;
    }

    static Selection selection(String labels, String fields) {
        return new Selection(Selector.parse(labels), FieldSelector.parse(fields));
    }

    private KubeObject one(ApiCall call) {
        return ((Answer.One) ask(call)).object();
    }
}
