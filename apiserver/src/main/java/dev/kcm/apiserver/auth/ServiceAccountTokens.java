package dev.kcm.apiserver.auth;

import dev.kcm.apiserver.registry.TokenIssuer;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RandomUid;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
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
import java.security.KeyPair;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Issues tokens for service accounts, as upstream's TokenRequest does: checked in its order, refused in its words.
public final class ServiceAccountTokens implements TokenIssuer {
    /// Who issues tokens, and the audience of those that are for this server.
    static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

    /// The claim that tells account and bound objects.
    static final String CLAIM = "kubernetes.io";

    /// What a token may be bound to, by kind; all of the core group.
    private static final Map<String, Resource<?>> BINDABLE =
            Map.of("Pod", Pod.PODS, "Secret", Secret.SECRETS, "Node", Node.NODES);

    private static final long DEFAULT_SECONDS = 3600;
    private static final long FEWEST_SECONDS = 600;
    private static final long MOST_SECONDS = 1L << 32;

    /// What kubelets request for the tokens that every pod gets. Programs from before tokens expired do not read them
    /// again, so these live a year and only warn.
    private static final long POD_TOKEN_SECONDS = 3607;

    private static final Duration EXTENDED_LIFE = Duration.ofDays(365);

    private final VersionedStore store;
    private final Clock clock;
    private final RandomGenerator random;
    private final TokenSigner signer;

    /// @param random for the identifiers of tokens; must be safe for many threads
    public ServiceAccountTokens(VersionedStore store, Clock clock, RandomGenerator random, KeyPair keys) {
        this.store = store;
        this.clock = clock;
        this.random = random;
        this.signer = new TokenSigner(keys.getPrivate(), TokenSigner.keyIdOf(keys.getPublic()));
    }

    @Override
    public TokenRequest issue(ObjectKey key, TokenRequest given) {
        requireNamed(key, given);
        var account = (ServiceAccount) find(ServiceAccount.SERVICE_ACCOUNTS, key);
        var uid = given.metadata().uid();
        if (!uid.isEmpty() && !uid.equals(account.uid())) {
            throw ApiErrors.conflictOfKind(
                    "authentication.k8s.io",
                    "TokenRequest",
                    key.name(),
                    "the UID in the token request (%s) does not match the UID of the service account (%s)"
                            .formatted(uid, account.uid()));
        }
        var request = completed(account, given);
        validate(request);
        var bound = request.spec().boundObjectRef().map(reference -> boundObject(account, reference));
        var token = signer.sign(claims(account, request, bound).toBytes());
        var expiry = clock.instant().plusSeconds(seconds(request));
        return request.withStatus(status -> status.token(token).expirationTimestamp(expiry));
    }

    private static void requireNamed(ObjectKey account, TokenRequest given) {
        var errors = new FieldErrors();
        var name = given.metadata().name();
        var namespace = given.metadata().namespace();
        if (!name.isEmpty() && !name.equals(account.name())) {
            errors.invalid(FieldPath.METADATA.child("name"), name, "must match the service account name if specified");
        } else if (!namespace.isEmpty() && !namespace.equals(account.namespace())) {
            errors.invalid(
                    FieldPath.METADATA.child("namespace"),
                    namespace,
                    "must match the service account namespace if specified");
        }
        errors.throwIfAny(TokenRequest.TOKEN_REQUESTS, account.name());
    }

    /// What the request left to the server filled in.
    private TokenRequest completed(ServiceAccount account, TokenRequest given) {
        var audiences = given.spec().audiences();
        return TokenRequest.builder()
                .metadata(given.metadata().toBuilder()
                        .name(account.name())
                        .namespace(account.namespace())
                        .uid(account.uid())
                        .creationTimestamp(clock.instant().truncatedTo(ChronoUnit.SECONDS))
                        .build())
                .spec(given.spec().toBuilder()
                        .audiences(audiences.isEmpty() ? List.of(ISSUER) : audiences)
                        .expirationSeconds(given.spec().expirationSeconds().orElse(DEFAULT_SECONDS))
                        .build())
                .build();
    }

