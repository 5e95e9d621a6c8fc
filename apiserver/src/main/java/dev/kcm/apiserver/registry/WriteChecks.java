package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Target;

/// What a write is checked for besides the rules of its kind.
///
/// @param permission for an update that creates
/// @param limitsSize whether objects may be too large; measuring one means encoding it, which callers inside the
///   process are spared
public record WriteChecks(CreatePermission permission, boolean limitsSize) {
    /// Whoever updates what does not exist creates it, and must be allowed to.
    @FunctionalInterface
    public interface CreatePermission {
        /// @throws dev.kcm.model.failure.ApiException if the caller may not
        void require(RequestUser caller, Target target);
    }

    /// What etcd takes in one request, of which an object is all but a little.
    private static final int MOST_BYTES = 3 << 19;

    private static final int AROUND_AN_OBJECT = 256;

    /// @throws dev.kcm.model.failure.ApiException if the object is larger than upstream could store
    void requireStorable(KubeObject object) {
        if (limitsSize && encodedSize(object) + AROUND_AN_OBJECT > MOST_BYTES) {
            throw ApiErrors.unknown("etcdserver: request is too large");
        }
    }

    @SuppressWarnings("unchecked") // an object is encoded by the descriptor it names itself
    private static int encodedSize(KubeObject object) {
        var resource = (Resource<KubeObject>) object.resource();
        return resource.hasProtobuf() ? resource.encodeProtobuf(object).length : resource.encodeJson(object).length;
    }
}
