package dev.kcm.model;

import dev.kcm.model.meta.v1.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Who owns an object, and lists of owners with one more or less. Owners are told apart by uid.
public final class OwnerReferences {
    private OwnerReferences() {}

    /// The owner that manages the object; at most one does.
    public static Optional<OwnerReference> controllerOf(KubeObject object) {
        for (var reference : object.metadata().ownerReferences()) {
            if (reference.controller().orElse(false)) {
                return Optional.of(reference);
            }
        }
        return Optional.empty();
    }

    public static Optional<String> controllerUidOf(KubeObject object) {
        return controllerOf(object).map(OwnerReference::uid);
    }

    public static boolean isControlledBy(KubeObject object, KubeObject owner) {
        var controller = controllerOf(object);
        return controller.isPresent() && controller.get().uid().equals(owner.uid());
    }

    /// True if some owner, managing or not, has this uid.
    public static boolean isOwnedBy(KubeObject object, String uid) {
        for (var reference : object.metadata().ownerReferences()) {
            if (reference.uid().equals(uid)) {
                return true;
            }
        }
        return false;
    }

    /// A reference to an owner that manages, and whose deletion in the foreground waits for, the
    /// object it is put on.
    public static OwnerReference toController(KubeObject owner) {
        return OwnerReference.builder()
                .apiVersion(owner.resource().apiVersion())
                .kind(owner.resource().kind())
                .name(owner.name())
                .uid(owner.uid())
                .controller(true)
                .blockOwnerDeletion(true)
                .build();
    }

    /// The list with `reference` in the place of the one with its uid, or at the end.
    public static List<OwnerReference> with(List<OwnerReference> owners, OwnerReference reference) {
        var changed = new ArrayList<>(owners);
        for (var i = 0; i < changed.size(); i++) {
            if (changed.get(i).uid().equals(reference.uid())) {
                changed.set(i, reference);
                return List.copyOf(changed);
            }
        }
        changed.add(reference);
        return List.copyOf(changed);
    }

    public static List<OwnerReference> without(List<OwnerReference> owners, String uid) {
        return owners.stream().filter(owner -> !owner.uid().equals(uid)).toList();
    }
}
