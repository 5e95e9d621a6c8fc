package dev.kcm.controllers.identity.rootcacertificatepublisher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.identity.rootcacertificatepublisher.RootCaCertificatePublisherController.Snapshot;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RootCaCertificatePublisherDecisionTest {
    private static final Namespace SHOP =
            Namespace.builder().metadata(it -> it.name("shop")).build();

    private final Metrics metrics = new Metrics();
    private final RootCaCertificatePublisherController publisher =
            new RootCaCertificatePublisherController("pem", RootCaCertificatePublisherController.metrics(metrics));

    @Test
    void a_namespace_without_the_bundle_gets_it_with_its_description() {
        var created = (ConfigMap) only(new Snapshot(SHOP, Optional.empty()))
                .as(Operation.Create.class)
                .orElseThrow()
                .object();

        assertThat(created.key()).hasToString("shop/kube-root-ca.crt");
        assertThat(created.data()).isEqualTo(Map.of("ca.crt", "pem"));
        assertThat(created.annotations().get("kubernetes.io/description")).contains("CA bundle");
    }

    @Test
    void a_namespace_that_ends_gets_nothing_new() {
        var ending = SHOP.withMetadata(it -> it.deletionTimestamp(Instant.EPOCH));

        assertThat(publisher.decide(new Snapshot(ending, Optional.empty())).isNothing())
                .isTrue();
    }

    @Test
    void a_bundle_with_anything_else_in_it_is_set_right_and_keeps_its_labels() {
        var odd = bundle("some text").toBuilder()
                .putData("more", "x")
                .metadata(it -> it.putLabels("mine", "yes"))
                .build();

        var written = (ConfigMap) only(new Snapshot(SHOP, Optional.of(odd)))
                .as(Operation.Update.class)
                .orElseThrow()
                .object();

        assertThat(written.data()).isEqualTo(Map.of("ca.crt", "pem"));
        assertThat(written.labels()).containsEntry("mine", "yes");
    }

    @Test
    void any_description_will_do_but_none_will_not() {
        assertThat(publisher
                        .decide(new Snapshot(SHOP, Optional.of(bundle("mine"))))
                        .isNothing())
                .isTrue();
        assertThat(publisher.decide(new Snapshot(SHOP, Optional.of(bundle("")))).isNothing())
                .isFalse();
    }

    @Test
    void syncs_are_counted_by_the_code_they_ended_with() {
        var snapshot = new Snapshot(SHOP, Optional.empty());
        var step = publisher.decide(snapshot).steps().findFirst().orElseThrow();
        var refused = new Outcome.Refused(
                step, ApiFailure.of(Status.builder().code(403).message("no").build()));

        publisher.measure(snapshot, Outcomes.NONE, Duration.ofMillis(3));
        publisher.measure(snapshot, new Outcomes(List.of(refused)), Duration.ofMillis(3));

        assertThat(syncs("200")).isEqualTo(1);
        assertThat(syncs("403")).isEqualTo(1);
    }

    private double syncs(String code) {
        return metrics.counter("root_ca_cert_publisher_sync_total", "", "code")
                .with(code)
                .value();
    }

    private Step only(Snapshot snapshot) {
        var steps = publisher.decide(snapshot).steps().toList();
        assertThat(steps).hasSize(1);
        return steps.getFirst();
    }

    private static ConfigMap bundle(String description) {
        return ConfigMap.builder()
                .metadata(it -> it.namespace("shop")
                        .name("kube-root-ca.crt")
                        .putAnnotations("kubernetes.io/description", description))
                .putData("ca.crt", "pem")
                .build();
    }
}
