package dev.kcm.model.operation;

import dev.kcm.model.KubeObject;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.value.Bytes;
import java.time.Duration;
import java.util.Optional;

/// One request. Objects in it are of the version that the target's resource names.
public sealed interface Operation {
    Target target();

    /// The verb as RBAC knows it.
    String verb();

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
        @Override
        public String verb() {
            return "watch";
        }
    }

    record Create(Target target, KubeObject object, WriteOptions options) implements Operation {
        @Override
        public String verb() {
            return "create";
        }
    }

    record Update(Target target, KubeObject object, WriteOptions options) implements Operation {
        @Override
        public String verb() {
            return "update";
        }
    }

    record Patch(Target target, PatchType type, Bytes patch, WriteOptions options) implements Operation {
        @Override
        public String verb() {
            return "patch";
        }
    }

    record Delete(Target target, DeleteOptions options) implements Operation {
        @Override
        public String verb() {
            return "delete";
        }
    }

    record DeleteAll(Target target, Selection selection, DeleteOptions options) implements Operation {
        @Override
        public String verb() {
            return "deletecollection";
        }
    }
}
