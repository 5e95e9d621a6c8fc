package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.KubeObject;
import dev.kcm.model.wire.Maps;
import java.util.Map;
import java.util.TreeMap;

/// Annotations that the binder, the scheduler and external provisioners talk through.
final class Annotations {
    /// Of a claim: both sides point at each other.
    static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

    /// Of a claim or volume: this side's pointer was set here and not by a user, so it may be taken back.
    static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

    /// Of a volume: which provisioner made it.
    static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";

    static final String MIGRATED_TO = "pv.kubernetes.io/migrated-to";

    /// Of a claim: who is to make a volume for it.
    static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";

    static final String BETA_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";

    /// Of a claim, set by the scheduler: the node of its first consumer.
    static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    static final String BETA_STORAGE_CLASS = "volume.beta.kubernetes.io/storage-class";
    static final String DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";
    static final String BETA_DEFAULT_CLASS = "storageclass.beta.kubernetes.io/is-default-class";
    static final String PRE_RESIZE_CAPACITY = "volume.alpha.kubernetes.io/pre-resize-capacity";
    static final String CREATED_BY = "kubernetes.io/createdby";

    static final String YES = "yes";

    private Annotations() {}

    static boolean has(KubeObject object, String annotation) {
        return object.annotations().containsKey(annotation);
    }

    static Map<String, String> with(Map<String, String> annotations, String annotation, String value) {
        var changed = new TreeMap<>(annotations);
        changed.put(annotation, value);
        return changed;
    }

    /// Nil where it was the last.
    static Map<String, String> without(Map<String, String> annotations, String annotation) {
        if (!annotations.containsKey(annotation)) {
            return annotations;
        }
        var changed = new TreeMap<>(annotations);
        changed.remove(annotation);
        return changed.isEmpty() ? Maps.nil() : changed;
    }
}
