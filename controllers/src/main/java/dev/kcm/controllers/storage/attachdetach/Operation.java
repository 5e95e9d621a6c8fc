package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.model.lean.LeanPod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// An attach or a detach that is under way. Belongs to the loop's thread.
final class Operation {
    enum Kind {
        ATTACH("volume_attach"),
        DETACH("volume_detach");

        private final String metric;

        Kind(String metric) {
            this.metric = metric;
        }

        String metric() {
            return metric;
        }
    }

    /// What it waits for.
    enum Phase {
        NODE_STATUS,
        NODE_CACHED,
        REQUEST,
        ATTACHER
    }

    private final Kind kind;
    private final String volume;
    private final String node;
    private final Optional<AttachableVolume> described;
    private final Instant began;
    private final List<LeanPod> pods;
    private final DetachRule.Verdict verdict;
    private Phase phase;
    private long awaitedVersion;

    private Operation(
            Kind kind,
            String volume,
            String node,
            Optional<AttachableVolume> described,
            Instant began,
            List<LeanPod> pods,
            DetachRule.Verdict verdict) {
        this.kind = kind;
        this.volume = volume;
        this.node = node;
        this.described = described;
        this.began = began;
        this.pods = pods;
        this.verdict = verdict;
        this.phase = kind == Kind.ATTACH ? Phase.REQUEST : Phase.NODE_STATUS;
    }

    static Operation attach(DesiredState.Wanted wanted, String node, Instant now) {
        var volume = wanted.volume();
        return new Operation(
                Kind.ATTACH, volume.name(), node, Optional.of(volume), now, wanted.pods(), DetachRule.Verdict.WAIT);
    }

    static Operation detach(
            String volume, String node, Optional<AttachableVolume> described, DetachRule.Verdict verdict, Instant now) {
        return new Operation(Kind.DETACH, volume, node, described, now, List.of(), verdict);
    }

    Kind kind() {
        return kind;
    }

    String volume() {
        return volume;
    }

    String node() {
        return node;
    }

    Optional<AttachableVolume> described() {
        return described;
    }

    Instant began() {
        return began;
    }

    /// Whom to tell: those that wanted the volume when this began.
    List<LeanPod> pods() {
        return pods;
    }

    DetachRule.Verdict verdict() {
        return verdict;
    }

    Phase phase() {
        return phase;
    }

    void enter(Phase next) {
        phase = next;
    }

    /// It goes on when the cache shows the node at this version or a later one.
    void awaitNode(long version) {
        phase = Phase.NODE_CACHED;
        awaitedVersion = version;
    }

    long awaitedVersion() {
        return awaitedVersion;
    }

    /// What the driver calls the volume, if a driver has to do with it and can be told from the name.
    Optional<AttachableVolume.CsiVolume> csi() {
        return described.flatMap(AttachableVolume::csi).or(() -> VolumeNames.parse(volume));
    }

    String shownName() {
        return described.map(AttachableVolume::shownName).orElse(volume);
    }
}
