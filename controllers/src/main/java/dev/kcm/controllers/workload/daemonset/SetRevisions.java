package dev.kcm.controllers.workload.daemonset;

import dev.kcm.controllers.shared.revisions.RevisionHistory;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.revision.ControllerRevisions;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The revision of a set's present template, and the others. Two templates are the same if their bytes are: what a
/// newer server fills in makes a new revision, of which [Template] knows that no pod has to be restarted for it.
///
/// @param current the revision of the present template
/// @param old those of other templates, oldest first
/// @param duplicates others of the present template
/// @param writes what has to be written so that revisions are as said here
/// @param isNameTaken whether the name of a new revision belongs to another template's, so that another has to be found
record SetRevisions(
        ControllerRevision current,
        List<ControllerRevision> old,
        List<ControllerRevision> duplicates,
        List<Step.Write> writes,
        boolean isNameTaken) {

    /// That nothing was left to do for a set whose template its generation stands for, with revisions in these
    /// versions; or that the set is being deleted, of which revisions may go first.
    record Known(String setUid, long generation, List<String> versions, SetRevisions revisions) {
        static Optional<Known> of(DaemonSet set, RevisionHistory history, SetRevisions revisions) {
            return set.isDeleting()
                            || (revisions.isSettled() && history.revisions().contains(revisions.current()))
                    ? Optional.of(new Known(set.uid(), set.metadata().generation(), versions(history), revisions))
                    : Optional.empty();
        }

        private boolean isOf(DaemonSet set, RevisionHistory history) {
            return setUid.equals(set.uid())
                    && generation == set.metadata().generation()
                    && (set.isDeleting() || versions.equals(versions(history)));
        }

        private static List<String> versions(RevisionHistory history) {
            return history.revisions().stream()
                    .map(revision -> revision.name() + " " + revision.resourceVersion())
                    .toList();
        }
    }

    SetRevisions {
        old = List.copyOf(old);
        duplicates = List.copyOf(duplicates);
        writes = List.copyOf(writes);
    }

    /// @param taken finds revisions by name, whoever owns them
    /// @param known what was found before
    static SetRevisions of(
            DaemonSet set,
            RevisionHistory history,
            Function<String, Optional<ControllerRevision>> taken,
            Optional<Known> known) {
        var present = known.filter(it -> it.isOf(set, history)).map(Known::revisions);
        if (present.isPresent()) {
            return present.get();
        }
        var labelled = new ArrayList<Step.Write>();
        var all = history.revisions().stream()
                .map(revision -> labelled(revision, labelled))
                .toList();
        var data = ControllerRevisions.data(set);
        var equal =
                all.stream().filter(revision -> revision.data().equals(data)).toList();
        var old = all.stream().filter(revision -> !revision.data().equals(data)).toList();
        long number = old.stream().mapToLong(ControllerRevision::revision).max().orElse(0) + 1;
        return equal.isEmpty() ? created(set, old, number, labelled, taken) : among(equal, old, number, labelled);
    }

    private boolean isSettled() {
        return writes.isEmpty() && duplicates.isEmpty() && !isNameTaken;
    }

    String hash() {
        return current.labels().getOrDefault(Labels.REVISION, "");
    }

    /// Revisions of old have their name where newer ones have a hash.
    private static ControllerRevision labelled(ControllerRevision revision, List<Step.Write> writes) {
        if (revision.labels().containsKey(Labels.REVISION)) {
            return revision;
        }
        var labelled = revision.withMetadata(metadata -> metadata.putLabels(Labels.REVISION, revision.name()));
        writes.add(Step.update(labelled));
        return labelled;
    }

    /// The newest of the template stays, and is the newest of all.
    private static SetRevisions among(
            List<ControllerRevision> equal, List<ControllerRevision> old, long number, List<Step.Write> labelled) {
        var kept = equal.stream()
                .max(Comparator.comparingLong(ControllerRevision::revision).thenComparing(ControllerRevision::name))
                .orElseThrow();
        var duplicates =
                equal.stream().filter(it -> !it.name().equals(kept.name())).toList();
        if (kept.revision() >= number) {
            return new SetRevisions(kept, old, duplicates, labelled, false);
        }
        var renumbered = kept.withRevision(number);
        // One write of a revision that gets both a label and a number: the second would meet a newer version.
        var writes = new ArrayList<Step.Write>(labelled);
        writes.removeIf(write -> write.key().equals(kept.key()));
        writes.add(Step.update(renumbered));
        return new SetRevisions(renumbered, old, duplicates, writes, false);
    }

    private static SetRevisions created(
            DaemonSet set,
            List<ControllerRevision> old,
            long number,
            List<Step.Write> labelled,
            Function<String, Optional<ControllerRevision>> taken) {
        var made = ControllerRevisions.of(set, number);
        var other = taken.apply(made.name());
        if (other.isPresent()) {
            boolean isSame = other.get().data().equals(made.data());
            return new SetRevisions(isSame ? other.get() : made, old, List.of(), labelled, !isSame);
        }
        var writes = new ArrayList<Step.Write>(labelled);
        writes.add(Step.create(made));
        return new SetRevisions(made, old, List.of(), writes, false);
    }
}
