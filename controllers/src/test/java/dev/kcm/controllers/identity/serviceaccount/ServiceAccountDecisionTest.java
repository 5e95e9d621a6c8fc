package dev.kcm.controllers.identity.serviceaccount;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.identity.serviceaccount.ServiceAccountController.Snapshot;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.runtime.plan.Step;
import org.junit.jupiter.api.Test;

class ServiceAccountDecisionTest {
    private final ServiceAccountController reconciler = new ServiceAccountController();

    @Test
    void an_active_namespace_without_the_account_gets_it() {
        var plan = reconciler.decide(new Snapshot(namespace("Active"), false));

        assertThat(plan.steps())
                .containsExactly(Step.create(ServiceAccount.builder()
                        .metadata(it -> it.namespace("shop").name("default"))
                        .build()));
    }

    @Test
    void one_that_has_it_is_left_alone() {
        assertThat(reconciler.decide(new Snapshot(namespace("Active"), true)).isNothing())
                .isTrue();
    }

    @Test
    void one_that_ends_gets_nothing() {
        assertThat(reconciler
                        .decide(new Snapshot(namespace("Terminating"), false))
                        .isNothing())
                .isTrue();
    }

    private static Namespace namespace(String phase) {
        return Namespace.builder()
                .metadata(it -> it.name("shop"))
                .status(status -> status.phase(phase))
                .build();
    }
}
