package dev.kcm.apiserver.auth;

import dev.kcm.apiserver.registry.TokenIssuer;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.Clock;
import dev.kcm.base.jose.TokenSigner;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.authentication.v1.BoundObjectReference;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.value.Bytes;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Issues tokens for service accounts and authenticates them, also the legacy ones that a controller writes into
/// secrets.
/// A token is valid only while its account, and the object it is bound to, exist.
public final class ServiceAccountTokens implements TokenIssuer {
    /// The account of a token, and those of the requested audiences the token is meant for.
    public record Authenticated(RequestUser user, List<String> audiences) {}

    private static final String ISSUER = "https://kubernetes.default.svc.cluster.local";
    private static final String LEGACY_ISSUER = "kubernetes/serviceaccount";
    private static final String LEGACY_CLAIM = "kubernetes.io/serviceaccount/";
    private static final String CLAIM = "kubernetes.io";
    private static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";

    /// What a token may be bound to.
    private static final Map<String, Resource<?>> BINDABLE =
            Map.of("v1/Pod", Pod.PODS, "v1/Secret", Secret.SECRETS, "v1/Node", Node.NODES);

    /// How far clocks may differ.
    private static final Duration LEEWAY = Duration.ofMinutes(1);

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

    /// The claims about the account and, if the request names one, the object the token is bound to.
    private JsonObject binding(ServiceAccount account, Optional<BoundObjectReference> reference) {
        var claims = Json.object("namespace", Json.of(account.namespace()))
                .with("serviceaccount", named(account.name(), account.uid()));
        return reference
                .map(ref -> claims.with(
                        ref.kind().toLowerCase(Locale.ROOT),
                        named(ref.name(), boundObject(account, ref).uid())))
                .orElse(claims);
    }

    private KubeObject boundObject(ServiceAccount account, BoundObjectReference reference) {
        var resource = BINDABLE.get(reference.apiVersion() + "/" + reference.kind());
        if (resource == null) {
            throw ApiErrors.badRequest("cannot bind token to object of type " + typeOf(reference));
        }
        var object = find(resource, account.namespace(), reference.name())
                .orElseThrow(() -> ApiErrors.notFound(resource, reference.name()));
        if (object instanceof Pod pod && !pod.spec().serviceAccountName().equals(account.name())) {
            throw ApiErrors.badRequest(
                    "cannot bind token for serviceaccount \"%s\" to pod running with different serviceaccount name."
                            .formatted(account.name()));
        }
        if (!reference.uid().isEmpty() && !reference.uid().equals(object.uid())) {
            throw ApiErrors.conflictOfKind(
                    resource.kind(),
                    reference.name(),
                    "the UID in the bound object reference (%s) does not match the UID in record. The object might have been deleted and then recreated"
                            .formatted(reference.uid()));
        }
        return object;
    }

    /// As Go prints a GroupVersionKind.
    private static String typeOf(BoundObjectReference reference) {
        var version = reference.apiVersion();
        return "%s, Kind=%s".formatted(version.contains("/") ? version : "/" + version, reference.kind());
    }

    private static JsonObject named(String name, String uid) {
        return Json.object("name", Json.of(name)).with("uid", uid);
    }

    /// The account of a token meant for this server; empty if the token is not valid.
    public Optional<RequestUser> authenticate(String token) {
        return authenticate(token, List.of(ISSUER)).map(Authenticated::user);
    }

    /// The account of a token meant for one of these audiences, this server if there are none; empty if the token is
    /// not valid.
    public Optional<Authenticated> authenticate(String token, List<String> audiences) {
        var requested = audiences.isEmpty() ? List.of(ISSUER) : audiences;
        return JsonWebToken.verified(token, keys.getPublic()).flatMap(claims -> {
            var common =
                    audiencesOf(claims).stream().filter(requested::contains).toList();
            return common.isEmpty()
                    ? Optional.empty()
                    : user(token, claims).map(user -> new Authenticated(user, common));
        });
    }

