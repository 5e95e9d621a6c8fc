package dev.kcm.manager.options;

import dev.kcm.base.flags.Flags;

/// Which API server to work for.
public record ConnectionOptions(String master, String kubeconfig) {
    public static final Flags<ConnectionOptions> FLAGS = Flags.section("misc")
            .text("master", "", "The address of the API server; wins over the one in --kubeconfig.")
            .text(
                    "kubeconfig",
                    "",
                    "File with the API server's address and our credentials. Without it the"
                            + " service account of the pod we run in.")
            .into(ConnectionOptions::new);
}
