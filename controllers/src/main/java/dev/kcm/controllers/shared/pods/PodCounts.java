package dev.kcm.controllers.shared.pods;

import dev.kcm.model.OwnerReferences;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Tally;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// How many pods of which labels an owner has, kept up to date pod event by pod event: a sync of a
/// ReplicaSet costs the same with ten pods or ten thousand. Pods of one template share their
/// labels, so there is nearly always one group.
public record PodCounts(List<Group> groups) {
    public static final PodCounts NONE = new PodCounts(List.of());

    /// The kinds that make all their pods from one template; pods of others differ in labels and
    /// are counted elsewhere.
    private static final Set<String> TEMPLATE_OWNERS = Set.of("ReplicaSet", "ReplicationController");

    /// By the uid of the owner marked as controller.
    public static final Tally<LeanPod, PodCounts> BY_OWNER =
            new Tally<>(LeanPod.PODS, "counts by owner", PodCounts::owners, NONE, PodCounts::plus, PodCounts::minus);

    /// @param latestReady the latest moment at which any pod ever counted here became ready: when
    ///   that is long ago, all ready pods are available and none needs to be read
    /// @param undatedReady how many of the ready pods do not say since when they are
    public record Group(
            Map<String, String> labels, int active, int ready, int undatedReady, int terminating, Instant latestReady) {

        private boolean isEmpty() {
            return active == 0 && terminating == 0;
        }

        private Group count(LeanPod pod, int sign) {
            var counts = PodState.isActive(pod);
            var ready = counts && PodState.isReady(pod);
            var undated = ready && PodState.readySince(pod).isEmpty();
            return new Group(
                    labels,
                    active + (counts ? sign : 0),
                    this.ready + (ready ? sign : 0),
                    undatedReady + (undated ? sign : 0),
                    terminating + (PodState.isTerminating(pod) ? sign : 0),
                    ready ? later(PodState.readySince(pod)) : latestReady);
        }

        private Instant later(Optional<Instant> since) {
            return since.filter(latestReady::isBefore).orElse(latestReady);
        }
    }

    public PodCounts {
        groups = List.copyOf(groups);
    }

    /// Only the groups a selector matches.
    public PodCounts matching(Selector selector) {
        return groups.stream().allMatch(group -> selector.matches(group.labels())) ? this : filtered(selector);
    }

    public int active() {
        return sum(group -> true);
    }

    /// Active pods that have all of these labels.
    public int activeWith(Map<String, String> labels) {
        return sum(group -> group.labels().entrySet().containsAll(labels.entrySet()));
    }

    public int ready() {
        return groups.stream().mapToInt(Group::ready).sum();
    }

    /// Whether a ready pod does not say since when it is.
    public boolean hasUndatedReady() {
        return groups.stream().anyMatch(group -> group.undatedReady() > 0);
    }

    public int terminating() {
        return groups.stream().mapToInt(Group::terminating).sum();
    }

    /// When the last pod became ready, as far as known.
    public Instant latestReady() {
        return groups.stream().map(Group::latestReady).max(Instant::compareTo).orElse(Instant.MIN);
    }

    PodCounts plus(LeanPod pod) {
        return counted(pod, 1);
    }

    PodCounts minus(LeanPod pod) {
        return counted(pod, -1);
    }

    private int sum(Predicate<Group> which) {
        return groups.stream().filter(which).mapToInt(Group::active).sum();
    }

    private PodCounts filtered(Selector selector) {
        return new PodCounts(groups.stream()
                .filter(group -> selector.matches(group.labels()))
                .toList());
    }

    private PodCounts counted(LeanPod pod, int sign) {
        var next = new ArrayList<Group>(groups.size() + 1);
        var before = new Group(pod.labels(), 0, 0, 0, 0, Instant.MIN);
        for (var group : groups) {
            if (group.labels().equals(pod.labels())) {
                before = group;
            } else {
                next.add(group);
            }
        }
        var after = before.count(pod, sign);
        if (!after.isEmpty()) {
            next.add(after);
        }
        return new PodCounts(next);
    }

    private static List<?> owners(LeanPod pod) {
        return OwnerReferences.controllerOf(pod)
                .filter(owner -> TEMPLATE_OWNERS.contains(owner.kind()))
                .map(owner -> List.<Object>of(owner.uid()))
                .orElse(List.of());
    }
}
