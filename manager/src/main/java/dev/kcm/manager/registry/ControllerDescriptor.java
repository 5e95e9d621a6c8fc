package dev.kcm.manager.registry;

import dev.kcm.base.gates.FeatureGates;
import dev.kcm.runtime.controller.ControllerSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What is known about a controller before it runs.
///
/// @param aliases older names `--controllers` understands
/// @param requiredGates features that must all be on
/// @param cloudLoop needs a cloud provider, which upstream has none of any more
/// @param startsFirst is started before all others, with the manager's own identity
/// @param spec empty if it is not built
/// @param gatedSpec what it is in place of that where a feature is on that has it watch more
public record ControllerDescriptor(
        String name,
        List<String> aliases,
        List<String> requiredGates,
        boolean disabledByDefault,
        boolean cloudLoop,
        boolean startsFirst,
        Optional<ControllerSpec> spec,
        Optional<GatedSpec> gatedSpec) {

    /// A spec for where a feature is on.
    public record GatedSpec(String gate, ControllerSpec spec) {}

    /// One that is built: its spec has its names.
    static ControllerDescriptor built(ControllerSpec spec) {
        return new ControllerDescriptor(
                spec.name(),
                spec.names().aliases(),
                List.of(),
                false,
                false,
                false,
                Optional.of(spec),
                Optional.empty());
    }

    /// One that is not built yet.
    static ControllerDescriptor planned(String name, String... aliases) {
        return new ControllerDescriptor(
                name, List.of(aliases), List.of(), false, false, false, Optional.empty(), Optional.empty());
    }

    /// One that is built and runs where there is a cloud provider.
    static ControllerDescriptor cloudLoop(ControllerSpec spec) {
        return new ControllerDescriptor(
                spec.name(),
                spec.names().aliases(),
                List.of(),
                false,
                true,
                false,
                Optional.of(spec),
                Optional.empty());
    }

    ControllerDescriptor requiring(String... gates) {
        return new ControllerDescriptor(
                name, aliases, Arrays.asList(gates), disabledByDefault, cloudLoop, startsFirst, spec, gatedSpec);
    }

    ControllerDescriptor offByDefault() {
        return new ControllerDescriptor(name, aliases, requiredGates, true, cloudLoop, startsFirst, spec, gatedSpec);
    }

    ControllerDescriptor startingFirst() {
        return new ControllerDescriptor(
                name, aliases, requiredGates, disabledByDefault, cloudLoop, true, spec, gatedSpec);
    }

    /// One that is another where this feature is on: with it, it reads what servers do not serve without it.
    ControllerDescriptor replacedWith(String gate, ControllerSpec other) {
        return new ControllerDescriptor(
                name,
                aliases,
                requiredGates,
                disabledByDefault,
                cloudLoop,
                startsFirst,
                spec,
                Optional.of(new GatedSpec(gate, other)));
    }

    /// The spec with these features, if it is built.
    public Optional<ControllerSpec> spec(FeatureGates gates) {
        return gatedSpec
                .filter(gated -> gates.isEnabled(gated.gate()))
                .map(GatedSpec::spec)
                .or(() -> spec);
    }

    /// The required features that are off.
    public List<String> missingGates(FeatureGates gates) {
        return requiredGates.stream().filter(gate -> !gates.isEnabled(gate)).toList();
    }
}
