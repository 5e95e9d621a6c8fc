package dev.kcm.manager.registry;

import dev.kcm.runtime.cloud.CloudProvider;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// The cloud provider on the class path, as a service of type [CloudProvider]. Upstream names three cloud loops and
/// runs
/// none of them since providers were taken out of its tree; whoever puts a provider on the class path has them run
/// here,
/// in place of a cloud controller manager beside us.
public final class CloudProviders {
    private CloudProviders() {}

    /// Found when first asked for.
    private static final class Found {
        static final List<CloudProvider> ALL = ServiceLoader.load(CloudProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /// The one there is; nothing if there are several, of which [#problem] tells.
    public static Optional<CloudProvider> onClassPath() {
        return Found.ALL.size() == 1 ? Optional.of(Found.ALL.getFirst()) : Optional.empty();
    }

    /// Why nothing may be started with what is on the class path.
    public static Optional<String> problem() {
        return problem(Found.ALL);
    }

    static Optional<String> problem(List<CloudProvider> found) {
        return found.size() <= 1
                ? Optional.empty()
                : Optional.of("there are several cloud providers on the class path, %s: leave one"
                        .formatted(String.join(
                                ", ", found.stream().map(CloudProvider::name).toList())));
    }
}
