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
    private final ServiceAccountTokens tokens = new ServiceAccountTokens(store, clock, KEYS);

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
            {"aud": ["%s"], "exp": %d, "iat": %d, "iss": "%s", "nbf": %d,
             "kubernetes.io": {"namespace": "ci", "serviceaccount": {"name": "robot", "uid": "robot-1"}},
             "sub": "system:serviceaccount:ci:robot"}
            """.formatted(
                        SERVER,
                        START.plusSeconds(3600).getEpochSecond(),
                        START.getEpochSecond(),
                        SERVER,
                        START.getEpochSecond())));
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
    void a_token_is_bound_to_pods_secrets_and_nodes_only() {
        assertThatThrownBy(() -> issue(bound("ConfigMap", "web", "")))
                .hasMessageContaining("cannot bind token to object of type /v1, Kind=ConfigMap");
    }

    private JsonObject claims(TokenRequest issued) {
        return JsonWebToken.verified(issued.status().token(), KEYS.getPublic()).orElseThrow();
    }

    @Test
    void a_token_is_its_accounts() {
        assertThat(tokens.authenticate(token(_ -> {}))).contains(ROBOT_USER);
        assertThat(ROBOT_USER.name()).isEqualTo("system:serviceaccount:ci:robot");
        assertThat(ROBOT_USER.groups())
                .containsExactly("system:serviceaccounts", "system:serviceaccounts:ci", "system:authenticated");
    }

    @Test
    void a_token_that_another_key_signed_is_not_accepted() {
        var others = new ServiceAccountTokens(store, clock, KeyKind.EC_P256.generate());
        var token = others.issue(ROBOT, TokenRequest.EMPTY).status().token();

        assertThat(others.authenticate(token)).contains(ROBOT_USER);
        assertThat(tokens.authenticate(token)).isEmpty();
    }

    @Test
    void a_token_of_another_issuer_is_not_accepted_though_the_key_signed_it() {
        var claims = boundClaims();
        assertThat(tokens.authenticate(signed(claims))).contains(ROBOT_USER);

        assertThat(tokens.authenticate(signed(claims.with("iss", "https://example.com"))))
                .isEmpty();
        assertThat(tokens.authenticate(signed(claims.without("iss")))).isEmpty();
    }

    @Test
    void a_token_expires_with_a_minute_of_leeway() {
        var token = token(spec -> spec.expirationSeconds(600L));

        clock.advance(Duration.ofSeconds(660));
        assertThat(tokens.authenticate(token)).contains(ROBOT_USER);
        clock.advance(Duration.ofSeconds(1));
        assertThat(tokens.authenticate(token)).isEmpty();
    }

    @Test
    void a_token_of_the_future_is_not_valid_yet_but_for_a_minute_of_leeway() {
        var now = START.getEpochSecond();

        assertThat(tokens.authenticate(signed(boundClaims().with("nbf", now + 60))))
                .contains(ROBOT_USER);
        assertThat(tokens.authenticate(signed(boundClaims().with("nbf", now + 61))))
                .isEmpty();
        assertThat(tokens.authenticate(signed(boundClaims().with("iat", now + 61))))
                .isEmpty();
    }

    @Test
    void a_token_for_another_audience_is_not_for_the_server() {
        var token = token(spec -> spec.audiences(List.of("vault")));

        assertThat(tokens.authenticate(token)).isEmpty();
        assertThat(tokens.authenticate(token, List.of("vault", "other")))
                .contains(new ServiceAccountTokens.Authenticated(ROBOT_USER, List.of("vault")));
        assertThat(tokens.authenticate(token, List.of("other"))).isEmpty();
    }

    @Test
    void a_token_may_be_for_several_audiences() {
        var token = token(spec -> spec.audiences(List.of("vault", SERVER)));

        assertThat(tokens.authenticate(token)).contains(ROBOT_USER);
        assertThat(tokens.authenticate(token, List.of(SERVER, "vault")))
                .contains(new ServiceAccountTokens.Authenticated(ROBOT_USER, List.of("vault", SERVER)));
        assertThat(tokens.authenticate(signed(boundClaims().with("aud", SERVER))))
                .contains(ROBOT_USER);
    }

    @Test
    void a_deleted_account_has_no_valid_tokens() {
        var token = token(_ -> {});

        objects.remove(ROBOT);
        assertThat(tokens.authenticate(token)).isEmpty();
    }

    @Test
    void an_account_that_was_created_again_is_another_one() {
        var token = token(_ -> {});

        objects.put(ROBOT.withMetadata(m -> m.uid("robot-2")));
        assertThat(tokens.authenticate(token)).isEmpty();
    }

    @Test
    void an_account_that_is_being_deleted_keeps_its_tokens_for_a_minute() {
        var token = token(_ -> {});
        objects.put(ROBOT.withMetadata(m -> m.deletionTimestamp(START)));

        clock.advance(Duration.ofSeconds(60));
        assertThat(tokens.authenticate(token)).contains(ROBOT_USER);
        clock.advance(Duration.ofSeconds(1));
        assertThat(tokens.authenticate(token)).isEmpty();
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
        assertThat(tokens.authenticate(token)).as(kind).contains(ROBOT_USER);

        objects.put(object.withMetadata(object.metadata().withUid("uid-2")));
        assertThat(tokens.authenticate(token)).as(kind + " created again").isEmpty();

        objects.put(object.withMetadata(object.metadata().toBuilder()
                .deletionTimestamp(clock.instant().minusSeconds(61))
                .build()));
        assertThat(tokens.authenticate(token)).as(kind + " being deleted").isEmpty();

        objects.remove(object);
        assertThat(tokens.authenticate(token)).as(kind + " deleted").isEmpty();
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

        assertThat(tokens.authenticate(token)).contains(ROBOT_USER);
        assertThat(tokens.authenticate(token, List.of("vault"))).isEmpty();
    }

    @Test
    void it_goes_with_its_secret() {
        objects.remove(secret);
        assertThat(tokens.authenticate(token)).isEmpty();
    }

    @Test
    void it_is_the_one_its_secret_holds() {
        objects.put(secret.toBuilder().putData("token", Bytes.utf8("rotated")).build());
        assertThat(tokens.authenticate(token)).isEmpty();
    }

    @Test
    void it_is_invalid_once_its_secret_is_being_deleted_or_marked_so() {
        objects.put(secret.withMetadata(m -> m.deletionTimestamp(START)));
        assertThat(tokens.authenticate(token)).isEmpty();

        objects.put(secret.withMetadata(m -> m.putLabels("kubernetes.io/legacy-token-invalid-since", "2026-01-01")));
        assertThat(tokens.authenticate(token)).isEmpty();

        objects.put(secret);
        assertThat(tokens.authenticate(token)).contains(ROBOT_USER);
    }

    @Test
    void it_goes_with_its_account() {
        objects.put(ROBOT.withMetadata(m -> m.deletionTimestamp(START)));
        assertThat(tokens.authenticate(token)).isEmpty();

        objects.put(ROBOT.withMetadata(m -> m.uid("robot-2")));
        assertThat(tokens.authenticate(token)).isEmpty();

        objects.remove(ROBOT);
        assertThat(tokens.authenticate(token)).isEmpty();
    }

    @Test
    void its_subject_is_its_account() {
        var claims = JsonWebToken.verified(token, KEYS.getPublic()).orElseThrow();
        var other = signed(claims.with("sub", "system:serviceaccount:ci:other"));
        objects.put(secret.toBuilder().putData("token", Bytes.utf8(other)).build());

        assertThat(tokens.authenticate(other)).isEmpty();
    }

    @Test
    void a_review_says_whose_token_it_is_and_for_which_audiences() {
        var reviews = new Reviews(new RbacAuthorizer(store), tokens, clock).reviews();
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
        assertThat(forServer.status().error()).isNotEmpty();
    }

    private TokenRequest issue(Consumer<TokenRequestSpec.Builder> choices) {
        return tokens.issue(ROBOT, TokenRequest.builder().spec(choices).build());
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
