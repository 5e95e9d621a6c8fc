package dev.kcm.cluster.inprocess;

import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.ObjectMeta;
import java.util.List;

/// What a caller gets of an object of the server: the object itself, less managedFields, where it
/// asks for the type the server has; else the part or form of it that its descriptor reads.
final class Views {
    private Views() {}

    @SuppressWarnings("ReferenceEquality") // descriptors of part of an object equal that of all
    static <A extends KubeObject> A of(KubeObject object, Resource<A> as) {
        var shown = withoutManagedFields(object);
        if (shown.resource() == as) {
            return cast(shown);
        }
        if (as == LeanPod.PODS && shown instanceof Pod pod) {
            return cast(LeanPod.of(pod));
        }
        if (isMetadata(as)) {
            return cast(MetadataObject.of(shown.resource(), shown.metadata()));
        }
        return decoded(shown, as);
    }

    private static KubeObject withoutManagedFields(KubeObject object) {
        return object.metadata().managedFields().isEmpty() ? object : object.withMetadata(lean(object.metadata()));
    }

    private static ObjectMeta lean(ObjectMeta metadata) {
        return metadata.toBuilder().managedFields(List.of()).build();
    }

    private static boolean isMetadata(Resource<?> as) {
        return as.listKind().equals("PartialObjectMetadataList");
    }

    private static <A extends KubeObject> A decoded(KubeObject object, Resource<A> as) {
        Resource<KubeObject> own = cast(object.resource());
        return as.hasProtobuf() && own.hasProtobuf()
                ? as.decodeProtobuf(own.encodeProtobuf(object))
                : as.decodeJson(own.encodeJson(object));
    }

    @SuppressWarnings("unchecked") // a descriptor's objects are of the type it was asked for
    private static <X> X cast(Object value) {
        return (X) value;
    }
}