    private static void validate(TokenRequest request) {
        var errors = new FieldErrors();
        var path = FieldPath.SPEC.child("expirationSeconds");
        long seconds = seconds(request);
        if (seconds < FEWEST_SECONDS) {
            errors.invalid(path, seconds, "may not specify a duration less than 10 minutes");
        }
        if (seconds > MOST_SECONDS) {
            errors.invalid(path, seconds, "may not specify a duration larger than 2^32 seconds");
        }
        errors.throwIfAny(TokenRequest.TOKEN_REQUESTS, "");
    }

    private static long seconds(TokenRequest request) {
        return request.spec().expirationSeconds().orElse(DEFAULT_SECONDS);
    }

    private KubeObject boundObject(ServiceAccount account, BoundObjectReference reference) {
        var resource = BINDABLE.get(reference.kind());
        if (resource == null || reference.apiVersion().contains("/")) {
            throw ApiErrors.badRequest("cannot bind token to object of type " + typeOf(reference));
        }
        var object = find(resource, ObjectKey.of(resource.isNamespaced() ? account.namespace() : "", reference.name()));
        if (object instanceof Pod pod && !pod.spec().serviceAccountName().equals(account.name())) {
            throw ApiErrors.badRequest(
                    "cannot bind token for serviceaccount \"%s\" to pod running with different serviceaccount name."
                            .formatted(account.name()));
        }
        if (!reference.uid().isEmpty() && !reference.uid().equals(object.uid())) {
            throw ApiErrors.conflictOfKind(
                    "",
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

    private JsonObject claims(ServiceAccount account, TokenRequest request, Optional<KubeObject> bound) {
        var now = clock.instant();
        var audiences = request.spec().audiences();
        var isExtended = bound.orElse(null) instanceof Pod
                && seconds(request) == POD_TOKEN_SECONDS
                && List.of(ISSUER).containsAll(audiences);
        var life = isExtended ? EXTENDED_LIFE : Duration.ofSeconds(seconds(request));
        var binding = binding(account, bound);
        return Json.object("aud", Json.array(audiences.stream().map(Json::of).toList()))
                .with("exp", now.plus(life).getEpochSecond())
                .with("iat", now.getEpochSecond())
                .with("iss", ISSUER)
                .with("jti", RandomUid.from(random))
                .with(
                        CLAIM,
                        isExtended
                                ? binding.with(
                                        "warnafter",
                                        now.plusSeconds(POD_TOKEN_SECONDS).getEpochSecond())
                                : binding)
                .with("nbf", now.getEpochSecond())
                .with("sub", "system:serviceaccount:" + account.namespace() + ":" + account.name());
    }

    /// The claims about the account, the object the token is bound to, and of a pod the node it runs on.
    private JsonObject binding(ServiceAccount account, Optional<KubeObject> bound) {
        var claims = Json.object("namespace", Json.of(account.namespace()))
                .with("serviceaccount", named(account.name(), account.uid()));
        if (bound.isEmpty()) {
            return claims;
        }
        var object = bound.get();
        var named = claims.with(claimOf(object.resource()), named(object.name(), object.uid()));
        return object instanceof Pod pod && !pod.spec().nodeName().isEmpty()
                ? named.with("node", node(pod.spec().nodeName()))
                : named;
    }

    /// A node that is not there is named all the same.
    private JsonObject node(String name) {
        return store.get(Node.NODES, ObjectKey.of(name))
                .map(node -> named(name, node.uid()))
                .orElseGet(() -> Json.object("name", Json.of(name)));
    }

    static String claimOf(Resource<?> resource) {
        return resource.kind().toLowerCase(Locale.ROOT);
    }

    private static JsonObject named(String name, String uid) {
        return Json.object("name", Json.of(name)).with("uid", uid);
    }

    private KubeObject find(Resource<?> resource, ObjectKey key) {
        return store.get(resource, key).orElseThrow(() -> ApiErrors.notFound(resource, key.name()));
    }
}
