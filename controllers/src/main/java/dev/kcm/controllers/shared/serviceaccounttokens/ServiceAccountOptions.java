package dev.kcm.controllers.shared.serviceaccounttokens;

import dev.kcm.base.flags.Flags;

/// What can be set about the tokens of service accounts, by upstream under the name of the serviceaccount-controller.
public record ServiceAccountOptions(String privateKeyFile, int concurrentTokenSyncs, String rootCaFile) {
    public static final Flags<ServiceAccountOptions> FLAGS = Flags.section("serviceaccount-controller")
            .text(
                    "service-account-private-key-file",
                    "",
                    "File with the PEM-encoded private RSA or ECDSA key that signs"
                            + " secret-based service account tokens. Without it none are made.")
            .count(
                    "concurrent-serviceaccount-token-syncs",
                    5,
                    "How many service account tokens are synced at the same time.")
            .text(
                    "root-ca-file",
                    "",
                    "File with the PEM-encoded CA bundle that goes into the tokens' secrets"
                            + " and is published in every namespace.")
            .into(ServiceAccountOptions::new);
}
