package dev.kcm.conformance.identity;

import static dev.kcm.cluster.scenario.Drafts.object;

import dev.kcm.cluster.scenario.ObjectDraft;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.value.Bytes;
import java.time.Instant;

/// A token that lets nodes join.
record BootstrapTokens(String id, ObjectDraft<Secret> draft) {

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

    ObjectDraft<Secret> signing() {
        return with("usage-bootstrap-signing", "true");
    }

    ObjectDraft<Secret> expiring(Instant at) {
        return with("expiration", at.toString());
    }

    private ObjectDraft<Secret> with(String key, String value) {
        return draft.with(it -> it.toBuilder().putData(key, Bytes.utf8(value)).build());
    }
}
