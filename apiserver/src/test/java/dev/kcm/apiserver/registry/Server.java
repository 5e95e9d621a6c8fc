package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.admission.AdmissionChain;
import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.EventStream;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.VirtualClock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
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
    final VersionedStore store = VersionedStore.inMemory();
    final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Registry registry;

    Server() {
        this(AdmissionChain.NONE, false);
    }

    Server(AdmissionPlugin admission, boolean showsManagedFields) {
        this.registry = new Registry(new Registry.Parts(
                store,
                clock,
                new Random(1),
                admission,
                (_, request) -> request,
                Map.of(),
                new WriteChecks((_, _) -> {}, true),
                showsManagedFields));
    }

    ApiResponse ask(Operation call) {
        try {
            return registry.handle(RequestUser.ADMINISTRATOR, call);
        } catch (InterruptedException problem) {
            throw new IllegalStateException(problem);
        }
    }

    @SuppressWarnings("unchecked")
    <T extends KubeObject> T create(T object) {
        var target = Target.collection(object.resource(), object.namespace());
        return (T) one(new Operation.Create(target, object, WriteOptions.NONE));
    }

    @SuppressWarnings("unchecked")
    <T extends KubeObject> T update(T object) {
        var target = Target.object(object.resource(), object.key());
        return (T) one(new Operation.Update(target, object, WriteOptions.NONE));
    }

    @SuppressWarnings("unchecked")
    <T extends KubeObject> T updateStatus(T object) {
        var target = Target.object(object.resource(), object.key()).withSubresource("status");
        return (T) one(new Operation.Update(target, object, WriteOptions.NONE));
    }

    @SuppressWarnings("unchecked")
    <T extends KubeObject> T patch(Resource<T> resource, ObjectKey key, PatchType type, String text) {
        return (T) one(
                new Operation.Patch(Target.object(resource, key), type, Bytes.utf8(text), false, WriteOptions.NONE));
    }

    @SuppressWarnings("unchecked")
    <T extends KubeObject> T get(Resource<T> resource, ObjectKey key) {
        return (T) one(new Operation.Get(Target.object(resource, key)));
    }

    ApiResponse delete(KubeObject object, DeleteOptions options) {
        return ask(new Operation.Delete(Target.object(object.resource(), object.key()), options));
    }

    ApiResponse.Many list(Resource<?> resource, String namespace, String labels, String fields) {
        return (ApiResponse.Many)
                ask(Operation.ListObjects.all(Target.collection(resource, namespace), selection(labels, fields)));
    }

    EventStream watch(Resource<?> resource, String labels, String resourceVersion) {
        var call = new Operation.Watch(
                Target.collection(resource, ""),
                selection(labels, ""),
                resourceVersion,
                "",
                true,
                Optional.empty(),
                Optional.empty());
        return ((ApiResponse.Following) ask(call)).events();
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

    private KubeObject one(Operation call) {
        return ((ApiResponse.One) ask(call)).object();
    }
}
