package dev.kcm.conformance.storage;

import static dev.kcm.conformance.storage.AttachedVolumes.attach;
import static dev.kcm.conformance.storage.AttachedVolumes.attachmentOf;
import static dev.kcm.conformance.storage.AttachedVolumes.bind;
import static dev.kcm.conformance.storage.AttachedVolumes.claim;
import static dev.kcm.conformance.storage.AttachedVolumes.detach;
import static dev.kcm.conformance.storage.AttachedVolumes.failToAttach;
import static dev.kcm.conformance.storage.AttachedVolumes.name;
import static dev.kcm.conformance.storage.AttachedVolumes.node;
import static dev.kcm.conformance.storage.AttachedVolumes.pod;
import static dev.kcm.conformance.storage.AttachedVolumes.use;
import static dev.kcm.conformance.storage.AttachedVolumes.volume;
import static dev.kcm.testing.scenario.Actions.annotate;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.label;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.create;
import static dev.kcm.testing.scenario.Faults.forbidden;
import static dev.kcm.testing.scenario.Faults.patchStatus;
import static dev.kcm.testing.scenario.Faults.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.DeleteOptions;
import dev.kcm.client.Patch;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.storage.v1.CSIDriver;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.Actions;
import dev.kcm.testing.scenario.Builders;
import dev.kcm.testing.scenario.Scenario;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// Nobody runs the driver: the scenario itself attaches, detaches and mounts. Each ends with nothing attached, since
/// attachments outlive its namespace.
@KubeScenario(controllers = "persistentvolume-attach-detach-controller", wholeCluster = true)
@Isolated("its nodes and attachments are everybody's")
class AttachDetachScenarioTest {
    private static final String ONCE = "ReadWriteOnce";
    private static final String MANY = "ReadWriteMany";

    /// Longer than the first back-offs.
    private static final Duration A_WHILE = Duration.ofSeconds(8);

    @Test
    void a_volume_is_attached_for_its_pod_and_detached_after_it(Scenario scenario) {
        bound(scenario, "kcm-ad-one", ONCE)
                .given(pod("web", "kcm-ad-one", "data"))
                .awaitQuiet()
                .then(attachmentOf("kcm-ad-one", "kcm-ad-one"))
                .has("spec.attacher", AttachedVolumes.DRIVER)
                .has("spec.nodeName", "kcm-ad-one")
                .has("spec.source.persistentVolumeName", "kcm-ad-one")
                .wrote("create volumeattachments x1");

        scenario.when(attach("kcm-ad-one", "kcm-ad-one"))
                .awaitQuiet()
                .then(node("kcm-ad-one"))
                .satisfies(attached(name("kcm-ad-one")))
                .then(pod("web", "kcm-ad-one", "data"))
                .hasEvents("SuccessfulAttachVolume");

        scenario.when(delete(pod("web", "kcm-ad-one", "data")))
                .advance(Duration.ofSeconds(4))
                .awaitQuiet()
                .then(node("kcm-ad-one"))
                .satisfies(attached())
                .then(attachmentOf("kcm-ad-one", "kcm-ad-one"))
                .isTerminating();

        scenario.when(detach("kcm-ad-one", "kcm-ad-one"))
                .awaitQuiet()
                .then(attachmentOf("kcm-ad-one", "kcm-ad-one"))
                .isGone();
    }

    @Test
    void a_volume_stays_while_its_node_uses_it(Scenario scenario) {
        bound(scenario, "kcm-ad-used", ONCE)
                .given(pod("web", "kcm-ad-used", "data"))
                .awaitQuiet()
                .when(attach("kcm-ad-used", "kcm-ad-used"))
                .awaitQuiet()
                .when(use("kcm-ad-used", "kcm-ad-used"))
                .awaitQuiet()
                .when(delete(pod("web", "kcm-ad-used", "data")))
                .advance(A_WHILE)
                .then(node("kcm-ad-used"))
                .satisfies(attached(name("kcm-ad-used")))
                .then(attachmentOf("kcm-ad-used", "kcm-ad-used"))
                .has("status.attached", true);

        scenario.when(use("kcm-ad-used"))
                .awaitQuiet()
                .then(attachmentOf("kcm-ad-used", "kcm-ad-used"))
                .isTerminating()
                .wrote("patch nodes/status x1", "delete volumeattachments x1");
        end(scenario, "kcm-ad-used", "kcm-ad-used");
    }

