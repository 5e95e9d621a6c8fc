package dev.kcm.controllers.shared.clouds;

import dev.kcm.base.flags.Flags;

/// What the cluster is called in a cloud with several.
public record ClusterNameOptions(String name) {
    public static final Flags<ClusterNameOptions> FLAGS = Flags.section("generic")
            .text("cluster-name", "kubernetes", "The name of the cluster at the cloud provider.")
            .into(ClusterNameOptions::new);
}
