package dev.kcm.manager.options;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.flags.Flags;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.manager.gates.GateOptions;
import dev.kcm.manager.logging.LoggingOptions;
import dev.kcm.manager.registry.CloudProviders;
import dev.kcm.manager.registry.ControllerSelection;
import dev.kcm.runtime.cloud.CloudProvider;
import dev.kcm.runtime.controller.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A command line that was understood: its values, and the features they switch on. Nobody is
/// handed all of it; each part of the program gets the records it declared.
public final class ManagerOptions implements Settings.Options {
    private final FlagValues values;
    private final GateOptions.GateDecision decision;

    private final Supplier<Optional<CloudProvider>> cloud;

    ManagerOptions(FlagValues values) {
        this(values, GateOptions.FLAGS.read(values).decide(), CloudProviders::onClassPath);
    }

    private ManagerOptions(
            FlagValues values, GateOptions.GateDecision decision, Supplier<Optional<CloudProvider>> cloud) {
        this.values = values;
        this.decision = decision;
        this.cloud = cloud;
    }

    /// The same in another cloud than that on the class path.
    public ManagerOptions withCloud(Optional<CloudProvider> provider) {
        return new ManagerOptions(values, decision, () -> provider);
    }

    private <R> R values(Flags<R> group) {
        return group.read(values);
    }

    @Override
    public <R> R of(Flags<R> group) {
        return values(group);
    }

    @Override
    public FeatureGates gates() {
        return decision.resolution().gates();
    }

    @Override
    public Optional<CloudProvider> cloud() {
        return cloud.get();
    }

    /// Versions, and every gate with its stage.
    public GateOptions.GateDecision gateDecision() {
        return decision;
    }

    public ControllerSelection controllers() {
        return ControllerSelection.of(of(GenericOptions.FLAGS).controllers());
    }

    /// Every flag as `--name="value"`, by name: what is logged at start with `-v=1`.
    public List<String> printed() {
        return ManagerFlags.ALL.flags().stream()
                .map(flag -> "FLAG: --%s=%s".formatted(flag.name(), dev.kcm.base.GoText.quote(values.print(flag))))
                .toList();
    }

    /// The values themselves, for pages that show all of them.
    public FlagValues values() {
        return values;
    }

    /// Everything wrong with the values, one sentence each, naming the flag.
    List<String> problems() {
        var problems = new ArrayList<>(decision.problems());
        problems.addAll(of(LoggingOptions.FLAGS).problems(gates()));
        problems.addAll(ControllerSelection.problems(of(GenericOptions.FLAGS).controllers()));
        problems.addAll(ManagerFlags.ALL.check(values));
        var uidHeaders = of(AuthenticationOptions.FLAGS).requestHeader().uidHeaders();
        if (!uidHeaders.isEmpty() && !gates().isEnabled("RemoteRequestHeaderUID")) {
            problems.add("--requestheader-uid-headers needs the feature RemoteRequestHeaderUID");
        }
        return problems;
    }
}
