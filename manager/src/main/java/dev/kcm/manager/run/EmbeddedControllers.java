package dev.kcm.manager.run;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.manager.options.GenericOptions;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.event.Events;
import dev.kcm.runtime.program.ControllerGroup;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// The controllers that options select, and others besides, in somebody else's process: on
/// informers and clients given to it, without a lease, as there is no second manager.
///
/// Use: construct, start the informers, wait until the [#group]'s resources are cached, [#start],
/// [#close].
public final class EmbeddedControllers implements AutoCloseable {
    private final ManagerOptions options;
    private final ControllerGroup group;

    /// @param others run besides those that the options select
    public EmbeddedControllers(
            ManagerOptions options,
            List<ControllerSpec> others,
            Informers informers,
            Events events,
            Clock clock,
            Metrics metrics) {
        this.options = options;
        this.group = new ControllerGroup(
                Stream.concat(specs(options).stream(), others.stream()).toList(),
                new OneServerOptions(options),
                informers,
                events,
                clock,
                metrics);
    }

    /// What the controllers that options select declare of themselves; nothing is started.
    public static List<ControllerSpec> specs(ManagerOptions options) {
        return BuiltControllers.selected(options);
    }

    /// The names of all controllers that are built, whatever options say.
    public static Set<String> built() {
        return BuiltControllers.names();
    }

    /// The controllers themselves.
    public ControllerGroup group() {
        return group;
    }

    /// Whether the controller of this name is among them.
    public boolean includes(String controller) {
        return group.specs().stream().anyMatch(spec -> spec.name().equals(controller));
    }

    /// Controllers that upstream would run with these options and that are not built yet.
    public List<String> missing() {
        return BuiltControllers.missing(options);
    }

    /// Those of them that were enabled by name: the user should know that they do not run.
    public List<String> refused() {
        return BuiltControllers.refused(options);
    }

    /// Why they must not start with these options.
    public List<String> startupErrors() {
        return BuiltControllers.startupErrors(options);
    }

    /// @param clients a client for a controller, by its name
    public void start(Function<String, Client> clients) {
        group.start(clients);
    }

    /// Lets them finish what they have in hand, for a while.
    @Override
    public void close() {
        var _ = group.stop(options.of(GenericOptions.FLAGS).shutdownTimeout());
    }
}
