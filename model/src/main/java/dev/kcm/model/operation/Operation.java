package dev.kcm.model.operation;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.json.Json;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.meta.v1.Preconditions;
import dev.kcm.model.value.Bytes;
import java.time.Duration;
import java.util.Optional;

/// One request to the API as data: what it is about and what to do. Controllers plan operations, the client sends them,
/// the embedded API server handles them; it is one type all the way. Objects are of the version that the target's
/// resource names.
public sealed interface Operation {
    Target target();

    /// The verb as RBAC knows it.
    String verb();

    default Resource<?> resource() {
        return target().resource();
    }

    /// The object it is about. Its name is empty for a collection, and for an object whose name the server will choose.
    default ObjectKey key() {
        return target().key();
    }

    /// The HTTP method, which upstream's client metrics call verb.
    default String httpMethod() {
        return switch (this) {
            case Get _, ListObjects _, Watch _ -> "GET";
            case Create _ -> "POST";
            case Update _ -> "PUT";
            case Patch _ -> "PATCH";
            case Delete _, DeleteCollection _ -> "DELETE";
        };
    }

    /// Reads one object or a subresource of it.
    record Get(Target target) implements Operation {
        @Override
        public String verb() {
            return "get";
        }
    }

    /// Reads a collection or a page of it. An empty resource version asks for the newest state.
    ///
    /// @param limit objects per page; zero for all
    /// @param match `Exact`, `NotOlderThan` or empty
    record ListObjects(
            Target target, Selection selection, long limit, String continueToken, String resourceVersion, String match)
            implements Operation {
        public static ListObjects all(Target target, Selection selection) {
            return new ListObjects(target, selection, 0, "", "", "");
        }

        public ListObjects with(Target newTarget, Selection newSelection) {
            return new ListObjects(newTarget, newSelection, limit, continueToken, resourceVersion, match);
        }

        @Override
        public String verb() {
            return "list";
        }
    }

    /// Follows a collection. The initial events (the objects there are) come first when asked for
    /// or when the resource version is empty or zero.
    ///
    /// @param sendsInitialEvents empty where the caller did not say
    /// @param timeout when the stream ends by itself
    record Watch(
            Target target,
            Selection selection,
            String resourceVersion,
            String match,
            boolean wantsBookmarks,
            Optional<Boolean> sendsInitialEvents,
            Optional<Duration> timeout)
            implements Operation {
        public Watch with(Target newTarget, Selection newSelection) {
            return new Watch(
                    newTarget, newSelection, resourceVersion, match, wantsBookmarks, sendsInitialEvents, timeout);
        }

        public Watch withTimeout(Duration value) {
            return new Watch(
                    target, selection, resourceVersion, match, wantsBookmarks, sendsInitialEvents, Optional.of(value));
        }

        /// Whether every object there is comes first, as added.
        public boolean startsWithObjects() {
            return sendsInitialEvents.orElse(false);
        }

        @Override
        public String verb() {
            return "watch";
        }
    }

    /// Creates an object in its collection or, if the target has a subresource, on that (`binding`, `eviction`,
    /// `token`).
    record Create(Target target, KubeObject object, WriteOptions options) implements Operation {
        @Override
        public ObjectKey key() {
            return object.key();
        }

        @Override
        public String verb() {
            return "create";
        }
    }

    /// Replaces an object, or the subresource that the target names. Refused when the object changed since.
    record Update(Target target, KubeObject object, WriteOptions options) implements Operation {
        @Override
        public String verb() {
            return "update";
        }
    }

    /// Changes parts of an object.
    ///
    /// @param force for apply: takes over fields that others own
    record Patch(Target target, PatchType type, Bytes patch, boolean force, WriteOptions options) implements Operation {
        public Patch {
            if (force && type != PatchType.APPLY) {
                throw new IllegalArgumentException("Only an apply patch can be forced");
            }
        }

        @Override
        public String verb() {
            return "patch";
        }
    }

    record Delete(Target target, DeleteOptions options) implements Operation {
        /// The uid it must have; empty for whatever has the name.
        public String uid() {
            return options.preconditions().flatMap(Preconditions::uid).orElse("");
        }

        /// The version it must still have; empty for any.
        public Optional<String> resourceVersion() {
            return options.preconditions().flatMap(Preconditions::resourceVersion);
        }

        /// What becomes of the objects it owns; empty for what its kind does by default.
        public Optional<Propagation> propagation() {
            return options.propagationPolicy().flatMap(Propagation::of);
        }

        @Override
        public String verb() {
            return "delete";
        }
    }

    record DeleteCollection(Target target, Selection selection, DeleteOptions options) implements Operation {
        @Override
        public String verb() {
            return "deletecollection";
        }
    }

    // ---- the common forms

    static Create create(KubeObject object) {
        return new Create(Target.collection(object.resource(), object.namespace()), object, WriteOptions.NONE);
    }

    static Update update(KubeObject object) {
        return new Update(Target.object(object.resource(), object.key()), object, WriteOptions.NONE);
    }

    static Update updateStatus(KubeObject object) {
        return updateSubresource(object, "status");
    }

    /// @param subresource one that takes objects of the same kind, such as `status`, `finalize` or `approval`
    static Update updateSubresource(KubeObject object, String subresource) {
        var target = Target.object(object.resource(), object.key()).withSubresource(subresource);
        return new Update(target, object, WriteOptions.NONE);
    }

    static Patch patch(Resource<?> resource, ObjectKey key, PatchType type, Json patch) {
        return patch(Target.object(resource, key), type, patch);
    }

    static Patch patch(Target target, PatchType type, Json patch) {
        return new Patch(target, type, Bytes.wrap(patch.toBytes()), false, WriteOptions.NONE);
    }

    static Delete delete(Resource<?> resource, ObjectKey key, DeleteOptions options) {
        return new Delete(Target.object(resource, key), options);
    }
}