    @Test
    void a_node_that_is_out_of_service_is_not_asked(Scenario scenario) {
        bound(scenario, "kcm-ad-taint", ONCE)
                .given(pod("web", "kcm-ad-taint", "data"))
                .awaitQuiet()
                .when(attach("kcm-ad-taint", "kcm-ad-taint"))
                .awaitQuiet()
                .when(use("kcm-ad-taint", "kcm-ad-taint"))
                .awaitQuiet()
                .when(delete(pod("web", "kcm-ad-taint", "data")))
                .advance(Duration.ofSeconds(4))
                .awaitQuiet()
                .when(patch(
                        node("kcm-ad-taint"),
                        "{\"spec\":{\"taints\":[{\"key\":\"node.kubernetes.io/out-of-service\","
                                + "\"effect\":\"NoSchedule\"}]}}"))
                .awaitQuiet()
                .then(attachmentOf("kcm-ad-taint", "kcm-ad-taint"))
                .isTerminating();
        end(scenario, "kcm-ad-taint", "kcm-ad-taint");
    }

    @Test
    void a_volume_for_one_node_goes_from_one_to_the_next(Scenario scenario) {
        bound(scenario, "kcm-ad-first", ONCE)
                .given(node("kcm-ad-next"), pod("web", "kcm-ad-first", "data"))
                .awaitQuiet()
                .when(attach("kcm-ad-first", "kcm-ad-first"))
                .awaitQuiet()
                .given(pod("second", "kcm-ad-next", "data"))
                .awaitQuiet()
                .then(pod("second", "kcm-ad-next", "data"))
                .hasEvents("FailedAttachVolume")
                .then(attachmentOf("kcm-ad-first", "kcm-ad-next"))
                .isGone();

        scenario.when(delete(pod("web", "kcm-ad-first", "data")))
                .advance(Duration.ofSeconds(4))
                .awaitQuiet()
                .when(detach("kcm-ad-first", "kcm-ad-first"))
                .awaitQuiet()
                .when(attach("kcm-ad-first", "kcm-ad-next"))
                .awaitQuiet()
                .then(node("kcm-ad-next"))
                .satisfies(attached(name("kcm-ad-first")))
                .then(pod("second", "kcm-ad-next", "data"))
                .hasEvents("SuccessfulAttachVolume");

        scenario.when(delete(pod("second", "kcm-ad-next", "data")))
                .advance(Duration.ofSeconds(4))
                .awaitQuiet();
        end(scenario, "kcm-ad-first", "kcm-ad-next");
    }

    @Test
    void a_volume_for_many_nodes_is_on_several(Scenario scenario) {
        bound(scenario, "kcm-ad-many", MANY)
                .given(node("kcm-ad-more"), pod("web", "kcm-ad-many", "data"), pod("second", "kcm-ad-more", "data"))
                .awaitQuiet()
                .when(attach("kcm-ad-many", "kcm-ad-many"), attach("kcm-ad-many", "kcm-ad-more"))
                .awaitQuiet()
                .then(node("kcm-ad-many"))
                .satisfies(attached(name("kcm-ad-many")))
                .then(node("kcm-ad-more"))
                .satisfies(attached(name("kcm-ad-many")));

        scenario.when(delete(pod("web", "kcm-ad-many", "data")), delete(pod("second", "kcm-ad-more", "data")))
                .advance(Duration.ofSeconds(4))
                .awaitQuiet();
        end(scenario, "kcm-ad-many", "kcm-ad-many", "kcm-ad-more");
    }

