package dev.kcm.manager.registry;

import dev.kcm.base.gates.FeatureGates;
import java.util.Arrays;
import java.util.List;

/// What is known about a controller before it is built.
///
/// @param aliases older names `--controllers` understands
/// @param requiredGates features that must all be on
/// @param cloudLoop needs a cloud provider, so it does nothing without an external one
/// @param startsFirst is started before all others, with the manager's own identity
public record ControllerDescriptor(
        String name,
        List<String> aliases,
        List<String> requiredGates,
        boolean disabledByDefault,
        boolean cloudLoop,
        boolean startsFirst) {

    static ControllerDescriptor named(String name) {
        return new ControllerDescriptor(name, List.of(), List.of(), false, false, false);
    }

    static ControllerDescriptor named(String name, String alias) {
        return new ControllerDescriptor(name, List.of(alias), List.of(), false, false, false);
    }

    ControllerDescriptor requiring(String... gates) {
        return new ControllerDescriptor(name, aliases, Arrays.asList(gates), disabledByDefault, cloudLoop, startsFirst);
    }

    ControllerDescriptor offByDefault() {
        return new ControllerDescriptor(name, aliases, requiredGates, true, cloudLoop, startsFirst);
    }

    ControllerDescriptor forCloud() {
        return new ControllerDescriptor(name, aliases, requiredGates, disabledByDefault, true, startsFirst);
    }

    ControllerDescriptor startingFirst() {
        return new ControllerDescriptor(name, aliases, requiredGates, disabledByDefault, cloudLoop, true);
    }

    /// The required features that are off.
    public List<String> missingGates(FeatureGates gates) {
        return requiredGates.stream().filter(gate -> !gates.isEnabled(gate)).toList();
    }
}
