package dev.kcm.controllers.storage.attachdetach;

import static dev.kcm.controllers.storage.attachdetach.Volumes.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.storage.attachdetach.AttachableVolume.CsiVolume;
import dev.kcm.controllers.storage.attachdetach.AttachableVolume.Plugin;
import dev.kcm.controllers.storage.attachdetach.DetachRule.Facts;
import dev.kcm.controllers.storage.attachdetach.DetachRule.Verdict;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumeRulesTest {
    @ParameterizedTest
    @CsvSource({
        // in use, ready, out of service, seconds, force allowed
        "false, true,  false, 0,   true,  DETACH",
        "false, false, false, 0,   true,  DETACH",
        "true,  true,  false, 0,   true,  WAIT",
        "true,  true,  false, 900, true,  WAIT",
        "true,  false, false, 360, true,  WAIT",
        "true,  false, false, 361, true,  FORCE_AFTER_TIMEOUT",
        "true,  false, false, 361, false, WAIT",
        "false, true,  false, 361, true,  FORCE_AFTER_TIMEOUT",
        "false, true,  false, 361, false, DETACH",
        "true,  true,  true,  0,   true,  FORCE_OUT_OF_SERVICE",
        "true,  false, true,  0,   false, FORCE_OUT_OF_SERVICE",
        "true,  false, true,  361, true,  FORCE_AFTER_TIMEOUT",
    })
    void when_a_volume_may_be_detached(
            boolean isInUse,
            boolean isReady,
            boolean isOutOfService,
            long seconds,
            boolean isForceAllowed,
            Verdict verdict) {
        var facts = new Facts(isInUse, isReady, isOutOfService, Duration.ofSeconds(seconds));
        assertThat(DetachRule.of(facts, isForceAllowed)).isEqualTo(verdict);
    }

    @Test
    void attachments_are_named_as_drivers_expect() {
        var volume = new CsiVolume("example.com", "vol-1", Optional.empty(), false);
        assertThat(VolumeNames.attachment(volume, "node-1"))
                .isEqualTo("csi-7e0b6910d1488a403b8b1e18639248ce85baedef604dd356935f325cbc48eea3");
    }

    @Test
    void a_name_tells_driver_and_handle_unless_the_handle_is_ambiguous() {
        assertThat(VolumeNames.parse("kubernetes.io/csi/example.com^vol-1"))
                .contains(new CsiVolume("example.com", "vol-1", Optional.empty(), false));
        assertThat(VolumeNames.parse("kubernetes.io/csi/example.com^vol^1")).isEmpty();
        assertThat(VolumeNames.parse("kubernetes.io/fc/[a]:1")).isEmpty();
        assertThat(VolumeNames.plugin("kubernetes.io/fc/[a]:1")).contains(Plugin.FIBRE_CHANNEL);
        assertThat(VolumeNames.plugin("kubernetes.io/aws-ebs/vol-1")).isEmpty();
    }

    @Test
    void pods_of_other_namespaces_are_counted_and_not_named() {
        var volume = AttachableVolume.of(Plugin.ISCSI, "data", "portal:iqn:0", false);
        var waiting = List.of(pod("shop", "new", "two", "data"), pod("bank", "new", "two", "data"));
        var using = List.of(
                pod("shop", "a", "one", "data"), pod("shop", "b", "one", "data"), pod("farm", "c", "one", "data"));

        assertThat(notes(volume, waiting, using))
                .containsExactly(
                        "Multi-Attach error for volume \"data\" Volume is already used by pod(s) a, b and 1 pod(s) in"
                                + " different namespaces",
                        "Multi-Attach error for volume \"data\" Volume is already used by 3 pod(s) in different"
                                + " namespaces");
        assertThat(notes(volume, waiting.subList(0, 1), using.subList(0, 1)))
                .containsExactly("Multi-Attach error for volume \"data\" Volume is already used by pod(s) a");
    }

    private static List<String> notes(AttachableVolume volume, List<LeanPod> waiting, List<LeanPod> using) {
        return MultiAttachError.events(volume, waiting, using).stream()
                .map(event -> ((Step.RecordEvent) event).note())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "ReadWriteOnce, false",
        "ReadWriteOncePod, false",
        "ReadOnlyMany, true",
        "ReadWriteMany, true",
    })
    void access_modes_say_how_many_nodes(String mode, boolean isMany) {
        assertThat(AttachableVolume.allowsManyNodes(List.of(mode))).isEqualTo(isMany);
        assertThat(AttachableVolume.allowsManyNodes(List.of())).isTrue();
    }
}
