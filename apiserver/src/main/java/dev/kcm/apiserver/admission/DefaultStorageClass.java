package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.operation.Target;
import dev.kcm.model.storage.v1.StorageClass;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.StreamSupport;

/// Gives a claim without a storage class the newest one that is marked as the default.
public final class DefaultStorageClass implements AdmissionPlugin {
    private static final String MARK = "storageclass.kubernetes.io/is-default-class";
    private static final String OLD_MARK = "storageclass.beta.kubernetes.io/is-default-class";

    private final VersionedStore store;

    public DefaultStorageClass(VersionedStore store) {
        this.store = store;
    }

    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        if (!(object instanceof PersistentVolumeClaim claim)
                || claim.spec().storageClassName().isPresent()) {
            return object;
        }
        var classes = store.contents(StorageClass.STORAGE_CLASSES).objects();
        return StreamSupport.stream(classes.spliterator(), false)
                .filter(DefaultStorageClass::isDefault)
                .max(Comparator.comparing((KubeObject it) ->
                                it.metadata().creationTimestamp().orElse(Instant.EPOCH))
                        .thenComparing(KubeObject::name, Comparator.reverseOrder()))
                .<KubeObject>map(it -> claim.withSpec(spec -> spec.storageClassName(it.name())))
                .orElse(claim);
    }

    private static boolean isDefault(KubeObject storageClass) {
        var annotations = storageClass.annotations();
        return "true".equals(annotations.get(MARK)) || "true".equals(annotations.get(OLD_MARK));
    }
}
