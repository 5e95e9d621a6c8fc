package dev.kcm.manager.registry;

import dev.kcm.runtime.controller.ControllerSpec;
import java.util.List;
import java.util.ServiceLoader;

/// Controllers that know a cloud. Upstream names three cloud loops and runs none of them since
/// providers were taken out of its tree; whoever puts a provider on the class path (as a service of
/// this type) has it run here, in place of a cloud controller manager beside us.
public interface CloudProvider {

    /// For people.
    String name();

    /// Each with the name of a cloud loop; those it does not serve are left out.
    List<ControllerSpec> controllers();

    /// The controllers of all providers on the class path.
    static List<ControllerSpec> controllersFound() {
        return ServiceLoader.load(CloudProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .flatMap(provider -> provider.checked().stream())
                .toList();
    }

    private List<ControllerSpec> checked() {
        for (var controller : controllers()) {
            if (!ControllerDescriptors.isCloudLoop(controller.name())) {
                throw new IllegalStateException("Cloud provider %s brings %s, which is not a cloud loop: those are %s"
                        .formatted(name(), controller.name(), ControllerDescriptors.cloudLoops()));
            }
        }
        return controllers();
    }
}
