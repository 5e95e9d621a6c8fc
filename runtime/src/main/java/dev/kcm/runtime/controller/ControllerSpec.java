package dev.kcm.runtime.controller;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Tally;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// What a controller is called, watches, reads and writes, and how it is built: everything the
/// program needs to know to run it, and everything its documentation starts from.
public record ControllerSpec<S>(
        Names names,
        List<Watching<?>> watches,
        Reads reads,
        List<String> writes,
        Function<Settings, Reconciler<S>> builtBy) {

    /// @param component what events and user agents call it, as upstream does
    public record Names(String name, List<String> aliases, String component) {}

    /// @param resources read without being watched
    public record Reads(
            Set<Resource<?>> resources, List<Index<?>> indexes, List<Tally<?, ?>> tallies) {}

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

    public static Draft named(String name) {
        return new Draft(name);
    }

    /// A spec being written down.
    public static final class Draft {
        private final String name;
        private final List<String> aliases = new ArrayList<>();
        private final List<Watching<?>> watches = new ArrayList<>();
        private final Set<Resource<?>> resources = new LinkedHashSet<>();
        private final List<Index<?>> indexes = new ArrayList<>();
        private final List<Tally<?, ?>> tallies = new ArrayList<>();
        private final List<String> writes = new ArrayList<>();
        private String component;

        private Draft(String name) {
            this.name = name;
            this.component = name;
        }

        public Draft alias(String alias) {
            aliases.add(alias);
            return this;
        }

        public Draft component(String upstreamName) {
            component = upstreamName;
            return this;
        }

        /// The resource whose keys are reconciled.
        public Draft reconciles(Resource<?> resource) {
            return watches(Watching.itself(resource));
        }

        public Draft watches(Watching<?> watching) {
            watches.add(watching);
            return this;
        }

        public Draft reads(Resource<?> resource) {
            resources.add(resource);
            return this;
        }

        public Draft indexes(Index<?> index) {
            indexes.add(index);
            return this;
        }

        public Draft tallies(Tally<?, ?> tally) {
            tallies.add(tally);
            return this;
        }

        /// What it may write, as `verb resource[/subresource]`; a scenario that sees another write
        /// fails.
        public Draft writes(String... verbsAndResources) {
            writes.addAll(List.of(verbsAndResources));
            return this;
        }

        public <S> ControllerSpec<S> builtBy(Function<Settings, Reconciler<S>> build) {
            return new ControllerSpec<>(
                    new Names(name, List.copyOf(aliases), component),
                    List.copyOf(watches),
                    new Reads(Set.copyOf(resources), List.copyOf(indexes), List.copyOf(tallies)),
                    List.copyOf(writes),
                    build);
        }
    }

    /// Refuses a spec that reconciles nothing, when it is used.
    public Resource<? extends KubeObject> reconciled() {
        return watches.getFirst().resource();
    }
}
