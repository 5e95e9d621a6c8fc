package dev.kcm.runtime.plan;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.operation.Propagation;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.value.Bytes;
import dev.kcm.runtime.cloud.CloudCall;
import dev.kcm.runtime.disk.DiskChange;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// One thing to do: a write, a call of the cloud, a change on disk, or an event to record. A step says what; the
/// executor knows how.
public sealed interface Step {

    /// A line for people: verb, resource, name; never a field's value, since plans are kept and
    /// shown.
    String describe();

    /// The resource of the object it is about.
    Resource<?> resource();

    /// The object it is about; one whose name the server will choose has an empty one.
    ObjectKey key();

    /// Whether it creates objects.
    default boolean isCreate() {
        return as(Operation.Create.class).isPresent();
    }

    /// Whether it deletes an object.
    default boolean isDelete() {
        return as(Operation.Delete.class).isPresent();
    }

    /// Its operation, if it is of this kind.
    default <O extends Operation> Optional<O> as(Class<O> kind) {
        return this instanceof Write write && kind.isInstance(write.operation())
                ? Optional.of(kind.cast(write.operation()))
                : Optional.empty();
    }

    /// An operation on the API.
    ///
    /// @param count how often it is done; more than once only for creating, with a generateName
    /// @param fallback for a server that does not support the operation
    /// @param event what is recorded about it
    /// @param urgency whether a status may wait for the next change
    /// @param mootRefusal a refusal that means, of this write, that there is nothing left to do
    record Write(
            Operation operation,
            int count,
            Optional<Operation> fallback,
            Optional<EventTemplate> event,
            Urgency urgency,
            Optional<Class<? extends ApiFailure>> mootRefusal)
            implements Step {
        public Write {
            if (count < 1 || (count > 1 && !(operation instanceof Operation.Create))) {
                throw new IllegalArgumentException("Cannot %s %s %d times"
                        .formatted(operation.verb(), operation.resource().plural(), count));
            }
        }

        public Write times(int number) {
            return new Write(operation, number, fallback, event, urgency, mootRefusal);
        }

        public Write withEvent(EventTemplate template) {
            return withEvent(Optional.of(template));
        }

        public Write withEvent(Optional<EventTemplate> template) {
            return new Write(operation, count, fallback, template, urgency, mootRefusal);
        }

        /// One that is done when it is refused in this way.
        public Write mootWhen(Class<? extends ApiFailure> refusal) {
            return new Write(operation, count, fallback, event, urgency, Optional.of(refusal));
        }

        boolean isMootWhen(ApiFailure refusal) {
            return mootRefusal.filter(kind -> kind.isInstance(refusal)).isPresent();
        }

        /// A delete that is refused if the object changed since it had this version.
        public Write unlessChangedSince(String resourceVersion) {
            return deleting(options -> options.withPreconditions(
                    options.preconditions().orElseThrow().withResourceVersion(resourceVersion)));
        }

        /// A delete with this grace period instead of the object's own.
        public Write withGracePeriod(Duration period) {
            return deleting(options -> options.withGracePeriodSeconds(period.toSeconds()));
        }

        /// A delete with a say in what becomes of the objects that the deleted one owns.
        public Write withPropagation(Propagation propagation) {
            return deleting(options -> options.withPropagationPolicy(propagation.text()));
        }

        /// The object that is created or replaces the present one.
        public Optional<KubeObject> object() {
            return switch (operation) {
                case Operation.Create create -> Optional.of(create.object());
                case Operation.Update update -> Optional.of(update.object());
                case Operation.Get _,
                        Operation.ListObjects _,
                        Operation.Watch _,
                        Operation.Patch _,
                        Operation.Delete _,
                        Operation.DeleteCollection _ -> Optional.empty();
            };
        }

        public boolean isStatusUpdate() {
            return operation instanceof Operation.Update update
                    && update.target().subresource().equals("status");
        }

        /// The content of a namespace is deleted on behalf of the namespace.
        @Override
        public Resource<?> resource() {
            return operation instanceof Operation.DeleteCollection ? Namespace.NAMESPACES : operation.resource();
        }

        @Override
        public ObjectKey key() {
            return operation instanceof Operation.DeleteCollection delete
                    ? ObjectKey.of(delete.target().namespace())
                    : operation.key();
        }

        @Override
        public String describe() {
            return switch (operation) {
                case Operation.Create create ->
                    "create %s %s%s"
                            .formatted(resource().plural(), nameOf(create.object()), count == 1 ? "" : " x" + count);
                case Operation.DeleteCollection delete ->
                    "delete all %s in %s"
                            .formatted(
                                    delete.resource().qualifiedName(),
                                    delete.target().namespace());
                case Operation.Patch patch when patch.type() == PatchType.APPLY -> line("apply");
                case Operation.Get _,
                        Operation.ListObjects _,
                        Operation.Watch _,
                        Operation.Update _,
                        Operation.Patch _,
                        Operation.Delete _ -> line(operation.verb());
            };
        }

        private String line(String verb) {
            return "%s %s %s".formatted(verb, operation.target().resourceName(), key());
        }

        private static String nameOf(KubeObject object) {
            return object.name().isEmpty() ? object.metadata().generateName() + "*" : object.name();
        }

        private Write deleting(UnaryOperator<DeleteOptions> change) {
            if (!(operation instanceof Operation.Delete(var target, var options))) {
                throw new IllegalStateException("Not a delete: " + describe());
            }
            return new Write(
                    new Operation.Delete(target, change.apply(options)), count, fallback, event, urgency, mootRefusal);
        }
    }

    /// Tells users something that no write stands for.
    record RecordEvent(ObjectRef about, Severity severity, String reason, String note) implements Step {
        @Override
        public Resource<?> resource() {
            return about.resource();
        }

