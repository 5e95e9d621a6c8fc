package dev.kcm.conformance.identity;

import static dev.kcm.testing.scenario.Builders.object;

import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.value.Bytes;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import java.time.Instant;

/// A token that lets nodes join.
record BootstrapTokens(String id, AnyObjectBuilder<Secret> draft) {

    static BootstrapTokens token(String id) {
        var secret = Secret.builder()
                .metadata(it -> it.name("bootstrap-token-" + id))
                .type("bootstrap.kubernetes.io/token")
                .putData("token-id", Bytes.utf8(id))
                .putData("token-secret", Bytes.utf8(id + "0123456789"))
                .putData("usage-bootstrap-authentication", Bytes.utf8("true"))
                .build();
        return new BootstrapTokens(id, object(secret).in("kube-system"));
    }

    AnyObjectBuilder<Secret> signing() {
        return with("usage-bootstrap-signing", "true");
    }

    AnyObjectBuilder<Secret> expiring(Instant at) {
        return with("expiration", at.toString());
    }

    private AnyObjectBuilder<Secret> with(String key, String value) {
        return draft.with(it -> it.toBuilder().putData(key, Bytes.utf8(value)).build());
    }
}
