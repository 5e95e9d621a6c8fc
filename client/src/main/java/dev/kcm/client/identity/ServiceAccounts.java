package dev.kcm.client.identity;

import dev.kcm.client.Client;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;

/// The service accounts of one namespace, seen by someone who may make them.
record ServiceAccounts(Client privileged, String namespace) {
    private static final Logger LOG = System.getLogger("dev.kcm.client.identity");
    private static final long LIFETIME_SECONDS = 3600;

    /// A token and when it stops working.
    record Token(String text, Instant expires) {}

    /// Makes sure that the account exists.
    void ensure(String name) {
        var accounts = privileged.on(ServiceAccount.SERVICE_ACCOUNTS);
        try {
            var _ = accounts.get(ObjectKey.of(namespace, name));
        } catch (ApiException missing) {
            if (!(missing.failure() instanceof ApiFailure.NotFound)) {
                throw missing;
            }
            ensureNamespace();
            createUnlessThere(() -> accounts.create(ServiceAccount.builder()
                    .metadata(m -> m.name(name).namespace(namespace))
                    .build()));
        }
    }

    /// A fresh token for an account, which is made anew if someone has deleted it.
    Token token(String name) {
        ensure(name);
        var response = privileged
                .on(ServiceAccount.SERVICE_ACCOUNTS)
                .createSubresource(
                        ObjectKey.of(namespace, name),
                        "token",
                        TokenRequest.builder()
                                .spec(s -> s.expirationSeconds(LIFETIME_SECONDS))
                                .build());
        return new Token(
                response.status().token(),
                response.status()
                        .expirationTimestamp()
                        .orElseThrow(() -> new IllegalStateException("A token of " + name + " without an expiry")));
    }

    /// We may not be allowed to make namespaces; then creating the account fails with the reason.
    private void ensureNamespace() {
        var namespaces = privileged.on(Namespace.NAMESPACES);
        try {
            var _ = namespaces.get(ObjectKey.of(namespace));
        } catch (ApiException missing) {
            if (!(missing.failure() instanceof ApiFailure.NotFound)) {
                return;
            }
            try {
                createUnlessThere(() -> namespaces.create(
                        Namespace.builder().metadata(m -> m.name(namespace)).build()));
            } catch (ApiException refused) {
                LOG.log(Level.WARNING, "Failed to create namespace {0}: {1}", namespace, refused.getMessage());
            }
        }
    }

    private static void createUnlessThere(Runnable creation) {
        try {
            creation.run();
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.AlreadyExists)) {
                throw refused;
            }
        }
    }
}
