package dev.kcm.apiserver.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.VirtualClock;
import dev.kcm.base.jose.TokenSigner;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.model.KubeObject;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.authentication.v1.TokenRequestSpec;
import dev.kcm.model.authentication.v1.TokenReview;
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
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A token is accepted and rejected when upstream does so.
class ServiceAccountTokensTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String SERVER = "https://kubernetes.default.svc.cluster.local";
    private static final KeyPair KEYS = KeyKind.EC_P256.generate();
    private static final ServiceAccount ROBOT = ServiceAccount.builder()
            .metadata(m -> m.namespace("ci").name("robot").uid("robot-1"))
            .build();
    private static final RequestUser ROBOT_USER = RequestUser.serviceAccount("ci", "robot", "robot-1");

    private final VersionedStore store = VersionedStore.inMemory();
    private final StoredObjects objects = new StoredObjects(store);
    private final VirtualClock clock = new VirtualClock(START);
    private final ServiceAccountTokens tokens = new ServiceAccountTokens(store, clock, new Random(1), KEYS);
    private final TokenAuthenticator authenticator = new TokenAuthenticator(store, clock, KEYS.getPublic());

    @BeforeEach
    void account() {
        objects.put(ROBOT);
    }

    @Test
    void a_token_is_for_the_server_and_lives_an_hour_unless_the_request_says_otherwise() {
        var issued = issue(_ -> {});

        assertThat(issued.spec().audiences()).containsExactly(SERVER);
        assertThat(issued.spec().expirationSeconds()).contains(3600L);
        assertThat(issued.status().expirationTimestamp()).contains(START.plusSeconds(3600));
        assertThat(issued.metadata().name()).isEqualTo("robot");
        assertThat(claims(issued)).isEqualTo(Json.parse("""
            {"aud": ["%s"], "exp": %d, "iat": %d, "iss": "%s", "jti": "%s", "nbf": %d,
             "kubernetes.io": {"namespace": "ci", "serviceaccount": {"name": "robot", "uid": "robot-1"}},
             "sub": "system:serviceaccount:ci:robot"}
            """.formatted(
                        SERVER,
                        START.plusSeconds(3600).getEpochSecond(),
                        START.getEpochSecond(),
                        SERVER,
                        claims(issued).textAt("jti").orElseThrow(),
                        START.getEpochSecond())));
        assertThat(issued.metadata().uid()).isEqualTo("robot-1");
        assertThat(issued.metadata().creationTimestamp()).contains(START);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 599})
    void a_token_lives_ten_minutes_at_least(long seconds) {
        assertThatThrownBy(() -> issue(spec -> spec.expirationSeconds(seconds)))
                .hasMessageContaining("TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds:"
                        + " Invalid value: " + seconds + ": may not specify a duration less than 10 minutes");
    }

    @Test
    void a_token_lives_two_to_the_thirty_second_seconds_at_most() {
        assertThatThrownBy(() -> issue(spec -> spec.expirationSeconds((1L << 32) + 1)))
                .hasMessageContaining("may not specify a duration larger than 2^32 seconds");
        assertThat(issue(spec -> spec.expirationSeconds(1L << 32)).status().token())
                .isNotEmpty();
    }

    @Test
    void a_bound_token_names_the_uid_of_the_object_whether_the_request_does_or_not() {
        objects.put(pod("web", "pod-1", "robot"));

        assertThat(claims(issue(bound("Pod", "web", "")))
                        .objectAt("kubernetes.io")
                        .objectAt("pod"))
                .isEqualTo(Json.parse("{\"name\": \"web\", \"uid\": \"pod-1\"}"));
        assertThat(claims(issue(bound("Pod", "web", "pod-1")))
                        .objectAt("kubernetes.io")
                        .objectAt("pod"))
                .isEqualTo(Json.parse("{\"name\": \"web\", \"uid\": \"pod-1\"}"));
    }

    @Test
    void a_token_is_bound_only_to_what_exists() {
        assertThatThrownBy(() -> issue(bound("Pod", "web", ""))).hasMessageContaining("pods \"web\" not found");
        objects.put(pod("web", "pod-2", "robot"));
        assertThatThrownBy(() -> issue(bound("Pod", "web", "pod-1")))
                .hasMessageContaining("Operation cannot be fulfilled on Pod \"web\": the UID in the bound object"
                        + " reference (pod-1) does not match the UID in record. The object might have been"
                        + " deleted and then recreated");
    }

    @Test
    void a_token_is_bound_only_to_a_pod_of_its_account() {
        objects.put(pod("web", "pod-1", "other"));

        assertThatThrownBy(() -> issue(bound("Pod", "web", "")))
                .hasMessageContaining("cannot bind token for serviceaccount \"robot\" to pod running with different"
                        + " serviceaccount name.");
    }

    @Test
    void a_request_names_its_own_account_or_none() {
        assertThatThrownBy(() -> tokens.issue(ROBOT.key(), named("other", "ci", "")))
                .hasMessage("TokenRequest.authentication.k8s.io \"robot\" is invalid: metadata.name: Invalid value:"
                        + " \"other\": must match the service account name if specified");
        assertThatThrownBy(() -> tokens.issue(ROBOT.key(), named("", "prod", "")))
                .hasMessage(
                        "TokenRequest.authentication.k8s.io \"robot\" is invalid: metadata.namespace: Invalid value:"
                                + " \"prod\": must match the service account namespace if specified");
        assertThatThrownBy(() -> tokens.issue(ROBOT.key(), named("robot", "ci", "robot-0")))
                .hasMessage(
                        "Operation cannot be fulfilled on TokenRequest.authentication.k8s.io \"robot\": the UID in the"
                                + " token request (robot-0) does not match the UID of the service account (robot-1)");
        assertThat(tokens.issue(ROBOT.key(), named("robot", "ci", "robot-1"))
                        .status()
                        .token())
                .isNotEmpty();
    }

    private static TokenRequest named(String name, String namespace, String uid) {
        return TokenRequest.builder()
                .metadata(m -> m.name(name).namespace(namespace).uid(uid))
                .build();
    }

    @Test
    void the_version_of_the_bound_object_does_not_matter_its_group_does() {
        objects.put(pod("web", "pod-1", "robot"));

        assertThat(token(spec -> spec.boundObjectRef(ref -> ref.kind("Pod").name("web"))))
                .isNotEmpty();
        assertThatThrownBy(() -> issue(spec -> spec.boundObjectRef(
                        ref -> ref.apiVersion("apps/v1").kind("Pod").name("web"))))
                .hasMessage("cannot bind token to object of type apps/v1, Kind=Pod");
    }

    @Test
    void a_token_of_a_pod_also_names_the_node_it_runs_on() {
        objects.put(pod("web", "pod-1", "robot").withSpec(spec -> spec.nodeName("node-1")));

        assertThat(claims(issue(bound("Pod", "web", "")))
                        .objectAt("kubernetes.io")
                        .objectAt("node"))
                .isEqualTo(Json.parse("{\"name\": \"node-1\"}"));
        objects.put(
                Node.builder().metadata(m -> m.name("node-1").uid("node-uid")).build());
        assertThat(claims(issue(bound("Pod", "web", "")))
                        .objectAt("kubernetes.io")
                        .objectAt("node"))
                .isEqualTo(Json.parse("{\"name\": \"node-1\", \"uid\": \"node-uid\"}"));
    }

    @Test
    void the_token_every_pod_gets_lives_a_year_and_warns_after_an_hour() {
        objects.put(pod("web", "pod-1", "robot"));
        var issued = issue(bound("Pod", "web", "").andThen(spec -> spec.expirationSeconds(3607L)));

        assertThat(issued.status().expirationTimestamp()).contains(START.plusSeconds(3607));
        assertThat(claims(issued).longAt("exp"))
                .hasValue(START.plus(Duration.ofDays(365)).getEpochSecond());
        assertThat(claims(issued).objectAt("kubernetes.io").longAt("warnafter"))
                .hasValue(START.plusSeconds(3607).getEpochSecond());
        var forVault = issue(bound("Pod", "web", "")
                .andThen(spec -> spec.expirationSeconds(3607L).addAudiences("vault")));
        assertThat(claims(forVault).longAt("exp"))
                .hasValue(START.plusSeconds(3607).getEpochSecond());
    }

    @Test
    void a_token_is_bound_to_pods_secrets_and_nodes_only() {
        assertThatThrownBy(() -> issue(bound("ConfigMap", "web", "")))
                .hasMessageContaining("cannot bind token to object of type /v1, Kind=ConfigMap");
    }

    private JsonObject claims(TokenRequest issued) {
        return JsonWebToken.verified(issued.status().token(), KEYS.getPublic()).orElseThrow();
    }

    @Test
    void a_token_is_its_accounts() {
        assertThat(accepted(token(_ -> {}))).contains(ROBOT_USER);
        assertThat(ROBOT_USER.name()).isEqualTo("system:serviceaccount:ci:robot");
        assertThat(ROBOT_USER.groups())
                .containsExactly("system:serviceaccounts", "system:serviceaccounts:ci", "system:authenticated");
    }

    @Test
    void a_token_that_another_key_signed_is_not_accepted() {
        var others = KeyKind.EC_P256.generate();
        var token = new ServiceAccountTokens(store, clock, new Random(1), others)
                .issue(ROBOT.key(), TokenRequest.EMPTY)
                .status()
                .token();

        assertThat(new TokenAuthenticator(store, clock, others.getPublic()).authenticate(token))
                .isPresent();
        assertThat(accepted(token)).isEmpty();
    }

    @Test
    void a_token_of_another_issuer_is_not_accepted_though_the_key_signed_it() {
        var claims = boundClaims();
        assertThat(accepted(signed(claims))).contains(ROBOT_USER);

        assertThat(accepted(signed(claims.with("iss", "https://example.com")))).isEmpty();
        assertThat(accepted(signed(claims.without("iss")))).isEmpty();
    }

    @Test
    void a_token_expires_with_a_minute_of_leeway() {
        var token = token(spec -> spec.expirationSeconds(600L));

        clock.advance(Duration.ofSeconds(660));
        assertThat(accepted(token)).contains(ROBOT_USER);
        clock.advance(Duration.ofSeconds(1));
        assertThat(accepted(token)).isEmpty();
    }

    @Test
    void a_token_of_the_future_is_not_valid_yet_but_for_a_minute_of_leeway() {
        var now = START.getEpochSecond();

        assertThat(accepted(signed(boundClaims().with("nbf", now + 60)))).contains(ROBOT_USER);
        assertThat(accepted(signed(boundClaims().with("nbf", now + 61)))).isEmpty();
        assertThat(accepted(signed(boundClaims().with("iat", now + 61)))).isEmpty();
    }

    @Test
    void a_token_for_another_audience_is_not_for_the_server() {
        var token = token(spec -> spec.audiences(List.of("vault")));

        assertThat(accepted(token)).isEmpty();
        assertThat(audiences(token, "vault", "other")).containsExactly("vault");
        assertThat(audiences(token, "other")).isEmpty();
    }

    @Test
    void a_token_may_be_for_several_audiences() {
        var token = token(spec -> spec.audiences(List.of("vault", SERVER)));

        assertThat(accepted(token)).contains(ROBOT_USER);
        assertThat(audiences(token, SERVER, "vault")).containsExactly("vault", SERVER);
        assertThat(accepted(signed(boundClaims().with("aud", SERVER)))).contains(ROBOT_USER);
    }

    @Test
    void a_deleted_account_has_no_valid_tokens() {
        var token = token(_ -> {});

        objects.remove(ROBOT);
        assertThat(accepted(token)).isEmpty();
    }

    @Test
    void an_account_that_was_created_again_is_another_one() {
        var token = token(_ -> {});

        objects.put(ROBOT.withMetadata(m -> m.uid("robot-2")));
        assertThat(accepted(token)).isEmpty();
    }

    @Test
    void an_account_that_is_being_deleted_keeps_its_tokens_for_a_minute() {
        var token = token(_ -> {});
        objects.put(ROBOT.withMetadata(m -> m.deletionTimestamp(START)));

        clock.advance(Duration.ofSeconds(60));
        assertThat(accepted(token)).contains(ROBOT_USER);
        clock.advance(Duration.ofSeconds(1));
        assertThat(accepted(token)).isEmpty();
    }

    @Test
    void a_token_goes_with_the_object_it_is_bound_to() {
        assertGoesWith("Pod", pod("thing", "uid-1", "robot"));
        assertGoesWith(
                "Secret",
                Secret.builder()
                        .metadata(m -> m.namespace("ci").name("thing").uid("uid-1"))
                        .build());
        assertGoesWith(
                "Node",
                Node.builder().metadata(m -> m.name("thing").uid("uid-1")).build());
    }

    private void assertGoesWith(String kind, KubeObject object) {
        objects.put(object);
        var token = token(bound(kind, "thing", ""));
        assertThat(accepted(token)).as(kind).contains(ROBOT_USER);

        objects.put(object.withMetadata(object.metadata().withUid("uid-2")));
        assertThat(accepted(token)).as(kind + " created again").isEmpty();

        objects.put(object.withMetadata(object.metadata().toBuilder()
                .deletionTimestamp(clock.instant().minusSeconds(61))
                .build()));
        assertThat(accepted(token)).as(kind + " being deleted").isEmpty();

        objects.remove(object);
        assertThat(accepted(token)).as(kind + " deleted").isEmpty();
    }

    private final String token = signed(Json.object("iss", Json.of("kubernetes/serviceaccount"))
            .with("kubernetes.io/serviceaccount/namespace", "ci")
            .with("kubernetes.io/serviceaccount/secret.name", "robot-token")
            .with("kubernetes.io/serviceaccount/service-account.name", "robot")
            .with("kubernetes.io/serviceaccount/service-account.uid", "robot-1")
            .with("sub", "system:serviceaccount:ci:robot"));
    private final Secret secret = Secret.builder()
            .metadata(m -> m.namespace("ci").name("robot-token"))
            .putData("token", Bytes.utf8(token))
            .build();

    @BeforeEach
    void secret() {
        objects.put(secret);
    }

    @Test
    void it_is_valid_without_an_expiry_and_for_the_server() {
        clock.advance(Duration.ofDays(1000));

        assertThat(accepted(token)).contains(ROBOT_USER);
        assertThat(audiences(token, "vault")).isEmpty();
    }

    @Test
    void it_goes_with_its_secret() {
        objects.remove(secret);
        assertThat(accepted(token)).isEmpty();
    }

    @Test
    void it_is_the_one_its_secret_holds() {
        objects.put(secret.toBuilder().putData("token", Bytes.utf8("rotated")).build());
        assertThat(accepted(token)).isEmpty();
    }

    @Test
    void it_is_invalid_once_its_secret_is_being_deleted_or_marked_so() {
        objects.put(secret.withMetadata(m -> m.deletionTimestamp(START)));
        assertThat(accepted(token)).isEmpty();

        objects.put(secret.withMetadata(m -> m.putLabels("kubernetes.io/legacy-token-invalid-since", "2026-01-01")));
        assertThat(accepted(token)).isEmpty();

        objects.put(secret);
        assertThat(accepted(token)).contains(ROBOT_USER);
    }

    @Test
    void it_goes_with_its_account() {
        objects.put(ROBOT.withMetadata(m -> m.deletionTimestamp(START)));
        assertThat(accepted(token)).isEmpty();

        objects.put(ROBOT.withMetadata(m -> m.uid("robot-2")));
        assertThat(accepted(token)).isEmpty();

        objects.remove(ROBOT);
        assertThat(accepted(token)).isEmpty();
    }

    @Test
    void its_subject_is_its_account() {
        var claims = JsonWebToken.verified(token, KEYS.getPublic()).orElseThrow();
        var other = signed(claims.with("sub", "system:serviceaccount:ci:other"));
        objects.put(secret.toBuilder().putData("token", Bytes.utf8(other)).build());

        assertThat(accepted(other)).isEmpty();
    }

    @Test
    void a_review_says_whose_token_it_is_and_for_which_audiences() {
        var reviews = new Reviews(new RbacAuthorizer(store), authenticator, clock).reviews();
        UnaryOperator<TokenReview> reviewed = review -> (TokenReview)
                reviews.get("tokenreviews.authentication.k8s.io").reviewed(RequestUser.ADMINISTRATOR, review);
        var token = token(spec -> spec.audiences(List.of("vault")));

        var forVault = reviewed.apply(TokenReview.builder()
                .spec(spec -> spec.token(token).addAudiences("vault").addAudiences("other"))
                .build());
        assertThat(forVault.status().authenticated()).isTrue();
        assertThat(forVault.status().user().username()).isEqualTo("system:serviceaccount:ci:robot");
        assertThat(forVault.status().user().uid()).isEqualTo("robot-1");
        assertThat(forVault.status().audiences()).containsExactly("vault");

        var forServer = reviewed.apply(
                TokenReview.builder().spec(spec -> spec.token(token)).build());
        assertThat(forServer.status().authenticated()).isFalse();
        assertThat(forServer.status().error())
                .isEqualTo(
                        "[invalid bearer token, token audiences [\"vault\"] is invalid for the target audiences [\"%s\"]]"
                                .formatted(SERVER));
    }

    private TokenRequest issue(Consumer<TokenRequestSpec.Builder> choices) {
        return tokens.issue(ROBOT.key(), TokenRequest.builder().spec(choices).build());
    }

    /// The account a token authenticates, less the extra fields.
    private Optional<RequestUser> accepted(String token) {
        return authenticator.authenticate(token).map(user -> user.withExtra(Map.of()));
    }

    /// The audiences among these that the token is for; none if it is rejected.
    private List<String> audiences(String token, String... requested) {
        return authenticator.authenticate(token, List.of(requested))
                        instanceof TokenAuthenticator.Result.Authenticated(var _, var audiences)
                ? audiences
                : List.of();
    }

    private String token(Consumer<TokenRequestSpec.Builder> choices) {
        return issue(choices).status().token();
    }

    private static Consumer<TokenRequestSpec.Builder> bound(String kind, String name, String uid) {
        return spec -> spec.boundObjectRef(
                ref -> ref.apiVersion("v1").kind(kind).name(name).uid(uid));
    }

    /// The claims of a token as the server issues it, to be changed.
    private JsonObject boundClaims() {
        return JsonWebToken.verified(token(_ -> {}), KEYS.getPublic()).orElseThrow();
    }

    private static String signed(JsonObject claims) {
        return new TokenSigner(KEYS.getPrivate(), "key").sign(claims.toBytes());
    }

    private static Pod pod(String name, String uid, String account) {
        return Pod.builder()
                .metadata(m -> m.namespace("ci").name(name).uid(uid))
                .spec(spec -> spec.serviceAccountName(account))
                .build();
    }
}
