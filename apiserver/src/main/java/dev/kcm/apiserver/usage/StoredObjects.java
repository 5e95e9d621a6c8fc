package dev.kcm.apiserver.usage;

import dev.kcm.apiserver.registry.Registry;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.Target;
import java.util.List;

/// The objects that metrics are of. Whoever may read the metrics needs no permission to read these.
record StoredObjects(Registry registry, RequestUser caller) {
    /// @throws dev.kcm.model.failure.ApiException if it does not exist
    KubeObject one(Resource<?> resource, ObjectKey key) throws InterruptedException {
        var answer = registry.handle(caller, new Operation.Get(Target.object(resource, key)));
        return ((ApiResponse.One) answer).object();
    }

    /// @param namespace empty for all
    List<? extends KubeObject> all(Resource<?> resource, String namespace, Selection selection)
            throws InterruptedException {
        var list = Operation.ListObjects.all(Target.collection(resource, namespace), selection);
        return ((ApiResponse.Many) registry.handle(caller, list)).items();
    }
}
