package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.base.Backoff;
import dev.kcm.model.Conditions;
import dev.kcm.model.core.v1.AttachedVolume;
import dev.kcm.model.core.v1.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What the loop knows of a node, or of the name of one that is gone, and what is to be reported in its status. Belongs
/// to the loop's thread.
final class NodePicture {
    private static final String MANAGED = "volumes.kubernetes.io/controller-managed-attach-detach";
    private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";
    private static final Backoff RETRIES = Backoff.doubling(Duration.ofMillis(100), Duration.ofSeconds(12));

    private Optional<Node> node = Optional.empty();
    private boolean isManaged;
    private Set<String> inUse = new HashSet<>();

    /// What its status is to say is attached, and what it says as far as is known.
    private final TreeSet<String> report = new TreeSet<>();

    private Set<String> reported = Set.of();
    private long awaited;
    private boolean isWriting;
    private int failures;

    /// Detaches that wait until the status no longer names their volume.
    private final List<Operation> awaitingWrite = new ArrayList<>();

    /// What the watch shows counts for more than what was assumed; what our own write has left is kept until the watch
    /// shows it or something later.
    void show(Node shown) {
        boolean isOther = node.filter(it -> !it.uid().equals(shown.uid())).isPresent();
        node = Optional.of(shown);
        isManaged |= shown.annotations().containsKey(MANAGED);
        inUse = new HashSet<>(shown.status().volumesInUse());
        if (isOther || version() >= awaited) {
            awaited = 0;
            reported = shown.status().volumesAttached().stream()
                    .map(AttachedVolume::name)
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    void gone() {
        node = Optional.empty();
        reported = Set.of();
        awaited = 0;
    }

    void unmanage() {
        isManaged = false;
    }

    Optional<Node> node() {
        return node;
    }

    boolean isManaged() {
        return isManaged;
    }

    boolean isReady() {
        return node.flatMap(it -> Conditions.find(it.status().conditions(), "Ready"))
                .filter(it -> it.status().equals("True"))
                .isPresent();
    }

    boolean isOutOfService() {
        return node.filter(it -> it.spec().taints().stream()
                        .anyMatch(taint -> taint.key().equals(OUT_OF_SERVICE)))
                .isPresent();
    }

    long version() {
        return node.map(it -> Long.parseLong(it.resourceVersion())).orElse(0L);
    }

    boolean isInUse(String volume) {
        return inUse.contains(volume);
    }

    /// Until the node has had a chance to say otherwise.
    void assumeInUse(String volume) {
        inUse.add(volume);
    }

    /// Whether its status says so: nothing assumed.
    boolean saysInUse(String volume) {
        return node.filter(it -> it.status().volumesInUse().contains(volume)).isPresent();
    }

    void report(String volume) {
        report.add(volume);
    }

    void withdraw(String volume) {
        report.remove(volume);
    }

    List<String> toReport() {
        return List.copyOf(report);
    }

    boolean isReported() {
        return reported.equals(report);
    }

    boolean isReported(String volume) {
        return reported.contains(volume);
    }

    boolean isWriting() {
        return isWriting;
    }

    void writing() {
        isWriting = true;
    }

    void written(List<String> names, String resourceVersion) {
        isWriting = false;
        failures = 0;
        reported = Set.copyOf(names);
        awaited = resourceVersion.isEmpty() ? 0 : Long.parseLong(resourceVersion);
    }

    /// How long to wait before the next try.
    Duration notWritten() {
        isWriting = false;
        failures++;
        return RETRIES.after(failures);
    }

    void await(Operation detach) {
        awaitingWrite.add(detach);
    }

    boolean isAwaited() {
        return !awaitingWrite.isEmpty();
    }

    /// Those whose volume the next write leaves out.
    List<Operation> takeAwaiting() {
        var taken = List.copyOf(awaitingWrite);
        awaitingWrite.clear();
        return taken;
    }
}
