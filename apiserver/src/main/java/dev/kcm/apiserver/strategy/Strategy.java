package dev.kcm.apiserver.strategy;

import dev.kcm.model.KubeObject;
import dev.kcm.model.NameRules;
import dev.kcm.model.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// How objects of one kind are created, updated, selected and deleted, as data: upstream's registry strategy. Built
/// once; immutable after [Builder#build].
public final class Strategy<T extends KubeObject> {
    /// Finds what is wrong with an object.
    @FunctionalInterface
    public interface Validation<T> {
        void check(T object, FieldErrors errors);
    }

    /// Finds what is wrong with an update.
    @FunctionalInterface
    public interface UpdateValidation<T> {
        void check(T wanted, T current, FieldErrors errors);
    }

    /// How long an object stays after a delete; empty if it goes at once.
    @FunctionalInterface
    public interface GracePeriod<T> {
        OptionalLong seconds(T object, Optional<Long> requested);
    }

    /// What happens to dependents when a delete does not say.
    public enum GarbageCollection {
        DELETE_DEPENDENTS,
        ORPHAN_DEPENDENTS,
        /// The kind takes no part in garbage collection.
        UNSUPPORTED
    }

    /// How an object is updated through a subresource: what of the wanted object is taken over, and the checks on the
    /// result.
    private record SubresourceUpdate<T>(BinaryOperator<T> take, UpdateValidation<T> validation) {}

    private final Builder<T> declared;

    private Strategy(Builder<T> declared) {
        this.declared = declared;
    }

    public static <T extends KubeObject> Builder<T> of(Resource<T> resource) {
        return new Builder<>(resource);
    }

    public Resource<T> resource() {
        return declared.resource;
    }

    public T defaulted(T object) {
        return declared.defaults.apply(object);
    }

    /// A new object as it may be stored: without status, at generation one.
    public T preparedForCreate(T object) {
        var prepared = declared.onCreate.apply(object);
        if (declared.status.isPresent() && !declared.keepsStatusOnCreate) {
            prepared = declared.status.get().copied(declared.blank, prepared);
        }
        prepared = declared.initialStatus.apply(prepared);
        return withGeneration(prepared, declared.countsGenerations ? 1 : 0);
    }

    /// A changed object as it may be stored: status as it was, generation one up if the spec
    /// changed.
    public T preparedForUpdate(T wanted, T current) {
        var prepared = wanted;
        if (declared.status.isPresent()) {
            prepared = declared.status.get().copied(current, prepared);
        }
        prepared = declared.onUpdate.apply(prepared, current);
        long generation = current.metadata().generation();
        var isNewGeneration = declared.countsGenerations && specDiffers(prepared, current);
        return withGeneration(prepared, isNewGeneration ? generation + 1 : generation);
    }

    /// An object whose status alone may change.
    public T preparedForStatusUpdate(T wanted, T current) {
        var prepared = wanted;
        if (declared.spec.isPresent()) {
            prepared = declared.spec.get().copied(current, prepared);
        }
        prepared = declared.onStatusUpdate.apply(prepared, current);
        return withGeneration(prepared, current.metadata().generation());
    }

    /// An object updated through a subresource, which changes only the part that belongs to it.
    public T preparedForSubresourceUpdate(String subresource, T wanted, T current) {
        var prepared = subresource(subresource).take.apply(wanted, current);
        long generation = current.metadata().generation();
        var isNewGeneration = declared.countsGenerations && specDiffers(prepared, current);
        return withGeneration(prepared, isNewGeneration ? generation + 1 : generation);
    }

    public void validateSubresourceUpdate(String subresource, T wanted, T current, FieldErrors errors) {
        subresource(subresource).validation.check(wanted, current, errors);
    }

    private SubresourceUpdate<T> subresource(String name) {
        return Optional.ofNullable(declared.subresources.get(name))
                .orElseThrow(() ->
                        new IllegalStateException("no strategy for subresource %s of %s".formatted(name, resource())));
    }

    public void validate(T object, FieldErrors errors) {
        declared.validation.check(object, errors);
    }

    public void validateUpdate(T wanted, T current, FieldErrors errors) {
        declared.updateValidation.check(wanted, current, errors);
    }

    public void validateStatusUpdate(T wanted, T current, FieldErrors errors) {
        declared.statusValidation.check(wanted, current, errors);
    }

    /// What is wrong with a name of this kind, in upstream's words.
    public List<String> nameErrors(String name) {
        return declared.nameRule.apply(name);
    }

    /// How to read a field that lists may select by; empty if the kind does not have it.
    public Optional<Function<T, String>> selectableField(String name) {
        return switch (name) {
            case "metadata.name" -> Optional.of(object -> object.metadata().name());
            case "metadata.namespace" ->
                resource().isNamespaced()
                        ? Optional.of(object -> object.metadata().namespace())
                        : Optional.empty();
            default -> Optional.ofNullable(declared.selectableFields.get(name));
        };
    }

    /// How long an object stays after a delete that requests this many seconds; empty if it goes at once.
    public OptionalLong gracePeriod(T object, Optional<Long> requested) {
        return declared.gracePeriod.seconds(object, requested);
    }

    public GarbageCollection garbageCollection() {
        return declared.garbageCollection;
    }

    /// Whether an update must name the resource version it changes.
    public boolean requiresResourceVersion() {
        return declared.requiresResourceVersion;
    }

    /// Whether an update of an object that does not exist creates it.
    public boolean allowsCreateOnUpdate() {
        return declared.allowsCreateOnUpdate;
    }

    /// Whether a delete returns the object instead of a Status.
    public boolean returnsDeletedObject() {
        return declared.returnsDeletedObject;
    }

