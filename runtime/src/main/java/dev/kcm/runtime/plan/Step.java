package dev.kcm.runtime.plan;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.time.Duration;
import java.util.Optional;

/// One thing to do. A step says what; the executor knows how.
public sealed interface Step {

    /// A line for people: verb, resource, name; never a field's value, since plans are kept and
    /// shown.
    String describe();

    /// The object it is about; one whose name the server will choose has an empty one.
    default ObjectKey key() {
        return switch (this) {
            case Create<?> create -> create.object().key();
            case Update<?> update -> update.object().key();
            case WriteStatus<?> status -> status.object().key();
            case Patch amend -> amend.target();
            case UpdateSubresource<?> update -> update.object().key();
            case Apply apply -> apply.target();
            case Delete delete -> delete.target();
            case DeleteAll all -> ObjectKey.of(all.namespace());
            case RecordEvent announce -> announce.about().key();
        };
    }

    /// The resource of the object it is about.
    default Resource<?> among() {
        return switch (this) {
            case Create<?> create -> create.resource();
            case Update<?> update -> update.resource();
            case WriteStatus<?> status -> status.resource();
            case Patch amend -> amend.resource();
            case UpdateSubresource<?> update -> update.resource();
            case Apply apply -> apply.resource();
            case Delete delete -> delete.resource();
            case DeleteAll _ -> Namespace.NAMESPACES;
            case RecordEvent announce -> announce.about().resource();
        };
    }

    /// Creates `count` objects from one; with more than one the object has a generateName.
    record Create<T extends KubeObject>(Resource<T> resource, T object, int count, Optional<EventTemplate> event)
            implements Step {
        public Create {
            if (count < 1) {
                throw new IllegalArgumentException("Cannot create " + count + " of " + resource);
            }
        }

        @Override
        public String describe() {
            var name = object.name().isEmpty() ? object.metadata().generateName() + "*" : object.name();
            return "create %s %s%s".formatted(resource.plural(), name, count == 1 ? "" : " x" + count);
        }

        /// One of the `count`.
        Create<T> once() {
            return new Create<>(resource, object, 1, event);
        }
    }

    /// Replaces the object; refused by the server when it changed since we saw it.
    record Update<T extends KubeObject>(Resource<T> resource, T object, Optional<EventTemplate> event) implements Step {
        @Override
        public String describe() {
            return "update %s %s".formatted(resource.plural(), object.key());
        }
    }

    /// Replaces the object's status.
    record WriteStatus<T extends KubeObject>(Resource<T> resource, T object, Urgency urgency) implements Step {
        @Override
        public String describe() {
            return "update %s/status %s".formatted(resource.plural(), object.key());
        }
    }

    /// Replaces what a subresource stands for, by one that takes objects of its own kind
    /// (`finalize`, `approval`).
    record UpdateSubresource<T extends KubeObject>(Resource<T> resource, T object, String subresource) implements Step {
        @Override
        public String describe() {
            return "update %s/%s %s".formatted(resource.plural(), subresource, object.key());
        }
    }

    /// Says what some fields of an object shall be, whoever else set them, and takes them over
    /// under the name `manager`. A server that cannot apply gets the same as a merge patch.
    ///
    /// @param seen the object as it was seen; never another of the same name
    record Apply(Resource<?> resource, KubeObject seen, JsonObject fields, String manager) implements Step {
        ObjectKey target() {
            return seen.key();
        }

        @Override
        public String describe() {
            return "apply %s %s".formatted(resource.plural(), target());
        }
    }

    /// Changes parts of an object; `subresource` is empty for the object itself.
    record Patch(Resource<?> resource, ObjectKey target, Kind kind, Json patch, String subresource) implements Step {
        public enum Kind {
            JSON,
            MERGE,
            STRATEGIC
        }

        @Override
        public String describe() {
            var path = subresource.isEmpty() ? resource.plural() : resource.plural() + "/" + subresource;
            return "patch %s %s".formatted(path, target);
        }
    }

    /// @param uid the object we mean; another one of the same name is left alone
    /// @param unchangedSince the resourceVersion it must still have; with one, an object that
    ///   changed is a refusal
    /// @param grace how long it may take to end; what the object itself says when empty
    record Delete(
            Resource<?> resource,
            ObjectKey target,
            String uid,
            Optional<String> unchangedSince,
            Cascade cascade,
            Optional<Duration> grace,
            Optional<EventTemplate> event)
            implements Step {
        public Delete(
                Resource<?> resource, ObjectKey target, String uid, Cascade cascade, Optional<EventTemplate> event) {
            this(resource, target, uid, Optional.empty(), cascade, Optional.empty(), event);
        }

        public Delete unchangedSince(String resourceVersion) {
            return new Delete(resource, target, uid, Optional.of(resourceVersion), cascade, grace, event);
        }

        public Delete withGrace(Duration value) {
            return new Delete(resource, target, uid, unchangedSince, cascade, Optional.of(value), event);
        }

        @Override
        public String describe() {
            return "delete %s %s".formatted(resource.plural(), target);
        }
    }

    /// Deletes everything of a resource in a namespace, dependents in the background: in one
    /// request where the server can, else one by one.
    record DeleteAll(Resource<?> resource, String namespace) implements Step {
        @Override
        public String describe() {
            return "delete all %s in %s".formatted(resource.qualifiedName(), namespace);
        }
    }

    /// Tells users something that no write stands for.
    record RecordEvent(ObjectRef about, Severity severity, String reason, String note) implements Step {
        @Override
        public String describe() {
            return "announce " + reason;
        }
    }

    /// What becomes of the objects that a deleted one owns.
    enum Cascade {
        /// Whatever the kind does by itself.
        USUAL,
        BACKGROUND,
        FOREGROUND,
        ORPHAN
    }

    enum Severity {
        NORMAL,
        WARNING
    }

    /// Whether a status write may wait a moment for the next change.
    enum Urgency {
        /// A new observedGeneration, a condition, a reached target: users and other controllers act
        /// on it.
        NOW,
        /// Counts on their way somewhere: the first goes at once, later ones within a short window
        /// are merged.
        SOON,
        /// Counts that are likely to be overtaken: even the first waits a second for what comes
        /// next, which takes it along.
        LATER
    }

    /// What users are told of a write: an event on `about` when it is done, another when it is
    /// refused.
    ///
    /// @param noteWhenDone `%s` stands for the object's name
    /// @param noteWhenRefused `%s` stands for the server's message
    record EventTemplate(
            ObjectRef about,
            String reasonWhenDone,
            String noteWhenDone,
            String reasonWhenRefused,
            String noteWhenRefused) {}

    // ---- the common forms, so that controllers read well

    static <T extends KubeObject> Step create(Resource<T> resource, T object) {
        return new Create<>(resource, object, 1, Optional.empty());
    }

    static <T extends KubeObject> Step update(Resource<T> resource, T object) {
        return new Update<>(resource, object, Optional.empty());
    }

    static <T extends KubeObject> Step writeStatus(Resource<T> resource, T object, Urgency urgency) {
        return new WriteStatus<>(resource, object, urgency);
    }

    static Step delete(Resource<?> resource, KubeObject target) {
        return new Delete(resource, target.key(), target.uid(), Cascade.USUAL, Optional.empty());
    }

    static Step announce(ObjectRef about, String reason, String note) {
        return new RecordEvent(about, Severity.NORMAL, reason, note);
    }

    static Step warn(ObjectRef about, String reason, String note) {
        return new RecordEvent(about, Severity.WARNING, reason, note);
    }
}
