package dev.kcm.apiserver.auth;

import dev.kcm.apiserver.registry.TokenIssuer;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.Clock;
import dev.kcm.base.jose.TokenSigner;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.authentication.v1.BoundObjectReference;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.security.KeyPair;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Issues tokens for service accounts and authenticates them, also the legacy ones that a controller writes into
/// secrets.
/// A token is valid only while its account, and the object it is bound to, exist.
public final class ServiceAccountTokens implements TokenIssuer {
    private static final String ISSUER = "https://kubernetes.default.svc.cluster.local";
    private static final String LEGACY_ISSUER = "kubernetes/serviceaccount";
    private static final String LEGACY_CLAIM = "kubernetes.io/serviceaccount/";
    private static final String CLAIM = "kubernetes.io";
    private static final long DEFAULT_SECONDS = 3600;
    private static final long FEWEST_SECONDS = 600;
    private static final long MOST_SECONDS = 1L << 32;

    private final VersionedStore store;
    private final Clock clock;
    private final KeyPair keys;
    private final TokenSigner signer;

    public ServiceAccountTokens(VersionedStore store, Clock clock, KeyPair keys) {
        this.store = store;
        this.clock = clock;
        this.keys = keys;
        this.signer = new TokenSigner(keys.getPrivate(), TokenSigner.keyIdOf(keys.getPublic()));
    }

    @Override
    public TokenRequest issue(ServiceAccount account, TokenRequest request) {
        long seconds = request.spec().expirationSeconds().orElse(DEFAULT_SECONDS);
        if (seconds < FEWEST_SECONDS || seconds > MOST_SECONDS) {
            throw ApiErrors.unprocessable(
                    "TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds: Invalid value: %d: %s"
                            .formatted(
                                    seconds,
                                    seconds < FEWEST_SECONDS
                                            ? "may not specify a duration less than 10 minutes"
                                            : "may not specify a duration larger than 2^32" + " seconds"));
        }
        var audiences = request.spec().audiences().isEmpty()
                ? List.of(ISSUER)
                : request.spec().audiences();
        var now = clock.instant();
        var expiry = now.plusSeconds(seconds);
        var claims = Json.object(
                        "aud", Json.array(audiences.stream().map(Json::of).toList()))
                .with("exp", expiry.getEpochSecond())
                .with("iat", now.getEpochSecond())
                .with("iss", ISSUER)
                .with(CLAIM, binding(account, request.spec().boundObjectRef()))
                .with("nbf", now.getEpochSecond())
                .with("sub", subject(account.namespace(), account.name()));
        var token = signer.sign(claims.toBytes());
        return request.toBuilder()
                .metadata(m -> m.name(account.name()).namespace(account.namespace()))
                .spec(spec -> spec.audiences(audiences).expirationSeconds(seconds))
                .status(status -> status.token(token).expirationTimestamp(expiry))
                .build();
    }

    private static JsonObject binding(ServiceAccount account, Optional<BoundObjectReference> bound) {
        var claims = Json.object("namespace", Json.of(account.namespace()))
                .with("serviceaccount", named(account.name(), account.uid()));
        return bound.map(to -> claims.with(to.kind().toLowerCase(Locale.ROOT), named(to.name(), to.uid())))
                .orElse(claims);
    }

    private static JsonObject named(String name, String uid) {
        return Json.object("name", Json.of(name)).with("uid", uid);
    }

    /// Whose token it is; nothing if it is not ours, expired, or its account is gone.
    public Optional<RequestUser> identity(String token) {
        return JsonWebToken.verified(token, keys.getPublic())
                .flatMap(claims ->
                        claims.textAt("iss").orElse("").equals(LEGACY_ISSUER) ? legacyUser(claims) : boundUser(claims));
    }

    private Optional<RequestUser> boundUser(JsonObject claims) {
        long now = clock.instant().getEpochSecond();
        if (claims.longAt("exp").orElse(0) <= now || claims.longAt("nbf").orElse(0) > now) {
            return Optional.empty();
        }
        var namespace = claims.textAt(CLAIM, "namespace").orElse("");
        var isBoundToSomethingGone =
                isGone(claims, "pod", Pod.PODS, namespace) || isGone(claims, "secret", Secret.SECRETS, namespace);
        return isBoundToSomethingGone
                ? Optional.empty()
                : account(
                        namespace,
                        claims.textAt(CLAIM, "serviceaccount", "name").orElse(""),
                        claims.textAt(CLAIM, "serviceaccount", "uid").orElse(""));
    }

    private boolean isGone(JsonObject claims, String kind, Resource<?> resource, String namespace) {
        var name = claims.textAt(CLAIM, kind, "name");
        return name.isPresent()
                && store.get(resource, ObjectKey.of(namespace, name.get()))
                        .filter(object -> object.uid()
                                .equals(claims.textAt(CLAIM, kind, "uid").orElse("")))
                        .isEmpty();
    }

    private Optional<RequestUser> legacyUser(JsonObject claims) {
        var namespace = claims.textAt(LEGACY_CLAIM + "namespace").orElse("");
        var secret = claims.textAt(LEGACY_CLAIM + "secret.name").orElse("");
        return store.get(Secret.SECRETS, ObjectKey.of(namespace, secret)).isEmpty()
                ? Optional.empty()
                : account(
                        namespace,
                        claims.textAt(LEGACY_CLAIM + "service-account.name").orElse(""),
                        claims.textAt(LEGACY_CLAIM + "service-account.uid").orElse(""));
    }

    private Optional<RequestUser> account(String namespace, String name, String uid) {
        return store.get(ServiceAccount.SERVICE_ACCOUNTS, ObjectKey.of(namespace, name))
                .filter(account -> account.uid().equals(uid))
                .map(_ -> RequestUser.serviceAccount(namespace, name, uid));
    }

    private static String subject(String namespace, String name) {
        return "system:serviceaccount:" + namespace + ":" + name;
    }
}