    /// The object with nothing in those of its halves in which it equals the other.
    public T withoutEqualParts(T object, T other) {
        return withoutIfEqual(declared.status, withoutIfEqual(declared.spec, object, other), other);
    }

    private T withoutIfEqual(Optional<Part<T>> part, T object, T other) {
        return part.filter(it -> it.isCheap() && it.of(object).equals(it.of(other)))
                .map(it -> it.copied(declared.blank, object))
                .orElse(object);
    }

    private boolean specDiffers(T wanted, T current) {
        return declared.spec
                .map(part -> !part.of(wanted).equals(part.of(current)))
                .orElseGet(() -> !wanted.withMetadata(current.metadata()).equals(current));
    }

    @SuppressWarnings("unchecked") // withMetadata returns the type it is called on
    private static <T extends KubeObject> T withGeneration(T object, long generation) {
        var metadata = object.metadata();
        return metadata.generation() == generation
                ? object
                : (T) object.withMetadata(metadata.withGeneration(generation));
    }

    /// Collects the strategy of a kind.
    public static final class Builder<T extends KubeObject> {
        private final Resource<T> resource;
        private final T blank;
        private UnaryOperator<T> defaults = UnaryOperator.identity();
        private UnaryOperator<T> onCreate = UnaryOperator.identity();
        private UnaryOperator<T> initialStatus = UnaryOperator.identity();
        private BinaryOperator<T> onUpdate = (wanted, _) -> wanted;
        private BinaryOperator<T> onStatusUpdate = (wanted, _) -> wanted;
        private Validation<T> validation = (_, _) -> {};
        private UpdateValidation<T> updateValidation;
        private UpdateValidation<T> statusValidation = (_, _, _) -> {};
        private Optional<Part<T>> spec = Optional.empty();
        private Optional<Part<T>> status = Optional.empty();
        private final Map<String, SubresourceUpdate<T>> subresources = new HashMap<>();
        private Function<String, List<String>> nameRule = NameRules::dnsSubdomain;
        private final Map<String, Function<T, String>> selectableFields = new HashMap<>();
        private GracePeriod<T> gracePeriod = (_, _) -> OptionalLong.empty();
        private GarbageCollection garbageCollection = GarbageCollection.DELETE_DEPENDENTS;
        private boolean countsGenerations;
        private boolean keepsStatusOnCreate;
        private boolean requiresResourceVersion;
        private boolean allowsCreateOnUpdate;
        private boolean returnsDeletedObject;

        private Builder(Resource<T> resource) {
            this.resource = resource;
            this.blank = resource.decodeJson(new byte[] {'{', '}'});
            this.updateValidation = (wanted, _, errors) -> validation.check(wanted, errors);
        }

        public Builder<T> defaults(UnaryOperator<T> choice) {
            this.defaults = choice;
            return this;
        }

        /// What else a create changes.
        public Builder<T> onCreate(UnaryOperator<T> choice) {
            this.onCreate = choice;
            return this;
        }

        /// The status a new object starts with.
        public Builder<T> initialStatus(UnaryOperator<T> choice) {
            this.initialStatus = choice;
            return this;
        }

        /// What else an update keeps of the current object.
        public Builder<T> onUpdate(BinaryOperator<T> choice) {
            this.onUpdate = choice;
            return this;
        }

        /// What else a status update keeps of the current object.
        public Builder<T> onStatusUpdate(BinaryOperator<T> choice) {
            this.onStatusUpdate = choice;
            return this;
        }

        /// Checks new objects, and changed ones unless those have checks of their own.
        public Builder<T> validation(Validation<T> choice) {
            this.validation = choice;
            return this;
        }

        /// Checks changes in place of the validation of new objects.
        public Builder<T> updateValidation(UpdateValidation<T> choice) {
            this.updateValidation = choice;
            return this;
        }

        public Builder<T> statusValidation(UpdateValidation<T> choice) {
            this.statusValidation = choice;
            return this;
        }

        public Builder<T> spec(Part<T> part) {
            this.spec = Optional.of(part);
            return this;
        }

        public Builder<T> status(Part<T> part) {
            this.status = Optional.of(part);
            return this;
        }

        /// How the object is updated through this subresource.
        public Builder<T> subresource(String name, BinaryOperator<T> take, UpdateValidation<T> checks) {
            subresources.put(name, new SubresourceUpdate<>(take, checks));
            return this;
        }

        public Builder<T> nameRule(Function<String, List<String>> choice) {
            this.nameRule = choice;
            return this;
        }

        public Builder<T> selectableField(String name, Function<T, String> read) {
            selectableFields.put(name, read);
            return this;
        }

        public Builder<T> gracePeriod(GracePeriod<T> choice) {
            this.gracePeriod = choice;
            return this;
        }

        public Builder<T> garbageCollection(GarbageCollection choice) {
            this.garbageCollection = choice;
            return this;
        }

        /// Generations start at one and go up when the spec (without one: anything but metadata and
        /// status) changes.
        public Builder<T> countsGenerations() {
            this.countsGenerations = true;
            return this;
        }

        public Builder<T> keepsStatusOnCreate() {
            this.keepsStatusOnCreate = true;
            return this;
        }

        public Builder<T> requiresResourceVersion() {
            this.requiresResourceVersion = true;
            return this;
        }

        public Builder<T> allowsCreateOnUpdate() {
            this.allowsCreateOnUpdate = true;
            return this;
        }

        public Builder<T> returnsDeletedObject() {
            this.returnsDeletedObject = true;
            return this;
        }

        public Strategy<T> build() {
            return new Strategy<>(this);
        }
    }
}
