package dev.kcm.controllers.storage.attachdetach;

import static dev.kcm.controllers.storage.attachdetach.Volumes.attachment;
import static dev.kcm.controllers.storage.attachdetach.Volumes.claim;
import static dev.kcm.controllers.storage.attachdetach.Volumes.driver;
import static dev.kcm.controllers.storage.attachdetach.Volumes.name;
import static dev.kcm.controllers.storage.attachdetach.Volumes.node;
import static dev.kcm.controllers.storage.attachdetach.Volumes.pod;
import static dev.kcm.controllers.storage.attachdetach.Volumes.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.NodeStatus;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class AttachDetachDecisionTest {
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final String ON_ONE = attachment("data", "one");
    private static final String ON_TWO = attachment("data", "two");

    private final StorageLoop loop = new StorageLoop();

    @Test
    void a_volume_is_attached_told_and_detached() {
        started().attaches(ON_ONE);
        assertThat(loop.lines())
                .containsExactly(
                        "attach to one",
                        "web SuccessfulAttachVolume: AttachVolume.Attach succeeded for volume \"data\" ",
                        "tell one [data]");

        loop.gone(pod("web", "one", "data"));
        assertThat(loop.lines()).containsExactly("tell one []", "detach from one");

        loop.detaches(ON_ONE).passes(Duration.ofHours(1));
        assertThat(loop.lines()).isEmpty();
    }

    @Test
    void a_claim_that_is_bound_later_is_attached_then() {
        loop.starting(node("one"), pod("web", "one", "data"));
        assertThat(loop.lines()).isEmpty();
        loop.shows(claim("data"));
        assertThat(loop.lines()).isEmpty();
        loop.shows(volume("data", "ReadWriteOnce"));
        assertThat(loop.lines()).containsExactly("attach to one");
    }

    @Test
    void a_node_that_says_meanwhile_that_it_uses_the_volume_keeps_it() {
        started().attaches(ON_ONE);
        loop.lines();
        loop.onNodeWrite(node -> node.withStatus(it -> it.volumesInUse(List.of(name("data")))));

        loop.gone(pod("web", "one", "data"));
        assertThat(loop.lines()).as("told, and told otherwise").containsExactly("tell one []", "tell one [data]");
        loop.shows(pod("next", "two", "data"));
        assertThat(loop.lines())
                .containsExactly("next FailedAttachVolume: Multi-Attach error for volume \"data\" Volume is already"
                        + " exclusively attached to one node and can't be attached to another");

        loop.onNodeWrite(it -> it).change("one", unused()).passes(A_SECOND);
        assertThat(loop.lines()).containsExactly("tell one []", "detach from one");
    }

    @Test
    void a_detach_that_fails_leaves_the_volume_untold_until_it_is_attached_again() {
        started().attaches(ON_ONE).gone(pod("web", "one", "data"));
        loop.lines();
        loop.says(ON_ONE, it -> it.withStatus(status -> status.attached(true).detachError(e -> e.message("busy"))));
        loop.shows(pod("web", "one", "data"));

        assertThat(loop.attached("one")).isEmpty();
        assertThat(loop.lines())
                .containsExactly("web FailedAttachVolume: AttachVolume.Attach failed for volume \"data\" : volume"
                        + " attachment is being deleted");
    }

    @Test
    void a_failed_attach_is_tried_again_after_longer_and_longer_times() {
        started().says(ON_ONE, it -> it.withStatus(status -> status.attachError(e -> e.message("no such disk"))));
        var failed = "web FailedAttachVolume: AttachVolume.Attach failed for volume \"data\" : no such disk";
        assertThat(loop.lines()).containsExactly("attach to one", failed);
        loop.passes(Duration.ofMillis(499));
        assertThat(loop.lines()).isEmpty();
        loop.passes(Duration.ofMillis(1));
        assertThat(loop.lines()).containsExactly(failed);
        loop.passes(Duration.ofMillis(999));
        assertThat(loop.lines()).isEmpty();
        loop.passes(Duration.ofMillis(1));
        assertThat(loop.lines()).containsExactly(failed);
        loop.attaches(ON_ONE).passes(Duration.ofSeconds(2));
        assertThat(loop.attached("one")).containsExactly(name("data"));
    }

    @Test
    void what_may_be_attached_is_taken_back() {
        started().says(ON_ONE, it -> it.withStatus(status -> status.attachError(e -> e.message("no such disk"))));
        loop.lines();
        loop.gone(pod("web", "one", "data"));
        assertThat(loop.lines()).containsExactly("tell one []", "detach from one");
    }

    @Test
    void an_attacher_has_two_minutes() {
        started().passes(Duration.ofSeconds(119));
        assertThat(loop.lines()).containsExactly("attach to one");
        loop.passes(A_SECOND);
        assertThat(loop.lines())
                .containsExactly("web FailedAttachVolume: AttachVolume.Attach failed for volume \"data\" : timed out"
                        + " waiting for external-attacher of example.com CSI driver to attach volume data");
    }

    @Test
    void a_create_that_is_refused_is_told() {
        loop.refusing(Optional.of(new ApiFailure.Forbidden(Status.EMPTY.withMessage("no"))));
        started();
        assertThat(loop.lines().getLast())
                .startsWith("web FailedAttachVolume: AttachVolume.Attach failed for volume"
                        + " \"data\" : kubernetes.io/csi: attacher.Attach failed: ");
    }

    @Test
    void nothing_is_detached_before_the_node_is_told() {
        started().attaches(ON_ONE);
        loop.lines();
        loop.refusing(Optional.of(new ApiFailure.Forbidden(Status.EMPTY)))
                .gone(pod("web", "one", "data"))
                .passes(Duration.ofMillis(50));
        assertThat(loop.lines()).containsExactly("refused patch nodes/status one");

        loop.refusing(Optional.empty()).passes(A_SECOND);
        assertThat(loop.lines()).containsExactly("tell one []", "detach from one");
    }

    @Test
    void a_lost_node_keeps_what_it_uses_for_six_minutes() {
        lost(loop);
        loop.passes(Duration.ofMinutes(6));
        assertThat(loop.lines()).isEmpty();
        loop.passes(A_SECOND);
        assertThat(loop.lines()).containsExactly("tell one []", "detach from one");
    }

    @Test
    void a_node_that_is_well_keeps_it_for_ever() {
        started().attaches(ON_ONE).change("one", used()).gone(pod("web", "one", "data"));
        loop.lines();
        loop.passes(Duration.ofHours(1));
        assertThat(loop.lines()).isEmpty();
    }

    @Test
    void force_can_be_forbidden() {
        var careful = new StorageLoop(new AttachDetachOptions(false, Duration.ofMinutes(1), true));
        lost(careful);
        careful.passes(Duration.ofHours(1));
        assertThat(careful.lines()).isEmpty();

        careful.shows(careful.node("one")
                .withSpec(spec -> spec.addTaints(
                        taint -> taint.key("node.kubernetes.io/out-of-service").effect("NoSchedule"))));
        assertThat(careful.lines()).containsExactly("tell one []", "detach from one");
    }

    @Test
    void a_volume_that_is_wanted_again_is_not_detached_in_haste_later() {
        started().attaches(ON_ONE).change("one", used()).gone(pod("web", "one", "data"));
        loop.passes(Duration.ofMinutes(5)).shows(pod("web", "one", "data"));
        loop.change("one", unready()).passes(Duration.ofMinutes(2)).gone(pod("web", "one", "data"));
        loop.lines();
        loop.passes(Duration.ofMinutes(5));
        assertThat(loop.lines()).isEmpty();
    }

    @Test
    void a_node_that_is_gone_is_not_asked() {
        started().attaches(ON_ONE).gone("one").gone(pod("web", "one", "data"));
        assertThat(loop.lines()).contains("detach from one");
    }

    @Test
    void a_volume_for_many_nodes_goes_to_several_at_once() {
        loop.starting(
                node("one"),
                node("two"),
                claim("data"),
                volume("data", "ReadWriteMany"),
                pod("web", "one", "data"),
                pod("next", "two", "data"));
        assertThat(loop.lines()).containsExactly("attach to one", "attach to two");
        loop.attaches(ON_ONE).attaches(ON_TWO);
        assertThat(loop.attached("one")).isEqualTo(loop.attached("two")).containsExactly(name("data"));
    }

    @Test
    void a_driver_that_no_longer_wants_its_volumes_attached_gets_them_back() {
        started().attaches(ON_ONE);
        loop.lines();
        loop.shows(driver(false));
        assertThat(loop.lines()).containsExactly("tell one []", "detach from one");
    }

    @Test
    void what_somebody_else_detached_is_attached_again() {
        started().attaches(ON_ONE);
        loop.lines();
        loop.detaches(ON_ONE).passes(Duration.ofSeconds(30));
        assertThat(loop.lines()).isEmpty();
        loop.passes(Duration.ofMinutes(1));
        assertThat(loop.lines()).contains("attach to one");
    }

    @Test
    void a_start_finds_everything_as_it_was() {
        started().attaches(ON_ONE);
        loop.lines();
        loop.starting(claim("data"), volume("data", "ReadWriteOnce"), pod("web", "one", "data"));
        assertThat(loop.lines()).isEmpty();
    }

    @Test
    void a_start_finds_what_nobody_wants_any_more() {
        started().attaches(ON_ONE);
        loop.lines();
        loop.starting();
        assertThat(loop.lines())
                .as("known by the node's status alone")
                .containsExactly("tell one []", "detach from one");
    }

    @Test
    void a_start_finds_attachments_that_no_node_tells_of() {
        started();
        loop.lines();
        loop.starting(volume("data", "ReadWriteOnce"));
        assertThat(loop.lines()).containsExactly("tell one []", "detach from one");
    }

    private StorageLoop started() {
        return loop.starting(
                node("one"), node("two"), claim("data"), volume("data", "ReadWriteOnce"), pod("web", "one", "data"));
    }

    /// The node uses the volume, is not ready, and the pod is gone.
    private static void lost(StorageLoop loop) {
        loop.starting(node("one"), claim("data"), volume("data", "ReadWriteOnce"), pod("web", "one", "data"))
                .attaches(ON_ONE)
                .change("one", used())
                .change("one", unready())
                .gone(pod("web", "one", "data"));
        loop.lines();
    }

    private static Consumer<NodeStatus.Builder> used() {
        return it -> it.volumesInUse(List.of(name("data")));
    }

    private static Consumer<NodeStatus.Builder> unused() {
        return it -> it.volumesInUse(List.of());
    }

    private static Consumer<NodeStatus.Builder> unready() {
        return it -> it.conditions(List.of());
    }
}
