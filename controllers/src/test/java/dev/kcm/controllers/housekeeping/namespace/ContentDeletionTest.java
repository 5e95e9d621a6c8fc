package dev.kcm.controllers.housekeeping.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.MetadataObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.NamespaceCondition;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ContentDeletionTest {
    private static final Instant DELETED = Instant.parse("2026-06-01T12:00:00Z");
    private static final Instant NOW = DELETED.plusSeconds(8);

    @Test
    void what_nobody_asked_to_go_is_deleted_and_what_goes_already_is_left_alone() {
        var emptying =
                emptying(content(ConfigMap.CONFIG_MAPS, _ -> {}), content(Secret.SECRETS, ContentDeletionTest::going));

        assertThat(emptying.deletions()).extracting(Step::describe).containsExactly("delete all configmaps in shop");
    }

    @Test
    void what_waits_for_the_garbage_collector_is_deleted_once_more() {
        var emptying = emptying(
                content(ConfigMap.CONFIG_MAPS, it -> going(it).addFinalizers("foregroundDeletion")),
                content(Secret.SECRETS, it -> going(it).addFinalizers("orphan")),
                content(Pod.PODS, it -> going(it).addFinalizers("example.com/hold")));

        assertThat(emptying.deletions())
                .extracting(Step::describe)
                .containsExactly("delete all configmaps in shop", "delete all secrets in shop");
        assertThat(emptying.untilNextLook()).isEqualTo(Duration.ofSeconds(2));
        assertThat(message(emptying, Outcomes.NONE, "NamespaceFinalizersRemaining"))
                .contains("foregroundDeletion in 1 resource instances");
    }

    @Test
    void what_cannot_be_listed_is_deleted_all_the_same() {
        var unknown = new RemainingContent(ConfigMap.CONFIG_MAPS, List.of(), Optional.of("boom"));

        assertThat(emptying(unknown).deletions()).hasSize(1);
        assertThat(emptying(unknown).isDone()).isFalse();
    }

    @Test
    void one_group_that_cannot_be_discovered_keeps_the_namespace_but_not_its_contents() {
        var emptying = new ContentDeletion(
                namespace(),
                Optional.of("metrics are down"),
                List.of(content(ConfigMap.CONFIG_MAPS, _ -> {})),
                List.of(),
                DELETED,
                NOW);

        assertThat(emptying.deletions()).hasSize(1);
        assertThat(emptying.isDone()).isFalse();
        assertThat(message(emptying, Outcomes.NONE, "NamespaceDeletionDiscoveryFailure"))
                .isEqualTo("metrics are down");
    }

    @Test
    void pods_get_half_their_grace_and_a_second() {
        var pod = Pod.builder()
                .metadata(it -> it.name("web").deletionTimestamp(DELETED))
                .spec(spec -> spec.terminationGracePeriodSeconds(30L))
                .build();
        var emptying = emptying(new RemainingContent(Pod.PODS, List.of(pod), Optional.empty()));

        assertThat(emptying.untilNextLook()).isEqualTo(Duration.ofSeconds(16));
        assertThat(emptying.failures(Outcomes.NONE)).isEmpty();
        assertThat(message(emptying, Outcomes.NONE, "NamespaceContentRemaining"))
                .isEqualTo("Some resources are remaining: pods. has 1 resource instances");
    }

    @Test
    void finalizers_get_fifteen_seconds() {
        var emptying = emptying(content(
                ConfigMap.CONFIG_MAPS, it -> going(it).addFinalizers("a").addFinalizers("b")));

        assertThat(emptying.untilNextLook()).isEqualTo(Duration.ofSeconds(8));
        assertThat(message(emptying, Outcomes.NONE, "NamespaceFinalizersRemaining"))
                .isEqualTo("Some content in the namespace has finalizers remaining: a in 1 resource"
                        + " instances, b in 1 resource instances");
    }

    @Test
    void what_should_have_gone_by_now_is_called_unexpected() {
        var emptying = emptying(content(ConfigMap.CONFIG_MAPS, ContentDeletionTest::going));

        assertThat(message(emptying, Outcomes.NONE, "NamespaceDeletionContentFailure"))
                .isEqualTo("Failed to delete all resource types, 1 remaining: unexpected items still"
                        + " remain in namespace: shop for gvr: /v1, Resource=configmaps");
        assertThat(emptying.untilNextLook()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void a_refused_deletion_is_reported_and_costs_only_itself() {
        var emptying = emptying(content(ConfigMap.CONFIG_MAPS, _ -> {}));
        var refused = new Outcome.Refused(
                Step.deleteCollection(ConfigMap.CONFIG_MAPS, "shop"),
                ApiFailure.of(Status.builder().code(500).message("no room").build()));

        assertThat(message(emptying, new Outcomes(List.of(refused)), "NamespaceDeletionContentFailure"))
                .isEqualTo("Failed to delete all resource types, 1 remaining: no room");
    }

    private static String message(ContentDeletion emptying, Outcomes writes, String type) {
        return NamespaceConditions.on(emptying.namespace(), emptying, writes).status().conditions().stream()
                .filter(condition -> condition.type().equals(type))
                .filter(condition -> condition.status().equals("True"))
                .map(NamespaceCondition::message)
                .findFirst()
                .orElse("");
    }

    private static ContentDeletion emptying(RemainingContent... contents) {
        return new ContentDeletion(namespace(), Optional.empty(), List.of(contents), List.of(), DELETED, NOW);
    }

    private static Namespace namespace() {
        return Namespace.builder()
                .metadata(it -> it.name("shop").deletionTimestamp(DELETED))
                .build();
    }

    private static RemainingContent content(Resource<?> resource, Consumer<ObjectMeta.Builder> more) {
        var metadata = ObjectMeta.builder().name("a").namespace("shop");
        more.accept(metadata);
        return new RemainingContent(resource, List.of(MetadataObject.of(resource, metadata.build())), Optional.empty());
    }

    private static ObjectMeta.Builder going(ObjectMeta.Builder metadata) {
        return metadata.deletionTimestamp(DELETED);
    }
}