    @Test
    void an_attacher_that_fails_is_tried_again(Scenario scenario) {
        bound(scenario, "kcm-ad-error", ONCE)
                .given(pod("web", "kcm-ad-error", "data"))
                .awaitQuiet()
                .when(failToAttach("kcm-ad-error", "kcm-ad-error", "no such disk"))
                .awaitQuiet()
                .then(pod("web", "kcm-ad-error", "data"))
                .hasEvents("FailedAttachVolume");

        scenario.when(attach("kcm-ad-error", "kcm-ad-error"))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(node("kcm-ad-error"))
                .satisfies(attached(name("kcm-ad-error")));

        scenario.when(delete(pod("web", "kcm-ad-error", "data")))
                .advance(Duration.ofSeconds(4))
                .awaitQuiet();
        end(scenario, "kcm-ad-error", "kcm-ad-error");
    }

    @Test
    void what_was_never_attached_is_taken_back_all_the_same(Scenario scenario) {
        bound(scenario, "kcm-ad-never", ONCE)
                .given(pod("web", "kcm-ad-never", "data"))
                .awaitQuiet()
                .when(failToAttach("kcm-ad-never", "kcm-ad-never", "no such disk"))
                .awaitQuiet()
                .when(delete(pod("web", "kcm-ad-never", "data")))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(attachmentOf("kcm-ad-never", "kcm-ad-never"))
                .isGone()
                .then(node("kcm-ad-never"))
                .satisfies(attached());
    }

    @Test
    void a_driver_that_needs_no_attachment_gets_none(Scenario scenario) {
        bound(
                        scenario.given(object(CSIDriver.builder()
                                .metadata(it -> it.name(AttachedVolumes.DRIVER))
                                .spec(it -> it.attachRequired(false))
                                .build())),
                        "kcm-ad-none",
                        ONCE)
                .given(pod("web", "kcm-ad-none", "data"))
                .awaitQuiet()
                .then(attachmentOf("kcm-ad-none", "kcm-ad-none"))
                .isGone()
                .wroteNothing();
    }

    @Test
    void a_node_that_nobody_manages_is_left_alone_until_somebody_does(Scenario scenario) {
        scenario.given(Builders.node("kcm-ad-late"), volume("kcm-ad-late", ONCE), claim("data", ONCE))
                .awaitQuiet()
                .when(bind(scenario.namespace(), "data", "kcm-ad-late"))
                .given(pod("web", "kcm-ad-late", "data"))
                .awaitQuiet()
                .then(attachmentOf("kcm-ad-late", "kcm-ad-late"))
                .isGone();

        scenario.when(annotate(Builders.node("kcm-ad-late"), AttachedVolumes.MANAGED, "true"))
                .awaitQuiet()
                .when(attach("kcm-ad-late", "kcm-ad-late"))
                .awaitQuiet()
                .then(node("kcm-ad-late"))
                .satisfies(attached(name("kcm-ad-late")));

        scenario.when(delete(pod("web", "kcm-ad-late", "data")))
                .advance(Duration.ofSeconds(4))
                .awaitQuiet();
        end(scenario, "kcm-ad-late", "kcm-ad-late");
    }

    @Test
    void a_manager_that_dies_between_node_and_attachment_goes_on(Scenario scenario) {
        bound(scenario, "kcm-ad-crash", ONCE)
                .given(pod("web", "kcm-ad-crash", "data"))
                .awaitQuiet()
                .when(attach("kcm-ad-crash", "kcm-ad-crash"))
                .awaitQuiet()
                .when(use("kcm-ad-crash", "kcm-ad-crash"))
                .awaitQuiet()
                .when(delete(pod("web", "kcm-ad-crash", "data")))
                .advance(Duration.ofSeconds(4))
                .awaitQuiet()
                .crashAfterWrite(1)
                .when(use("kcm-ad-crash"))
                .awaitQuiet()
                .then(node("kcm-ad-crash"))
                .satisfies(attached())
                .then(attachmentOf("kcm-ad-crash", "kcm-ad-crash"))
                .isTerminating();
        end(scenario, "kcm-ad-crash", "kcm-ad-crash");
    }

