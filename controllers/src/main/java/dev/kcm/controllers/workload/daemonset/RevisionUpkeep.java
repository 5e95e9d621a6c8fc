package dev.kcm.controllers.workload.daemonset;

import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What has to be done about revisions that are in the way, and about those nobody needs. Pure.
record RevisionUpkeep(Snapshot snapshot) {

    /// What has to be done before anything else, if something has.
    Optional<Plan> decide() {
        var revisions = snapshot.revisions();
        if (revisions.isNameTaken()) {
            int count = snapshot.set().status().collisionCount().orElse(0) + 1;
            var counted = snapshot.set().withStatus(status -> status.collisionCount(count));
            return Optional.of(Plan.of(
                    "another template has revision " + revisions.current().name(),
                    Step.updateStatus(counted, Step.Urgency.NOW)));
        }
        return revisions.duplicates().isEmpty() ? Optional.empty() : Optional.of(merged());
    }

    /// Of several revisions of one template one stays, and all pods are said to be of it; also those that are not, as
    /// upstream has it.
    private Plan merged() {
        var steps = new PodSteps(snapshot.set(), snapshot.template());
        var labelled = snapshot.outdatedLabels().stream().map(steps::relabel).toList();
        var why = "%d revisions have the template of %s"
                .formatted(
                        snapshot.revisions().duplicates().size(),
                        snapshot.revisions().current().name());
        return Plan.inOrder(why, snapshot.revisions().writes())
                .then(Plan.together(why, labelled))
                .then(Plan.inOrder(
                        why,
                        snapshot.revisions().duplicates().stream()
                                .map(Step::delete)
                                .toList()));
    }

    /// Old ones beyond the limit go, the oldest first, but for those that a pod is of.
    Plan truncated() {
        var old = snapshot.revisions().old();
        int surplus = old.size() - snapshot.settings().revisionHistoryLimit();
        if (surplus <= 0) {
            return Plan.nothing("keeps its revisions");
        }
        var live = live();
        var deletions = new ArrayList<Step>();
        old.stream()
                .filter(revision -> !live.contains(hash(revision)))
                .limit(surplus)
                .forEach(revision -> deletions.add(Step.delete(revision)));
        return Plan.inOrder("old revisions go", List.copyOf(deletions));
    }

    /// Also of pods that have ended and wait for their finalizers.
    private Set<String> live() {
        Set<String> hashes = new HashSet<>();
        snapshot.kinds().keySet().forEach(kind -> kind.pods().forEach(pod -> hashes.add(pod.hash())));
        return hashes;
    }

    private static String hash(ControllerRevision revision) {
        return revision.labels().getOrDefault(Labels.REVISION, "");
    }
}
