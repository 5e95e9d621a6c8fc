package dev.kcm.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.UnreliableServer;
import dev.kcm.runtime.disk.DiskChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A change on disk is a step like a write: fenced, repeatable, refused with the disk's words.
class DiskChangeTest {
    private static final PersistentVolume DISK =
            PersistentVolume.builder().metadata(it -> it.name("disk")).build();

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    private final AtomicBoolean isOpen = new AtomicBoolean(true);
    private final DiskChanger disk = new DiskChanger(new Client(
            new UnreliableServer(clock),
            ClientSettings.usual().withoutRateLimit().withGate(isOpen::get),
            clock,
            new Metrics()));

    @TempDir
    Path directory;

    @Test
    void a_directory_is_made_with_those_above_it_and_made_again() throws Exception {
        var wanted = directory.resolve("a/b");
        assertThat(outcome(new DiskChange.CreateDirectory(wanted))).isInstanceOf(Outcome.DiskChanged.class);
        assertThat(outcome(new DiskChange.CreateDirectory(wanted))).isInstanceOf(Outcome.DiskChanged.class);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(wanted)))
                .isEqualTo("rwxr-x---");
    }

    @Test
    void a_tree_is_deleted_and_no_link_followed() throws Exception {
        var precious = Files.writeString(
                Files.createDirectory(directory.resolve("other")).resolve("precious"), "x");
        var doomed = Files.createDirectories(directory.resolve("doomed/deep"));
        Files.writeString(doomed.resolve("file"), "x");
        Files.createSymbolicLink(doomed.resolve("link"), precious.getParent());

        assertThat(outcome(new DiskChange.DeleteTree(directory.resolve("doomed"))))
                .isInstanceOf(Outcome.DiskChanged.class);
        assertThat(directory.resolve("doomed")).doesNotExist();
        assertThat(precious).exists();
        assertThat(outcome(new DiskChange.DeleteTree(directory.resolve("doomed"))))
                .isInstanceOf(Outcome.DiskChanged.class);
    }

    @Test
    void a_link_itself_is_deleted_and_not_what_it_leads_to() throws Exception {
        var precious = Files.createDirectory(directory.resolve("precious"));
        var link = Files.createSymbolicLink(directory.resolve("link"), precious);
        assertThat(outcome(new DiskChange.DeleteTree(link))).isInstanceOf(Outcome.DiskChanged.class);
        assertThat(precious).exists();
        assertThat(Files.isSymbolicLink(link)).isFalse();
    }

    @Test
    void what_the_disk_refuses_is_told() throws Exception {
        var file = Files.writeString(directory.resolve("file"), "x");
        var refused = (Outcome.Refused) outcome(new DiskChange.CreateDirectory(file.resolve("below")));
        assertThat(refused.because()).isInstanceOf(ApiFailure.ServerError.class);
        assertThat(refused.because().message()).contains(file.toString());
    }

    @Test
    void without_the_lease_nothing_is_changed() {
        isOpen.set(false);
        var refused = (Outcome.Refused) outcome(new DiskChange.CreateDirectory(directory.resolve("a")));
        assertThat(refused.because()).isInstanceOf(ApiFailure.NotLeader.class);
        assertThat(directory.resolve("a")).doesNotExist();
    }

    private Outcome outcome(DiskChange change) {
        return disk.make(Step.change(DISK.ref(), change));
    }
}
