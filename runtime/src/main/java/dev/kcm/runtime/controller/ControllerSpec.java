package dev.kcm.runtime.controller;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Tally;
import dev.kcm.runtime.queue.RetryPolicy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/// What a controller is called, watches, reads and writes, and how it is built: everything the
/// program needs to know to run it, and everything its documentation starts from.
///
/// @param reconciled the resource whose keys are reconciled; sweeps and event loops have none
/// @param waitsForOwnWrites a key is not synced before the caches show what was written for it
/// @param disabledReason why there is nothing for it to do with the options given, if so
/// @param startupError why the program must not start with the options given, if so
public record ControllerSpec(
        Names names,
        Optional<Resource<? extends KubeObject>> reconciled,
        boolean waitsForOwnWrites,
        List<WatchMapping<?>> watches,
        Reads reads,
        List<String> writes,
        Shape shape,
        Function<Settings.Options, Optional<String>> disabledReason,
        Function<Settings.Options, Optional<String>> startupError) {

    /// @param component what events and user agents call it, as upstream does
    /// @param queue what its queue is called in metrics, as upstream does
    public record Names(String name, List<String> aliases, String component, String queue) {}

    /// @param resources read without being watched
    public record Reads(Set<Resource<?>> resources, List<Index<?>> indexes, List<Tally<?, ?>> tallies) {}

    /// Which of the few ways to work it has, and how it is built.
    public sealed interface Shape {
        /// @param workers how many keys are in hand at the same time
        /// @param retries when a key whose writes were refused is tried again
        /// @param initialKeys keys that are synced when it starts, whatever there is
        /// @param counts which keys to sync when an object changes of a kind that is counted
        record Reconciling<S>(
                ToIntFunction<Settings.Options> workers,
                Function<Settings.Options, RetryPolicy> retries,
                List<ObjectKey> initialKeys,
                Optional<WatchMapping.KeyMapper<KubeObject>> counts,
                Function<Settings, Reconciler<S>> builtBy)
                implements Shape {}

        /// @param workers how many effects are under way at the same time
        record Looping<E>(ToIntFunction<Settings.Options> workers, Function<Settings, EventLoop<E>> builtBy)
                implements Shape {}

        record Sweeping<S>(Function<Settings, Sweep<S>> builtBy) implements Shape {}
    }

    public String name() {
        return names.name();
    }

    /// Every resource whose informer must be full before this controller starts.
    public Set<Resource<?>> resources() {
        var all = new LinkedHashSet<Resource<?>>(reads.resources());
        watches.forEach(watching -> all.add(watching.resource()));
        watches.forEach(watching -> watching.reads().forEach(index -> all.add(index.resource())));
        reads.indexes().forEach(index -> all.add(index.resource()));
        reads.tallies().forEach(tally -> all.add(tally.resource()));
        return all;
    }

    public static Builder named(String name) {
        return new Builder(name);
    }

    /// A spec being written down.
    public static final class Builder {
        private final String name;
        private final List<String> aliases = new ArrayList<>();
        private final List<WatchMapping<?>> watches = new ArrayList<>();
        private final Set<Resource<?>> resources = new LinkedHashSet<>();
        private final List<Index<?>> indexes = new ArrayList<>();
        private final List<Tally<?, ?>> tallies = new ArrayList<>();
        private final List<String> writes = new ArrayList<>();
        private String component;
        private String queue = "";
        private ToIntFunction<Settings.Options> workers = _ -> 1;
        private final List<ObjectKey> initialKeys = new ArrayList<>();
        private Optional<Resource<? extends KubeObject>> reconciled = Optional.empty();
        private boolean waitsForOwnWrites = true;
        private Function<Settings.Options, RetryPolicy> retries = _ -> RetryPolicy.USUAL;
        private Optional<WatchMapping.KeyMapper<KubeObject>> counts = Optional.empty();
        private Function<Settings.Options, Optional<String>> disabledReason = _ -> Optional.empty();
        private Function<Settings.Options, Optional<String>> startupError = _ -> Optional.empty();

        private Builder(String name) {
            this.name = name;
            this.component = name;
        }

        public Builder alias(String alias) {
            aliases.add(alias);
            return this;
        }

        public Builder component(String upstreamName) {
            component = upstreamName;
            return this;
        }

        /// What its queue is called in metrics; its first alias unless this says otherwise.
        public Builder queue(String upstreamName) {
            queue = upstreamName;
            return this;
        }

        /// The resource whose keys are reconciled.
        public Builder reconciles(Resource<? extends KubeObject> resource) {
            return reconciles(WatchMapping.itself(resource));
        }

        /// The same, where not every change of such an object, or not only its own key, is of interest.
        public Builder reconciles(WatchMapping<?> watch) {
            reconciled = Optional.of(watch.resource());
            return watches(watch);
        }

        /// Keys are synced although the caches may not show the controller's own last writes: for one that decides by
        /// live reads.
        public Builder syncsBeforeOwnWritesAreCached() {
            waitsForOwnWrites = false;
            return this;
        }

        public Builder watches(WatchMapping<?> watching) {
            watches.add(watching);
            return this;
        }

        /// A key that is synced when it starts, also when there is no such object yet.
        public Builder initially(ObjectKey key) {
            initialKeys.add(key);
            return this;
        }

        /// It counts kinds that it learns of at work, with [dev.kcm.runtime.cache.ObjectCounts]; says
        /// which keys to sync when an object of such a kind changes.
        public Builder counts(WatchMapping.KeyMapper<KubeObject> mapping) {
            counts = Optional.of(mapping);
            return this;
        }

        public Builder reads(Resource<?> resource) {
            resources.add(resource);
            return this;
        }

        public Builder indexes(Index<?> index) {
            indexes.add(index);
            return this;
        }

        public Builder tallies(Tally<?, ?> tally) {
            tallies.add(tally);
            return this;
        }

        /// What it may write, as `verb resource[/subresource]`; a scenario that sees another write
        /// fails.
        public Builder writes(String... verbsAndResources) {
            writes.addAll(List.of(verbsAndResources));
            return this;
        }

        /// How many keys may be in hand at the same time; one unless this says otherwise.
        public Builder workers(ToIntFunction<Settings.Options> count) {
            workers = count;
            return this;
        }

        /// When to try again after a startupError, for controllers that differ from the usual.
        public Builder retries(RetryPolicy policy) {
            return retries(_ -> policy);
        }

        /// The same, where an option says when.
        public Builder retries(Function<Settings.Options, RetryPolicy> policy) {
            retries = policy;
            return this;
        }

        /// It does not run with options to which this finds an disabledReason.
        public Builder disabledWhen(Function<Settings.Options, Optional<String>> reason) {
            disabledReason = reason;
            return this;
        }

        /// With options that ask for more than it can do the program does not start: a sentence
        /// that says so, and what to do.
        public Builder failsStartWhen(Function<Settings.Options, Optional<String>> reason) {
            startupError = reason;
            return this;
        }

        public <S> ControllerSpec builtBy(Function<Settings, Reconciler<S>> build) {
            if (reconciled.isEmpty()) {
                throw new IllegalStateException(name + " reconciles nothing");
            }
            return shaped(new Shape.Reconciling<>(workers, retries, List.copyOf(initialKeys), counts, build));
        }

        public <E> ControllerSpec loopedBy(Function<Settings, EventLoop<E>> build) {
            if (!watches.isEmpty()) {
                throw new IllegalStateException(name + " is an event loop and says itself what it follows");
            }
            return shaped(new Shape.Looping<>(workers, build));
        }

        public <S> ControllerSpec sweptBy(Function<Settings, Sweep<S>> build) {
            if (!watches.isEmpty()) {
                throw new IllegalStateException(name + " is a sweep and reads, but does not watch");
            }
            return shaped(new Shape.Sweeping<>(build));
        }

        private String queueName() {
            return !queue.isEmpty() ? queue : aliases.isEmpty() ? name : aliases.getFirst();
        }

        private ControllerSpec shaped(Shape shape) {
            return new ControllerSpec(
                    new Names(name, List.copyOf(aliases), component, queueName()),
                    reconciled,
                    waitsForOwnWrites,
                    List.copyOf(watches),
                    new Reads(Set.copyOf(resources), List.copyOf(indexes), List.copyOf(tallies)),
                    List.copyOf(writes),
                    shape,
                    disabledReason,
                    startupError);
        }
    }
}