        @Override
        public ObjectKey key() {
            return about.key();
        }

        @Override
        public String describe() {
            return "record event " + reason;
        }
    }

    /// A change in the cloud. It is not repeated by itself: what fails is decided about again.
    ///
    /// @param about the object on whose behalf
    record CallCloud(ObjectRef about, CloudCall call) implements Step {
        @Override
        public Resource<?> resource() {
            return about.resource();
        }

        @Override
        public ObjectKey key() {
            return about.key();
        }

        @Override
        public String describe() {
            return call.describe();
        }
    }

    /// A change on the program's own disk. It is not repeated by itself: what fails is decided about again.
    ///
    /// @param about the object on whose behalf
    record ChangeDisk(ObjectRef about, DiskChange change) implements Step {
        @Override
        public Resource<?> resource() {
            return about.resource();
        }

        @Override
        public ObjectKey key() {
            return about.key();
        }

        @Override
        public String describe() {
            return change.describe();
        }
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

    /// The events of a write: one on `about` when it is done, another when it is refused. An empty reason means none.
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

    static Write create(KubeObject object) {
        return write(Operation.create(object));
    }

    /// Replaces the object; refused by the server when it changed since it was observed.
    static Write update(KubeObject object) {
        return write(Operation.update(object));
    }

    static Write updateStatus(KubeObject object, Urgency urgency) {
        return new Write(
                Operation.updateStatus(object), 1, Optional.empty(), Optional.empty(), urgency, Optional.empty());
    }

    /// @param subresource one that takes objects of the same kind, such as `finalize` or `approval`
    static Write updateSubresource(KubeObject object, String subresource) {
        return write(Operation.updateSubresource(object, subresource));
    }

    /// @param subresource one with a kind of its own, such as `scale`, of the object of this key
    /// @param content what it shall be; refused by the server when the object changed since
    static Write updateSubresource(Resource<?> resource, ObjectKey key, String subresource, KubeObject content) {
        var target = Target.object(resource, key).withSubresource(subresource);
        return write(new Operation.Update(target, content, WriteOptions.NONE));
    }

    static Write patch(Resource<?> resource, ObjectKey key, PatchType type, Json patch) {
        return write(Operation.patch(resource, key, type, patch));
    }

    static Write patchStatus(Resource<?> resource, ObjectKey key, PatchType type, Json patch) {
        return write(Operation.patch(Target.object(resource, key).withSubresource("status"), type, patch));
    }

    /// Says what some fields of an object shall be, whoever else set them, and takes them over as `fieldManager`. A
    /// server that does not support apply gets the same as a merge patch.
    ///
    /// @param observed the object as it was observed; never another of the same name
    static Write apply(KubeObject observed, JsonObject fields, String fieldManager) {
        return apply(Target.object(observed.resource(), observed.key()), observed, fields, fieldManager);
    }

    /// The same of its status.
    ///
    /// @param fields all that `fieldManager` says of the object: what it said before and is not here is taken back
    static Write applyStatus(KubeObject observed, JsonObject fields, String fieldManager) {
        var target = Target.object(observed.resource(), observed.key()).withSubresource("status");
        return apply(target, observed, fields, fieldManager);
    }

    private static Write apply(Target target, KubeObject observed, JsonObject fields, String fieldManager) {
        var resource = observed.resource();
        // The uid keeps a server from creating what is gone; the resourceVersion keeps a merge patch from undoing what
        // changed meanwhile.
        var document = fields.with("apiVersion", resource.apiVersion())
                .with("kind", resource.kind())
                .with("metadata", Json.object().with("name", observed.name()).with("uid", observed.uid()));
        var options = WriteOptions.NONE.withFieldManager(fieldManager);
        var merge = fields.with("metadata", Json.object().with("resourceVersion", observed.resourceVersion()));
        return new Write(
                new Operation.Patch(target, PatchType.APPLY, Bytes.wrap(document.toBytes()), true, options),
                1,
                Optional.of(Operation.patch(target, PatchType.MERGE, merge)),
                Optional.empty(),
                Urgency.NOW,
                Optional.empty());
    }

    /// Deletes exactly this object: another one of the same name is left alone.
    static Write delete(KubeObject object) {
        return delete(object.resource(), object.key(), object.uid());
    }

    /// @param uid the object meant; another one of the same name is left alone
    static Write delete(Resource<?> resource, ObjectKey key, String uid) {
        var options = DeleteOptions.EMPTY.withPreconditions(it -> it.uid(uid));
        return write(Operation.delete(resource, key, options));
    }

    /// Deletes everything of a resource in a namespace, dependents in the background: in one
    /// request where the server can, else one by one.
    static Write deleteCollection(Resource<?> resource, String namespace) {
        var background = DeleteOptions.EMPTY.withPropagationPolicy(Propagation.BACKGROUND.text());
        return write(new Operation.DeleteCollection(
                Target.collection(resource, namespace), Selection.EVERYTHING, background));
    }

    static RecordEvent event(ObjectRef about, String reason, String note) {
        return new RecordEvent(about, Severity.NORMAL, reason, note);
    }

    static RecordEvent warning(ObjectRef about, String reason, String note) {
        return new RecordEvent(about, Severity.WARNING, reason, note);
    }

    static CallCloud call(ObjectRef about, CloudCall call) {
        return new CallCloud(about, call);
    }

    static ChangeDisk change(ObjectRef about, DiskChange change) {
        return new ChangeDisk(about, change);
    }

    private static Write write(Operation operation) {
        return new Write(operation, 1, Optional.empty(), Optional.empty(), Urgency.NOW, Optional.empty());
    }
}
