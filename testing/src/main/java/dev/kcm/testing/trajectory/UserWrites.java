package dev.kcm.testing.trajectory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.operation.Operation;
import java.util.HashSet;
import java.util.Set;

/// Which objects the user of a scenario created, changed or deleted: what a user does breaks no controller's promise.
/// Thread-safe.
public final class UserWrites {
    private enum Verb {
        CREATE,
        CHANGE,
        DELETE
    }

    private record Write(Verb verb, String resource, ObjectKey key) {}

    @GuardedBy("this")
    private final Set<Write> writes = new HashSet<>();

    @GuardedBy("this")
    private final Set<String> deletedCollections = new HashSet<>();

    /// To be told before the request is sent.
    public synchronized void record(Operation operation) {
        var resource = operation.resource().plural();
        switch (operation) {
            case Operation.Create create
            when create.target().subresource().equals("eviction") ->
                writes.add(new Write(Verb.DELETE, resource, create.target().key()));
            case Operation.Create _ -> writes.add(new Write(Verb.CREATE, resource, operation.key()));
            case Operation.Update _, Operation.Patch _ -> writes.add(new Write(Verb.CHANGE, resource, operation.key()));
            case Operation.Delete _ -> writes.add(new Write(Verb.DELETE, resource, operation.key()));
            case Operation.DeleteCollection _ -> deletedCollections.add(resource);
            case Operation.Get _, Operation.ListObjects _, Operation.Watch _ -> {}
        }
    }

    public boolean created(KubeObject object) {
        return contains(Verb.CREATE, object);
    }

    public boolean changed(KubeObject object) {
        return contains(Verb.CHANGE, object);
    }

    public synchronized boolean deleted(KubeObject object) {
        return contains(Verb.DELETE, object)
                || deletedCollections.contains(object.resource().plural());
    }

    private synchronized boolean contains(Verb verb, KubeObject object) {
        return writes.contains(new Write(verb, object.resource().plural(), object.key()));
    }
}
