package dev.kcm.controllers.workload.deployment;

import dev.kcm.base.flags.Flags;

/// What can be set about the deployment-controller.
public record DeploymentOptions(int concurrentSyncs) {
    public static final Flags<DeploymentOptions> FLAGS = Flags.section(DeploymentController.NAME)
            .count("concurrent-deployment-syncs", 5, "How many Deployments are synced at the same time.")
            .into(DeploymentOptions::new);
}
