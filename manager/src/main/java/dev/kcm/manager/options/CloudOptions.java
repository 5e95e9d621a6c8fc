package dev.kcm.manager.options;

import dev.kcm.base.GoText;
import dev.kcm.base.flags.Flags;
import dev.kcm.controllers.cloud.noderoute.RouteOptions;
import dev.kcm.controllers.shared.clouds.ClusterNameOptions;
import dev.kcm.controllers.shared.nodes.NodeMonitorOptions;
import dev.kcm.controllers.shared.nodes.PodAddressOptions;
import java.time.Duration;
import java.util.List;

/// What controllers near the cloud provider share, pod address ranges among it.
public record CloudOptions(
        CloudProviderOptions provider,
        boolean serviceAccountCredentials,
        RouteOptions routes,
        NodeMonitorOptions nodeMonitoring,
        Duration nodeSyncPeriod,
        ClusterNameOptions clusterName,
        PodAddressOptions podAddresses) {

    public static final Flags<CloudOptions> FLAGS = Flags.section(GenericOptions.SECTION)
            .group(CloudProviderOptions.FLAGS)
            .bool(
                    "use-service-account-credentials",
                    false,
                    "Let each controller act under its own service account instead of the" + " manager's identity.")
            .group(RouteOptions.FLAGS)
            .group(NodeMonitorOptions.FLAGS)
            .duration(
                    "node-sync-period",
                    Duration.ZERO,
                    "Does nothing; see --node-monitor-period and" + " --route-reconciliation-period.")
            .deprecated("it does nothing and will be removed")
            .group(ClusterNameOptions.FLAGS)
            .group(PodAddressOptions.FLAGS)
            .into(CloudOptions::new);

    /// @param allowUntagged whether instances without a cluster id are accepted
    public record CloudProviderOptions(
            String name, String configFile, String externalVolumePlugin, boolean allowUntagged) {
        static final Flags<CloudProviderOptions> FLAGS = Flags.section(GenericOptions.SECTION)
                .text(
                        "cloud-provider",
                        "",
                        "'external' when a cloud controller manager runs beside this one,"
                                + " empty otherwise; built-in providers are gone.")
                .text("cloud-config", "", "File with the cloud provider's configuration; empty for none.")
                .text(
                        "external-cloud-volume-plugin",
                        "",
                        "Which volume plugin stands in when --cloud-provider is external;" + " empty for none.")
                .bool("allow-untagged-cloud", false, "Accept cloud instances without a cluster id.")
                .deprecated("cloud instances will need a cluster id in a later release")
                .into(CloudProviderOptions::new)
                .checkedBy(CloudProviderOptions::problems);

        private List<String> problems() {
            return name.isEmpty() || name.equals("external")
                    ? List.of()
                    : List.of(
                            "--cloud-provider %s is not built in any more: use \"external\" and run that provider's cloud controller manager"
                                    .formatted(GoText.quote(name)));
        }
    }
}
