package dev.kcm.controllers.identity.serviceaccounttoken;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.identity.serviceaccounttoken.ServiceAccountTokenController.Snapshot;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.value.Bytes;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.Planned;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServiceAccountTokenDecisionTest {
    private static final Bytes AUTHORITIES = Bytes.utf8("authorities");
    private static final ServiceAccount CART = ServiceAccount.builder()
            .metadata(it -> it.namespace("shop").name("cart").uid("u1"))
            .addSecrets(it -> it.name("cart-token"))
            .addSecrets(it -> it.name("other"))
            .build();

    private final ServiceAccountTokenController reconciler =
            new ServiceAccountTokenController((_, _) -> Bytes.utf8("signed"), AUTHORITIES, new NobodyThere());

    private static final class NobodyThere implements LiveReads {
        @Override
        public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
            return Optional.empty();
        }
    }

    @Test
    void an_empty_secret_gets_token_namespace_and_authorities() {
        var plan = reconciler.decide(asking(token()));

        var written = onlyUpdated(plan, Secret.class);
        assertThat(written.data())
                .containsEntry("token", Bytes.utf8("signed"))
                .containsEntry("namespace", Bytes.utf8("shop"))
                .containsEntry("ca.crt", AUTHORITIES);
        assertThat(written.annotations())
                .containsEntry("kubernetes.io/service-account.name", "cart")
                .containsEntry("kubernetes.io/service-account.uid", "u1");
        assertThat(plan.steps().map(Step::describe)).containsExactly("update secrets shop/cart-token");
    }

    @Test
    void a_complete_secret_is_left_alone() {
        var complete = token().toBuilder()
                .putData("token", Bytes.utf8("older"))
                .putData("namespace", Bytes.utf8("elsewhere"))
                .putData("ca.crt", AUTHORITIES)
                .build();

        assertThat(reconciler.decide(asking(complete)).isNothing()).isTrue();
    }

    @Test
    void other_authorities_are_replaced_and_the_token_stays() {
        var old = token().toBuilder()
                .putData("token", Bytes.utf8("older"))
                .putData("namespace", Bytes.utf8("shop"))
                .putData("ca.crt", Bytes.utf8("old"))
                .build();

        var written = onlyUpdated(reconciler.decide(asking(old)), Secret.class);

        assertThat(written.data()).containsEntry("token", Bytes.utf8("older")).containsEntry("ca.crt", AUTHORITIES);
    }

    @Test
    void without_authorities_of_its_own_those_in_the_secret_stay() {
        var none = new ServiceAccountTokenController((_, _) -> Bytes.utf8("signed"), Bytes.EMPTY, new NobodyThere());
        var secret = token().toBuilder().putData("ca.crt", Bytes.utf8("old")).build();

        var written = onlyUpdated(none.decide(asking(secret)), Secret.class);

        assertThat(written.data()).containsEntry("ca.crt", Bytes.utf8("old"));
    }

    @Test
    void a_token_of_an_account_that_is_gone_is_deleted() {
        var plan = reconciler.decide(new Snapshot.Orphaned(token()));

        assertThat(Planned.in(plan).only(Operation.Delete.class).uid()).isEqualTo("s1");
    }

    @Test
    void a_token_that_is_gone_is_taken_off_the_accounts_that_list_it() {
        var plan = reconciler.decide(new Snapshot.Listed("cart-token", List.of(CART)));

        assertThat(onlyUpdated(plan, ServiceAccount.class).secrets())
                .extracting(it -> it.name())
                .containsExactly("other");
    }

    @Test
    void an_account_of_the_same_name_with_another_uid_is_not_the_one_meant() {
        var token = new TokenSecret(token().withMetadata(ServiceAccountTokenDecisionTest::ofOther));

        assertThat(token.isFor(CART)).isFalse();
        assertThat(new TokenSecret(token()).isFor(CART)).isTrue();
    }

    @Test
    void a_snapshot_does_not_show_the_token() {
        assertThat(asking(token()).toString()).doesNotContain("signed");
    }

    private static void ofOther(dev.kcm.model.meta.v1.ObjectMeta.Builder metadata) {
        metadata.putAnnotations("kubernetes.io/service-account.uid", "u2");
    }

    private static Snapshot asking(Secret secret) {
        var token = new TokenSecret(secret);
        return new Snapshot.Token(
                token, CART, token.needsToken() ? Optional.of(Bytes.utf8("signed")) : Optional.empty());
    }

    private static Secret token() {
        return Secret.builder()
                .metadata(it -> it.namespace("shop")
                        .name("cart-token")
                        .uid("s1")
                        .putAnnotations("kubernetes.io/service-account.name", "cart"))
                .type("kubernetes.io/service-account-token")
                .build();
    }

    private static <T> T onlyUpdated(Plan plan, Class<T> type) {
        var steps = plan.steps().toList();
        assertThat(steps).hasSize(1);
        assertThat(steps.getFirst())
                .satisfies(step -> assertThat(step.as(Operation.Update.class)).isPresent());
        return type.cast(
                steps.getFirst().as(Operation.Update.class).orElseThrow().object());
    }
}
