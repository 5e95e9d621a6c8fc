package dev.kcm.controllers.shared.bootstraptokens;

import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.value.Bytes;
import dev.kcm.model.wire.Times;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// A token that lets new nodes join, as it stands in its secret.
public record BootstrapToken(Secret stored) {
    public static final String NAMESPACE = "kube-system";

    private static final String TYPE = "bootstrap.kubernetes.io/token";
    private static final Pattern NAME = Pattern.compile("bootstrap-token-([a-z0-9]{6})");
    private static final String ID = "token-id";
    private static final String SECRET = "token-secret";
    private static final String EXPIRATION = "expiration";
    private static final String SIGNS = "usage-bootstrap-signing";

    public static boolean is(Secret secret) {
        return secret.type().equals(TYPE) && secret.namespace().equals(NAMESPACE);
    }

    public String id() {
        return text(ID);
    }

    public String secret() {
        return text(SECRET);
    }

    /// When it ends: never when it does not say, long ago when what it says cannot be read.
    public Optional<Instant> expires() {
        var text = text(EXPIRATION);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Times.parse(text));
        } catch (DateTimeException _) {
            return Optional.of(Instant.MIN);
        }
    }

    public boolean hasExpired(Instant now) {
        return expires().filter(end -> !end.isAfter(now)).isPresent();
    }

    /// Whether what nodes learn about the cluster is to be signed with it: complete, meant for
    /// that, and in a secret named after its id.
    public boolean isForSigning() {
        var name = NAME.matcher(stored.name());
        return name.matches()
                && name.group(1).equals(id())
                && !secret().isEmpty()
                && text(SIGNS).equals("true");
    }

    @Override
    public String toString() {
        return "BootstrapToken[" + stored.key() + "]"; // not the secret
    }

    private String text(String key) {
        return stored.data().getOrDefault(key, Bytes.EMPTY).utf8();
    }
}
