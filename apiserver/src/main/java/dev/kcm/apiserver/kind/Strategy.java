package dev.kcm.apiserver.kind;

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

/// The rules of one kind, as data. Built once; immutable after [Builder#build].
public final class Strategy<T extends KubeObject> {
    /// Finds what is wrong with an object.
    @FunctionalInterface
    public interface Validation<T> {
        void check(T object, FieldErrors problems);
    }

    /// Finds what is wrong with a change.
    @FunctionalInterface
    public interface ChangeValidation<T> {
        void check(T wanted, T current, FieldErrors problems);
    }

    /// How long an object stays after a delete; empty if it goes at once.
    @FunctionalInterface
    public interface Grace<T> {
        OptionalLong seconds(T object, Optional<Long> asked);
    }

    /// What happens to dependents when a delete does not say.
    public enum Dependents {
        BACKGROUND,
        ORPHAN,
        /// The kind takes no part in garbage collection.
        UNTOUCHED
    }

    /// How one part of an object changes through a subresource of its own: what a change may take
    /// from the wanted object, and the checks on it.
    private record Changeable<T>(BinaryOperator<T> take, ChangeValidation<T> validation) {}

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
            prepared = declared.status.get().carried(declared.blank, prepared);
        }
        prepared = declared.initialStatus.apply(prepared);
        return withGeneration(prepared, declared.countsGenerations ? 1 : 0);
    }

    /// A changed object as it may be stored: status as it was, generation one up if the spec
    /// changed.
    public T preparedForUpdate(T wanted, T current) {
        var prepared = wanted;
        if (declared.status.isPresent()) {
            prepared = declared.status.get().carried(current, prepared);
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
            prepared = declared.spec.get().carried(current, prepared);
        }
        prepared = declared.onStatusUpdate.apply(prepared, current);
        return withGeneration(prepared, current.metadata().generation());
    }

    /// An object of which only what this subresource is about may change.
    public T preparedForPartUpdate(String subresource, T wanted, T current) {
        var prepared = part(subresource).take.apply(wanted, current);
        long generation = current.metadata().generation();
        var isNewGeneration = declared.countsGenerations && specDiffers(prepared, current);
        return withGeneration(prepared, isNewGeneration ? generation + 1 : generation);
    }

    public void validatePartUpdate(String subresource, T wanted, T current, FieldErrors problems) {
        part(subresource).validation.check(wanted, current, problems);
    }

    private Changeable<T> part(String subresource) {
        return Optional.ofNullable(declared.parts.get(subresource))
                .orElseThrow(
                        () -> new IllegalStateException("no rules for %s of %s".formatted(subresource, resource())));
    }

    public void validate(T object, FieldErrors problems) {
        declared.validation.check(object, problems);
    }

    public void validateUpdate(T wanted, T current, FieldErrors problems) {
        declared.updateValidation.check(wanted, current, problems);
    }

    public void validateStatusUpdate(T wanted, T current, FieldErrors problems) {
        declared.statusValidation.check(wanted, current, problems);
    }

    /// What is wrong with a name of this kind.
    public List<String> nameProblems(String name) {
        return declared.nameRule.apply(name);
    }

    /// How to read a field that lists may select by; empty if the kind does not have it.
    public Optional<Function<T, String>> field(String name) {
        return switch (name) {
            case "metadata.name" -> Optional.of(object -> object.metadata().name());
            case "metadata.namespace" ->
                resource().isNamespaced()
                        ? Optional.of(object -> object.metadata().namespace())
                        : Optional.empty();
            default -> Optional.ofNullable(declared.fields.get(name));
        };
    }

    public OptionalLong grace(T object, Optional<Long> asked) {
        return declared.grace.seconds(object, asked);
    }

    public Dependents dependents() {
        return declared.dependents;
    }

    /// Whether an update must name the resource version it changes.
    public boolean needsResourceVersion() {
        return declared.needsResourceVersion;
    }

    /// Whether an update of an object that is not there makes it.
    public boolean isCreatedByUpdate() {
        return declared.isCreatedByUpdate;
    }

    /// Whether a delete answers with the object instead of a Status.
    public boolean showsDeleted() {
        return declared.showsDeleted;
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

    /// Collects the rules of a kind.
    public static final class Builder<T extends KubeObject> {
        private final Resource<T> resource;
        private final T blank;
        private UnaryOperator<T> defaults = UnaryOperator.identity();
        private UnaryOperator<T> onCreate = UnaryOperator.identity();
        private UnaryOperator<T> initialStatus = UnaryOperator.identity();
        private BinaryOperator<T> onUpdate = (wanted, _) -> wanted;
        private BinaryOperator<T> onStatusUpdate = (wanted, _) -> wanted;
        private Validation<T> validation = (_, _) -> {};
        private ChangeValidation<T> updateValidation;
        private ChangeValidation<T> statusValidation = (_, _, _) -> {};
        private Optional<Part<T>> spec = Optional.empty();
        private Optional<Part<T>> status = Optional.empty();
        private final Map<String, Changeable<T>> parts = new HashMap<>();
        private Function<String, List<String>> nameRule = NameRules::dnsSubdomain;
        private final Map<String, Function<T, String>> fields = new HashMap<>();
        private Grace<T> grace = (_, _) -> OptionalLong.empty();
        private Dependents dependents = Dependents.BACKGROUND;
        private boolean countsGenerations;
        private boolean keepsStatusOnCreate;
        private boolean needsResourceVersion;
        private boolean isCreatedByUpdate;
        private boolean showsDeleted;

        private Builder(Resource<T> resource) {
            this.resource = resource;
            this.blank = resource.decodeJson(new byte[] {'{', '}'});
            this.updateValidation = (wanted, _, problems) -> validation.check(wanted, problems);
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
        public Builder<T> updateValidation(ChangeValidation<T> choice) {
            this.updateValidation = choice;
            return this;
        }

        public Builder<T> statusValidation(ChangeValidation<T> choice) {
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

        /// A part that changes through a subresource of its own.
        public Builder<T> part(String subresource, BinaryOperator<T> take, ChangeValidation<T> checks) {
            parts.put(subresource, new Changeable<>(take, checks));
            return this;
        }

        public Builder<T> nameRule(Function<String, List<String>> choice) {
            this.nameRule = choice;
            return this;
        }

        public Builder<T> field(String name, Function<T, String> read) {
            fields.put(name, read);
            return this;
        }

        public Builder<T> grace(Grace<T> choice) {
            this.grace = choice;
            return this;
        }

        public Builder<T> dependents(Dependents choice) {
            this.dependents = choice;
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

        public Builder<T> needsResourceVersion() {
            this.needsResourceVersion = true;
            return this;
        }

        public Builder<T> isCreatedByUpdate() {
            this.isCreatedByUpdate = true;
            return this;
        }

        public Builder<T> showsDeleted() {
            this.showsDeleted = true;
            return this;
        }

        public Strategy<T> build() {
            return new Strategy<>(this);
        }
    }
}
