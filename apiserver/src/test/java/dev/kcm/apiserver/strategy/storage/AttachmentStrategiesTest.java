package dev.kcm.apiserver.strategy.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.PersistentVolumeSpec;
import dev.kcm.model.storage.v1.CSIDriver;
import dev.kcm.model.storage.v1.CSIDriverSpec;
import dev.kcm.model.storage.v1.CSINode;
import dev.kcm.model.storage.v1.CSINodeDriver;
import dev.kcm.model.storage.v1.VolumeAttachment;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// The words are those of a real API server.
class AttachmentStrategiesTest {
    @Test
    void a_new_attachment_has_no_status() {
        var forged = attachment("pv-1").withStatus(status -> status.attached(true));

        var created = VolumeAttachmentStrategy.STRATEGY.preparedForCreate(forged);

        assertThat(created.status().attached()).isFalse();
    }

    @Test
    void what_an_attachment_is_about_never_changes() {
        var before = attachment("pv-1");
        var after = attachment("pv-2");

        assertThatThrownBy(() -> update(VolumeAttachmentStrategy.STRATEGY, after, before))
                .hasMessageContaining("field is immutable");
    }

    @Test
    void a_status_leaves_finalizers_alone() {
        var before = attachment("pv-1").withMetadata(it -> it.addFinalizers("external-attacher/example"));
        var status = attachment("pv-1").withStatus(it -> it.attached(true));

        var after = VolumeAttachmentStrategy.STRATEGY.preparedForStatusUpdate(status, before);

        assertThat(after.status().attached()).isTrue();
        assertThat(after.metadata().finalizers()).containsExactly("external-attacher/example");
    }

    @Test
    void an_attachment_has_one_source() {
        var none = attachment("pv-1").withSpec(it -> it.source(source -> source.withoutPersistentVolumeName()));
        var two = attachment("pv-1")
                .withSpec(it -> it.source(
                        source -> source.persistentVolumeName("pv-1").inlineVolumeSpec(PersistentVolumeSpec.EMPTY)));

        assertThatThrownBy(() -> create(VolumeAttachmentStrategy.STRATEGY, none))
                .hasMessageContaining("spec.source: Required value: must specify exactly one of inlineVolumeSpec and"
                        + " persistentVolumeName");
        assertThatThrownBy(() -> create(VolumeAttachmentStrategy.STRATEGY, two))
                .hasMessageContaining("spec.source: Forbidden: must specify exactly one");
        assertThatCode(() -> create(VolumeAttachmentStrategy.STRATEGY, attachment("pv-1")))
                .doesNotThrowAnyException();
    }

    @Test
    void an_attachment_names_a_driver_and_a_node() {
        var nobody = attachment("pv-1").withSpec(it -> it.attacher("").nodeName("Node 1"));

        assertThatThrownBy(() -> create(VolumeAttachmentStrategy.STRATEGY, nobody))
                .hasMessageContaining("spec.attacher: Required value")
                .hasMessageContaining("spec.nodeName: Invalid value: \"Node 1\"");
    }

    @Test
    void a_driver_is_defaulted_as_upstream_does() {
        var spec = CSIDriverStrategy.STRATEGY.defaulted(driver(_ -> {})).spec();

        assertThat(spec.attachRequired()).contains(true);
        assertThat(spec.podInfoOnMount()).contains(false);
        assertThat(spec.fsGroupPolicy()).contains("ReadWriteOnceWithFSType");
        assertThat(spec.volumeLifecycleModes()).containsExactly("Persistent");
        assertThat(spec.seLinuxMount()).contains(false);
    }

    @Test
    void a_driver_keeps_saying_whether_it_attaches() {
        var before = driver(it -> it.attachRequired(true));
        var after = driver(it -> it.attachRequired(false));

        assertThatThrownBy(() -> update(CSIDriverStrategy.STRATEGY, after, before))
                .hasMessageContaining("spec.attachedRequired: Invalid value: false: field is immutable");
    }

    @Test
    void tokens_of_a_driver_have_different_audiences_and_last_ten_minutes() {
        var twice =
                driver(it -> it.addTokenRequests(one -> one.audience("vault").expirationSeconds(60L))
                        .addTokenRequests(one -> one.audience("vault")));

        assertThatThrownBy(() -> create(CSIDriverStrategy.STRATEGY, twice))
                .hasMessageContaining("may not specify a duration less than 10 minutes")
                .hasMessageContaining("spec.tokenRequests[1].audience: Duplicate value: \"vault\"");
    }

    @Test
    void a_node_may_only_change_how_many_volumes_fit() {
        var before = node(it -> it.nodeID("one").allocatable(most -> most.count(3)));
        var roomier = node(it -> it.nodeID("one").allocatable(most -> most.count(5)));
        var other = node(it -> it.nodeID("two"));

        assertThatCode(() -> update(CSINodeStrategy.STRATEGY, roomier, before)).doesNotThrowAnyException();
        assertThatThrownBy(() -> update(CSINodeStrategy.STRATEGY, other, before))
                .hasMessageContaining("spec.drivers: Invalid value")
                .hasMessageContaining("field is immutable");
    }

    @Test
    void a_node_says_who_it_is_to_the_driver() {
        assertThatThrownBy(() -> create(CSINodeStrategy.STRATEGY, node(_ -> {})))
                .hasMessageContaining("spec.drivers[0].nodeID: Required value");
        assertThatThrownBy(() -> create(
                        CSINodeStrategy.STRATEGY, node(it -> it.nodeID("one").topologyKeys(List.of("zone", "zone")))))
                .hasMessageContaining("spec.drivers[0]: Duplicate value: \"zone\"");
    }

    private static VolumeAttachment attachment(String volume) {
        return VolumeAttachment.builder()
                .metadata(it -> it.name("csi-1"))
                .spec(it -> it.attacher("example.com")
                        .nodeName("node-1")
                        .source(source -> source.persistentVolumeName(volume)))
                .build();
    }

    private static CSIDriver driver(Consumer<CSIDriverSpec.Builder> more) {
        return CSIDriver.builder()
                .metadata(it -> it.name("example.com"))
                .spec(more)
                .build();
    }

    private static CSINode node(Consumer<CSINodeDriver.Builder> more) {
        return CSINode.builder()
                .metadata(it -> it.name("node-1"))
                .spec(it -> it.addDrivers(driver -> {
                    driver.name("example.com");
                    more.accept(driver);
                }))
                .build();
    }

    private static <T extends KubeObject> void create(Strategy<T> strategy, T object) {
        var errors = new FieldErrors();
        strategy.validate(strategy.preparedForCreate(strategy.defaulted(object)), errors);
        errors.throwIfAny(strategy.resource(), object.name());
    }

    private static <T extends KubeObject> void update(Strategy<T> strategy, T wanted, T current) {
        var errors = new FieldErrors();
        strategy.validateUpdate(strategy.defaulted(wanted), strategy.defaulted(current), errors);
        errors.throwIfAny(strategy.resource(), wanted.name());
    }
}
