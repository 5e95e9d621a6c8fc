package dev.kcm.apiserver.auth;

import static dev.kcm.apiserver.auth.ServiceAccountTokens.CLAIM;
import static dev.kcm.apiserver.auth.ServiceAccountTokens.ISSUER;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.Clock;
import dev.kcm.base.GoText;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.json.JsonObject;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Authenticates tokens of service accounts, also the legacy ones that a controller writes into secrets. A token is
/// valid only while its account, and the object it is bound to, exist.
public final class TokenAuthenticator {
    /// What a token comes to.
    public sealed interface Result {
        /// The account of the token, and those of the requested audiences the token is meant for.
        record Authenticated(RequestUser user, List<String> audiences) implements Result {}

        /// Why it is not valid, in upstream's words.
        record Rejected(String why) implements Result {}
    }

    private static final String NO_TOKEN = "invalid bearer token";
    private static final String INVALID = "service account token has been invalidated";

    /// How far clocks may differ.
    private static final Duration LEEWAY = Duration.ofMinutes(1);

    private final VersionedStore store;
    private final Clock clock;
    private final PublicKey key;
    private final LegacyTokens legacy;

    public TokenAuthenticator(VersionedStore store, Clock clock, PublicKey key) {
        this.store = store;
        this.clock = clock;
        this.key = key;
        this.legacy = new LegacyTokens(store);
    }

    /// The account of a token meant for this server; empty if the token is not valid.
    public Optional<RequestUser> authenticate(String token) {
        return authenticate(token, List.of()) instanceof Result.Authenticated(var user, var _)
                ? Optional.of(user)
                : Optional.empty();
    }

    /// Authenticates a token meant for one of these audiences, this server if there are none.
    public Result authenticate(String token, List<String> audiences) {
        var issuer = JsonWebToken.issuer(token).orElse("");
        if (!issuer.equals(ISSUER) && !issuer.equals(LegacyTokens.ISSUER)) {
            return new Result.Rejected(NO_TOKEN);
        }
        var verified = JsonWebToken.verified(token, key);
        if (verified.isEmpty()) {
            return rejected("go-jose/go-jose: error in cryptographic primitive");
        }
        var claims = verified.get();
        var requested = audiences.isEmpty() ? List.of(ISSUER) : audiences;
        var common = audiencesOf(claims).stream().filter(requested::contains).toList();
        if (common.isEmpty()) {
            return rejected("token audiences %s is invalid for the target audiences %s"
                    .formatted(quoted(audiencesOf(claims)), quoted(requested)));
        }
        try {
            var user = issuer.equals(ISSUER) ? boundUser(claims) : legacy.user(token, claims);
            return new Result.Authenticated(user, common);
        } catch (InvalidTokenException invalid) {
            return rejected(invalid.why());
        }
    }

    /// Of a token that is one of ours upstream tells what is wrong besides that it is invalid.
    private static Result rejected(String why) {
        return new Result.Rejected("[%s, %s]".formatted(NO_TOKEN, why));
    }

    /// Legacy tokens name no audience and are meant for the server.
    private static List<String> audiencesOf(JsonObject claims) {
        var single = claims.textAt("aud").map(List::of);
        var named = single.orElseGet(() -> claims.itemsAt("aud").stream()
                .flatMap(audience -> audience.textAt().stream())
                .toList());
        return named.isEmpty() ? List.of(ISSUER) : named;
    }

    /// As Go prints a list of quoted texts.
    private static String quoted(List<String> texts) {
        return texts.stream().map(GoText::quote).collect(Collectors.joining(" ", "[", "]"));
    }

    private RequestUser boundUser(JsonObject claims) throws InvalidTokenException {
        requireTime(claims);
        var namespace = claims.textAt(CLAIM, "namespace").orElse("");
        var name = claims.textAt(CLAIM, "serviceaccount", "name").orElse("");
        var earliest = clock.instant().minus(LEEWAY);
        var uid = requireAccount(claims, namespace, name, earliest);
        requireBound(claims, Secret.SECRETS, namespace, earliest);
        requireBound(claims, Pod.PODS, namespace, earliest);
        if (claims.at(CLAIM, "pod").isEmpty()) { // else it is the node the pod runs on, which may be gone
            requireBound(claims, Node.NODES, "", earliest);
        }
        return RequestUser.serviceAccount(namespace, name, uid).withExtra(extra(claims));
    }

    private void requireTime(JsonObject claims) throws InvalidTokenException {
        var now = clock.instant();
        if (claims.longAt("nbf").orElse(0) > now.plus(LEEWAY).getEpochSecond()) {
            throw new InvalidTokenException("service account token is not valid yet");
        }
        if (claims.longAt("exp").orElse(0) < now.minus(LEEWAY).getEpochSecond()) {
            throw new InvalidTokenException("service account token has expired");
        }
        if (claims.longAt("iat").orElse(0) > now.plus(LEEWAY).getEpochSecond()) {
            throw new InvalidTokenException("service account token is issued in the future");
        }
    }

    private String requireAccount(JsonObject claims, String namespace, String name, Instant earliest)
            throws InvalidTokenException {
        var found = store.get(ServiceAccount.SERVICE_ACCOUNTS, ObjectKey.of(namespace, name));
        if (found.isEmpty()) {
            throw new InvalidTokenException("serviceaccounts \"%s\" not found".formatted(name));
        }
        var account = found.get();
        var uid = claims.textAt(CLAIM, "serviceaccount", "uid").orElse("");
        if (!account.uid().equals(uid)) {
            throw new InvalidTokenException(
                    "service account UID (%s) does not match claim (%s)".formatted(account.uid(), uid));
        }
        if (isDeletedBefore(account, earliest)) {
            throw new InvalidTokenException("service account %s/%s has been deleted".formatted(namespace, name));
        }
        return uid;
    }

    private void requireBound(JsonObject claims, Resource<?> resource, String namespace, Instant earliest)
            throws InvalidTokenException {
        var kind = ServiceAccountTokens.claimOf(resource);
        if (claims.at(CLAIM, kind).isEmpty()) {
            return;
        }
        var name = claims.textAt(CLAIM, kind, "name").orElse("");
        var object = store.get(resource, ObjectKey.of(namespace, name));
        if (object.isEmpty()) {
            throw new InvalidTokenException(INVALID);
        }
        var uid = claims.textAt(CLAIM, kind, "uid").orElse("");
        if (!object.get().uid().equals(uid)) {
            throw new InvalidTokenException("%1$s UID (%2$s) does not match service account %1$s ref claim (%3$s)"
                    .formatted(kind, object.get().uid(), uid));
        }
        if (isDeletedBefore(object.get(), earliest)) {
            throw new InvalidTokenException(INVALID);
        }
    }

    private static boolean isDeletedBefore(KubeObject object, Instant earliest) {
        return object.metadata()
                .deletionTimestamp()
                .filter(deletion -> deletion.isBefore(earliest))
                .isPresent();
    }

    private static Map<String, List<String>> extra(JsonObject claims) {
        var extra = new LinkedHashMap<String, List<String>>();
        claims.textAt("jti").ifPresent(id -> extra.put(RequestUser.CREDENTIAL, List.of("JTI=" + id)));
        for (var kind : List.of("pod", "node")) {
            for (var field : List.of("name", "uid")) {
                claims.textAt(CLAIM, kind, field)
                        .ifPresent(value ->
                                extra.put("authentication.kubernetes.io/%s-%s".formatted(kind, field), List.of(value)));
            }
        }
        return extra;
    }
}