    /// Legacy tokens name no audience and are meant for the server.
    private static List<String> audiencesOf(JsonObject claims) {
        var single = claims.textAt("aud").map(List::of);
        var named = single.orElseGet(() -> claims.itemsAt("aud").stream()
                .flatMap(audience -> audience.textAt().stream())
                .toList());
        return named.isEmpty() ? List.of(ISSUER) : named;
    }

    private Optional<RequestUser> user(String token, JsonObject claims) {
        return switch (claims.textAt("iss").orElse("")) {
            case ISSUER -> boundUser(claims);
            case LEGACY_ISSUER -> legacyUser(token, claims);
            default -> Optional.empty();
        };
    }

    private Optional<RequestUser> boundUser(JsonObject claims) {
        var earliest = clock.instant().minus(LEEWAY);
        var latest = clock.instant().plus(LEEWAY).getEpochSecond();
        var isExpired = claims.longAt("exp").orElse(0) < earliest.getEpochSecond();
        if (isExpired
                || claims.longAt("nbf").orElse(0) > latest
                || claims.longAt("iat").orElse(0) > latest) {
            return Optional.empty();
        }
        var namespace = claims.textAt(CLAIM, "namespace").orElse("");
        var name = claims.textAt(CLAIM, "serviceaccount", "name").orElse("");
        var isBoundToExisting = BINDABLE.values().stream()
                .filter(resource -> claims.at(CLAIM, claimOf(resource)).isPresent())
                .allMatch(resource ->
                        existing(claims, resource, namespace, earliest).isPresent());
        return existing(claims, ServiceAccount.SERVICE_ACCOUNTS, namespace, earliest)
                .filter(_ -> isBoundToExisting)
                .map(account -> RequestUser.serviceAccount(namespace, name, account.uid()));
    }

    /// The object a claim names, unless it has been replaced or was deleted before `earliest`.
    private Optional<KubeObject> existing(JsonObject claims, Resource<?> resource, String namespace, Instant earliest) {
        var kind = claimOf(resource);
        return find(resource, namespace, claims.textAt(CLAIM, kind, "name").orElse(""))
                .filter(object ->
                        object.uid().equals(claims.textAt(CLAIM, kind, "uid").orElse("")))
                .filter(object -> object.metadata()
                        .deletionTimestamp()
                        .filter(deletion -> deletion.isBefore(earliest))
                        .isEmpty());
    }

    private static String claimOf(Resource<?> resource) {
        return resource.kind().toLowerCase(Locale.ROOT);
    }

    /// A legacy token is valid as long as its secret holds it.
    private Optional<RequestUser> legacyUser(String token, JsonObject claims) {
        var namespace = claims.textAt(LEGACY_CLAIM + "namespace").orElse("");
        var name = claims.textAt(LEGACY_CLAIM + "service-account.name").orElse("");
        var uid = claims.textAt(LEGACY_CLAIM + "service-account.uid").orElse("");
        var secret = claims.textAt(LEGACY_CLAIM + "secret.name").orElse("");
        if (!claims.textAt("sub").orElse("").equals(subject(namespace, name))) {
            return Optional.empty();
        }
        return find(Secret.SECRETS, namespace, secret)
                .filter(found -> holds((Secret) found, token))
                .flatMap(_ -> find(ServiceAccount.SERVICE_ACCOUNTS, namespace, name))
                .filter(account -> !account.isDeleting() && account.uid().equals(uid))
                .map(_ -> RequestUser.serviceAccount(namespace, name, uid));
    }

    private static boolean holds(Secret secret, String token) {
        return !secret.isDeleting()
                && secret.labels().getOrDefault(INVALID_SINCE, "").isEmpty()
                && Bytes.utf8(token).equals(secret.data().get("token"));
    }

    private Optional<KubeObject> find(Resource<?> resource, String namespace, String name) {
        return store.get(resource, ObjectKey.of(resource.isNamespaced() ? namespace : "", name));
    }

    private static String subject(String namespace, String name) {
        return "system:serviceaccount:" + namespace + ":" + name;
    }
}
