package dev.kcm.manager.run;

import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.registry.CloudProviders;
import dev.kcm.manager.registry.ControllerDescriptor;
import dev.kcm.manager.registry.ControllerDescriptors;
import dev.kcm.runtime.controller.ControllerSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The controllers this program has, of those upstream names.
final class BuiltControllers {
    private static final Map<String, ControllerSpec> BY_NAME =
            ControllerDescriptors.specs().stream().collect(Collectors.toMap(ControllerSpec::name, Function.identity()));

    private BuiltControllers() {}

    /// All there are, whatever options say.
    static Set<String> names() {
        return Set.copyOf(BY_NAME.keySet());
    }

    /// Those that the options ask for, whose gates are on and that have something to do, in
    /// upstream's order of starting.
    static List<ControllerSpec> selected(ManagerOptions options) {
        return wantedAndBuilt(options)
                .filter(spec -> spec.disabledReason().apply(options).isEmpty())
                .toList();
    }

    /// Why the others that the options ask for do not run, by name.
    static Map<String, String> disabledReasons(ManagerOptions options) {
        var reasons = new TreeMap<String, String>();
        wantedAndBuilt(options)
                .filter(spec -> !lacksCloud(spec.name(), options))
                .forEach(spec ->
                        spec.disabledReason().apply(options).ifPresent(reason -> reasons.put(spec.name(), reason)));
        return reasons;
    }

    /// Those that the options ask for and that wait for a cloud provider, which upstream has none of either.
    static List<String> withoutCloud(ManagerOptions options) {
        return wanted(options)
                .map(ControllerDescriptor::name)
                .filter(name -> lacksCloud(name, options))
                .toList();
    }

    private static boolean lacksCloud(String name, ManagerOptions options) {
        return ControllerDescriptors.isCloudLoop(name) && options.cloud().isEmpty();
    }

    /// Why the program must not start with these options.
    static List<String> startupErrors(ManagerOptions options) {
        var ofControllers = wantedAndBuilt(options).flatMap(spec -> spec.startupError().apply(options).stream());
        return Stream.concat(CloudProviders.problem().stream(), ofControllers).toList();
    }

    /// Controllers upstream would run with these options and we do not have yet.
    static List<String> missing(ManagerOptions options) {
        return wanted(options)
                .map(ControllerDescriptor::name)
                .filter(BuiltControllers::isMissing)
                .toList();
    }

    /// Those of them that were asked for by name, which nobody should believe to run.
    static List<String> refused(ManagerOptions options) {
        return ControllerDescriptors.ALL.stream()
                .filter(options.controllers()::names)
                .map(ControllerDescriptor::name)
                .filter(BuiltControllers::isMissing)
                .toList();
    }

    private static boolean isMissing(String name) {
        return !BY_NAME.containsKey(name);
    }

    private static Stream<ControllerSpec> wantedAndBuilt(ManagerOptions options) {
        return wanted(options).flatMap(descriptor -> descriptor.spec(options.gates()).stream());
    }

    /// Those that start first run whatever `--controllers` says, as upstream's do: others need what they do.
    private static Stream<ControllerDescriptor> wanted(ManagerOptions options) {
        return ControllerDescriptors.ALL.stream()
                .filter(descriptor ->
                        descriptor.startsFirst() || options.controllers().includes(descriptor))
                .filter(descriptor -> descriptor.missingGates(options.gates()).isEmpty());
    }
}
