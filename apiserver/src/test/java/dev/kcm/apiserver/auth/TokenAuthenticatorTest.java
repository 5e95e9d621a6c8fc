package dev.kcm.apiserver.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.VirtualClock;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.authentication.v1.TokenRequestSpec;
import dev.kcm.model.authentication.v1.TokenReview;
import dev.kcm.model.authentication.v1.TokenReviewStatus;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a TokenReview tells about tokens, in upstream's words.
class TokenAuthenticatorTest {
    private static final String PREFIX = "authentication.kubernetes.io/";
    private static final KeyPair KEYS = KeyKind.EC_P256.generate();
    private static final ServiceAccount ROBOT = ServiceAccount.builder()
            .metadata(m -> m.namespace("ci").name("robot").uid("robot-1"))
            .build();
    private static final Pod WEB = Pod.builder()
            .metadata(m -> m.namespace("ci").name("web").uid("pod-1"))
            .spec(spec -> spec.serviceAccountName("robot").nodeName("node-1"))
            .build();
    private static final Node NODE =
            Node.builder().metadata(m -> m.name("node-1").uid("node-uid-1")).build();
    private static final Secret SECRET = Secret.builder()
            .metadata(m -> m.namespace("ci").name("key").uid("secret-1"))
            .build();

    private final VersionedStore store = VersionedStore.inMemory();
    private final StoredObjects objects = new StoredObjects(store);
    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final ServiceAccountTokens tokens = new ServiceAccountTokens(store, clock, new Random(1), KEYS);
    private final TokenAuthenticator authenticator = new TokenAuthenticator(store, clock, KEYS.getPublic());

    @BeforeEach
    void objects() {
        objects.put(ROBOT);
        objects.put(WEB);
        objects.put(NODE);
        objects.put(SECRET);
    }

    @Test
    void each_token_has_a_credential_of_its_own() {
        var one = reviewed(token(_ -> {}));
        var other = reviewed(token(_ -> {}));

        assertThat(one.user().extra().keySet()).containsExactly(PREFIX + "credential-id");
        assertThat(one.user().extra().get(PREFIX + "credential-id"))
                .singleElement()
                .asString()
                .matches("JTI=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
        assertThat(other.user().extra()).isNotEqualTo(one.user().extra());
    }

    @Test
    void the_token_of_a_pod_tells_pod_and_node() {
        var status = reviewed(token(bound("Pod", "web")));

        assertThat(status.user().extra())
                .containsEntry(PREFIX + "pod-name", List.of("web"))
                .containsEntry(PREFIX + "pod-uid", List.of("pod-1"))
                .containsEntry(PREFIX + "node-name", List.of("node-1"))
                .containsEntry(PREFIX + "node-uid", List.of("node-uid-1"));
    }

    @Test
    void the_token_of_a_pod_outlives_its_node_that_of_a_node_does_not() {
        var ofPod = token(bound("Pod", "web"));
        var ofNode = token(bound("Node", "node-1"));
        objects.remove(NODE);

        assertThat(reviewed(ofPod).authenticated()).isTrue();
        assertThat(reviewed(ofNode).error()).isEqualTo(invalid("service account token has been invalidated"));
    }

    @Test
    void a_secret_that_was_replaced_is_another_one() {
        var token = token(bound("Secret", "key"));
        objects.put(SECRET.withMetadata(m -> m.uid("secret-2")));

        assertThat(reviewed(token).error())
                .isEqualTo(invalid("secret UID (secret-2) does not match service account secret ref claim (secret-1)"));
        objects.remove(SECRET);
        assertThat(reviewed(token).error()).isEqualTo(invalid("service account token has been invalidated"));
    }

    @Test
    void an_account_that_is_gone_or_replaced_says_so() {
        var token = token(_ -> {});
        objects.put(ROBOT.withMetadata(m -> m.uid("robot-2")));

        assertThat(reviewed(token).error())
                .isEqualTo(invalid("service account UID (robot-2) does not match claim (robot-1)"));
        objects.remove(ROBOT);
        assertThat(reviewed(token).error()).isEqualTo(invalid("serviceaccounts \"robot\" not found"));
    }

    @Test
    void a_token_that_has_expired_says_so() {
        var token = token(_ -> {});
        clock.advance(Duration.ofMinutes(62));

        assertThat(reviewed(token).error()).isEqualTo(invalid("service account token has expired"));
    }

    @Test
    void what_is_no_token_of_ours_is_no_token() {
        assertThat(reviewed("nonsense").error()).isEqualTo("invalid bearer token");
        assertThat(reviewed("a.b.c").error()).isEqualTo("invalid bearer token");
    }

    private static String invalid(String why) {
        return "[invalid bearer token, " + why + "]";
    }

    private TokenReviewStatus reviewed(String token) {
        var review = TokenReview.builder().spec(spec -> spec.token(token)).build();
        var reviews = new Reviews(new RbacAuthorizer(store), authenticator, clock).reviews();
        var reviewed = reviews.get("tokenreviews.authentication.k8s.io").reviewed(RequestUser.ADMINISTRATOR, review);
        return ((TokenReview) reviewed).status();
    }

    private String token(Consumer<TokenRequestSpec.Builder> choices) {
        return tokens.issue(ROBOT.key(), TokenRequest.builder().spec(choices).build())
                .status()
                .token();
    }

    private static Consumer<TokenRequestSpec.Builder> bound(String kind, String name) {
        return spec ->
                spec.boundObjectRef(ref -> ref.apiVersion("v1").kind(kind).name(name));
    }
}