    @Test
    void nothing_is_detached_before_its_node_is_told(Scenario scenario) {
        bound(scenario, "kcm-ad-told", ONCE)
                .given(pod("web", "kcm-ad-told", "data"))
                .awaitQuiet()
                .when(attach("kcm-ad-told", "kcm-ad-told"))
                .awaitQuiet()
                .fault(refuse(patchStatus(Node.NODES)).with(forbidden("not now")))
                .when(delete(pod("web", "kcm-ad-told", "data")))
                .advance(Duration.ofSeconds(4))
                .then(attachmentOf("kcm-ad-told", "kcm-ad-told"))
                .has("status.attached", true);

        scenario.heal()
                .advance(Duration.ofSeconds(15))
                .awaitQuiet()
                .then(attachmentOf("kcm-ad-told", "kcm-ad-told"))
                .isTerminating();
        end(scenario, "kcm-ad-told", "kcm-ad-told");
    }

    @Test
    void writes_that_are_refused_are_tried_again(Scenario scenario) {
        scenario.fault(
                conflictOnce(patchStatus(Node.NODES)),
                refuse(create(VolumeAttachment.VOLUME_ATTACHMENTS))
                        .with(forbidden("not yet"))
                        .times(1));
        bound(scenario, "kcm-ad-again", ONCE)
                .given(pod("web", "kcm-ad-again", "data"))
                .awaitQuiet()
                .then(pod("web", "kcm-ad-again", "data"))
                .hasEvents("FailedAttachVolume");

        scenario.advance(A_WHILE)
                .when(attach("kcm-ad-again", "kcm-ad-again"))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(node("kcm-ad-again"))
                .satisfies(attached(name("kcm-ad-again")));

        scenario.when(delete(pod("web", "kcm-ad-again", "data")))
                .advance(Duration.ofSeconds(4))
                .awaitQuiet();
        end(scenario, "kcm-ad-again", "kcm-ad-again");
    }

    @Test
    @EmbeddedOnly("needs six minutes to pass")
    void a_lost_node_has_six_minutes_to_let_go(Scenario scenario) {
        bound(scenario, "kcm-ad-lost", ONCE)
                .given(pod("web", "kcm-ad-lost", "data"))
                .awaitQuiet()
                .when(attach("kcm-ad-lost", "kcm-ad-lost"))
                .awaitQuiet()
                .when(use("kcm-ad-lost", "kcm-ad-lost"))
                .awaitQuiet()
                .when(label(node("kcm-ad-lost"), "kcm.dev/silent", "true"))
                .awaitQuiet()
                .when(unready("kcm-ad-lost"))
                .awaitQuiet()
                .when(delete(
                        pod("web", "kcm-ad-lost", "data"), DeleteOptions.plain().withGracePeriod(Duration.ZERO)))
                .advance(Duration.ofMinutes(5))
                .then(attachmentOf("kcm-ad-lost", "kcm-ad-lost"))
                .has("status.attached", true);

        scenario.advance(Duration.ofMinutes(9)) // a manager that starts anew gives it its time again
                .then(attachmentOf("kcm-ad-lost", "kcm-ad-lost"))
                .isTerminating();
        end(scenario, "kcm-ad-lost", "kcm-ad-lost");
    }

    /// A node, a volume of the same name and a claim `data` that is bound to it.
    private static Scenario bound(Scenario scenario, String name, String accessMode) {
        return scenario.given(node(name), volume(name, accessMode), claim("data", accessMode))
                .awaitQuiet()
                .when(bind(scenario.namespace(), "data", name))
                .awaitQuiet();
    }

    private static void end(Scenario scenario, String volume, String... nodes) {
        for (var node : nodes) {
            scenario.when(detach(volume, node))
                    .awaitQuiet()
                    .then(attachmentOf(volume, node))
                    .isGone()
                    .then(node(node))
                    .satisfies(attached());
        }
    }

    private static Consumer<Node> attached(String... names) {
        return node -> assertThat(node.status().volumesAttached())
                .extracting(it -> it.name())
                .containsExactlyInAnyOrder(names);
    }

    private static Action unready(String node) {
        return Actions.act(
                node + " is not ready",
                client -> client.on(Node.NODES)
                        .patch(
                                ObjectKey.of(node),
                                Patch.strategic(
                                                "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"Unknown\"}]}}"
                                                        .getBytes(StandardCharsets.UTF_8))
                                        .onSubresource("status")));
    }
}
