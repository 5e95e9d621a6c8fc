package dev.kcm.controllers.workload.statefulset;

import dev.kcm.controllers.shared.revisions.RevisionHistory;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.defaults.PodDefaults;
import dev.kcm.model.revision.ControllerRevisions;
import dev.kcm.runtime.plan.Step;
import java.util.Optional;
import java.util.function.Function;

/// The two revisions a set is between.
///
/// @param current the one it comes from
/// @param update the one it goes to
/// @param write what makes `update` the newest revision, where it is not yet
/// @param collisionCount how many names were taken by other templates
record SetRevisions(
        ControllerRevision current, ControllerRevision update, Optional<Step.Write> write, int collisionCount) {

    /// That the template of a set, which its generation stands for, is what this revision has.
    record Match(String setUid, long generation, String revision, String resourceVersion) {
        static Match of(StatefulSet set, ControllerRevision revision) {
            return new Match(set.uid(), set.metadata().generation(), revision.name(), revision.resourceVersion());
        }
    }

    /// @param taken finds revisions by name, whoever owns them
    /// @param known what was found to match before
    /// @param comparesDefaulted whether an old revision that lacks only what newer servers fill in is the same
    static SetRevisions of(
            StatefulSet set,
            RevisionHistory history,
            Function<String, Optional<ControllerRevision>> taken,
            Optional<Match> known,
            boolean comparesDefaulted) {
        int collisions = set.status().collisionCount().orElse(0);
        var newest = history.newest();
        if (newest.isPresent() && known.equals(Optional.of(Match.of(set, newest.get())))) {
            return between(set, history, newest.get(), Optional.empty(), collisions);
        }
        var data = ControllerRevisions.data(set);
        var equal = history.newestWith(data);
        if (equal.isPresent()) {
            boolean isNewest = newest.get().data().equals(data);
            return isNewest
                    ? between(set, history, newest.get(), Optional.empty(), collisions)
                    : renumbered(set, history, equal.get(), collisions);
        }
        if (comparesDefaulted
                && newest.filter(revision -> isSameOnceDefaulted(set, revision)).isPresent()) {
            return between(set, history, newest.get(), Optional.empty(), collisions);
        }
        return created(set, history, taken, collisions);
    }

    /// Whether a new pod of this ordinal comes from the current revision: the ones an update has not come to yet.
    boolean startsFromCurrent(SetSettings settings, int ordinal) {
        var rolling = settings.rollingUpdate();
        if (rolling.isPresent()) {
            return ordinal < settings.updatedFrom();
        }
        return settings.updatesByRolling()
                && ordinal < (long) settings.start() + settings.set().status().currentReplicas();
    }

    private static SetRevisions renumbered(
            StatefulSet set, RevisionHistory history, ControllerRevision equal, int collisions) {
        var newest = equal.withRevision(history.nextNumber());
        return between(set, history, newest, Optional.of(Step.update(newest)), collisions);
    }

    private static SetRevisions created(
            StatefulSet set,
            RevisionHistory history,
            Function<String, Optional<ControllerRevision>> taken,
            int collisions) {
        var wanted = ControllerRevisions.of(set, history.nextNumber(), collisions);
        int count = collisions;
        for (var other = taken.apply(wanted.name()); other.isPresent(); other = taken.apply(name(set, wanted, count))) {
            if (other.get().data().equals(wanted.data())) {
                return between(set, history, other.get(), Optional.empty(), count);
            }
            count++;
        }
        // Only the name follows the count: the label keeps the first hash.
        var name = name(set, wanted, count);
        var made = wanted.withMetadata(metadata -> metadata.name(name));
        return between(set, history, made, Optional.of(Step.create(made)), count);
    }

    private static String name(StatefulSet set, ControllerRevision wanted, int collisions) {
        return ControllerRevisions.of(set, wanted.revision(), collisions).name();
    }

    private static boolean isSameOnceDefaulted(StatefulSet set, ControllerRevision revision) {
        var restored = PodDefaults.template(ControllerRevisions.template(revision));
        return ControllerRevisions.data(set.withSpec(set.spec().withTemplate(restored)))
                .equals(ControllerRevisions.data(set));
    }

    /// A set that is being deleted gets no new revisions: they would only have to be collected.
    private static SetRevisions between(
            StatefulSet set,
            RevisionHistory history,
            ControllerRevision update,
            Optional<Step.Write> write,
            int collisions) {
        var current = history.named(set.status().currentRevision()).orElse(update);
        return new SetRevisions(current, update, write.filter(_ -> !set.isDeleting()), collisions);
    }
}
