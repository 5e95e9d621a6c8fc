package dev.kcm.controllers.workload.statefulset;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The first stage: every wanted ordinal has its pod, with its name and volumes. In order, each waits until those
/// before
/// it are available. Looks only at ordinals with something to do or to wait for. Pure.
record ReplicaStage(Snapshot snapshot) {

    Stage decide() {
        return snapshot.settings().isOrdered() ? ordered() : parallel();
    }

    private Stage ordered() {
        var plan = Plan.nothing("all replicas are available");
        for (var next = nextFrom(snapshot.settings().start()); next.isPresent(); next = nextFrom(next.getAsInt() + 1)) {
            var work = workOn(next.getAsInt());
            plan = plan.then(work.plan());
            if (work.blocks()) {
                return Stage.ends(plan);
            }
            if (next.getAsInt() == Integer.MAX_VALUE) {
                break;
            }
        }
        return Stage.goesOn(plan);
    }

    private Stage parallel() {
        var works = toLookAt().stream()
                .map(this::workOn)
                .filter(work -> !work.isNothing())
                .toList();
        return Stage.goesOn(SlotWork.inBatches(
                works.isEmpty()
                        ? "all replicas are there"
                        : works.size() == 1 ? works.getFirst().why() : summary(works),
                works));
    }

    private static String summary(List<SlotWork> works) {
        return "%d pods: %s, and so on".formatted(works.size(), works.getFirst().why());
    }

    /// The next ordinal that an ordered set may not pass over.
    private OptionalInt nextFrom(int from) {
        var settings = snapshot.settings();
        var plain = new OrdinalTree.Check<PodKind>(
                kind -> kind.isRunningAndReady() && !kind.isDeleting() && isComplete(kind), snapshot.availableSince());
        var ofPods = snapshot.pods().firstLackingOrNot(from, settings.end(), plain);
        var ofClaims = templates().stream()
                .map(template -> snapshot.claims().claims(template).firstNot(from, settings.end(), rightOwners()));
        return Stream.concat(Stream.of(ofPods), ofClaims)
                .flatMapToInt(OptionalInt::stream)
                .min();
    }

    /// All ordinals with anything to do. Claims matter to pods that have not started.
    private TreeSet<Integer> toLookAt() {
        int start = snapshot.settings().start();
        int end = snapshot.settings().end();
        var plain =
                OrdinalTree.Check.<PodKind>ofKind(kind -> kind.isCreated() && !kind.isFinished() && isComplete(kind));
        var found = new TreeSet<>(snapshot.pods().allLackingOrNot(start, end, plain));
        boolean isAnyPending = snapshot.pods().count(PodKind::isPending) > 0;
        for (var template : templates()) {
            var claims = snapshot.claims().claims(template);
            found.addAll(
                    isAnyPending
                            ? claims.allLackingOrNot(start, end, rightOwners())
                            : claims.allNot(start, end, rightOwners()));
        }
        return found;
    }

    private OrdinalTree.Check<ClaimKind> rightOwners() {
        var retention = snapshot.retention();
        return OrdinalTree.Check.ofKind(kind -> retention.isRight(kind, true));
    }

    private List<PersistentVolumeClaim> templates() {
        return snapshot.set().spec().volumeClaimTemplates();
    }

    private boolean isComplete(PodKind kind) {
        return kind.isNamed() && hasVolumes(kind);
    }

    private boolean hasVolumes(PodKind kind) {
        return templates().stream().allMatch(template -> kind.ownClaims().contains(template.name()));
    }

    private SlotWork workOn(int ordinal) {
        return snapshot.pods().find(ordinal).map(pod -> workOn(pod, ordinal)).orElseGet(() -> create(ordinal));
    }

    private SlotWork create(int ordinal) {
        var name = snapshot.settings().podName(ordinal);
        var claims = new ClaimSteps(snapshot, ordinal);
        if (!claims.stale().isEmpty()) {
            return SlotWork.waits("pod %s waits for claim %s to be deleted, which goes with an earlier pod of that name"
                    .formatted(name, claims.stale().getFirst()));
        }
        var steps = new ArrayList<>(claims.missing());
        var events = new SetEvents(snapshot.set());
        if (!claims.terminating().isEmpty()) {
            var errors = claims.terminating().stream()
                    .map("pvc %s is being deleted"::formatted)
                    .toList();
            return new SlotWork(
                    "pod %s waits: %s".formatted(name, errors.getFirst()),
                    steps,
                    List.of(events.notCreated(name, errors)),
                    true);
        }
        steps.addAll(claims.owners(LeanPod.EMPTY.withMetadata(metadata -> metadata.name(name))));
        var pod = Step.create(NewPods.pod(snapshot, ordinal)).withEvent(events.created(name));
        return new SlotWork("pod %s is missing".formatted(name), steps, List.of(pod), true);
    }

    private SlotWork workOn(LeanPod pod, int ordinal) {
        var kind = PodKind.of(pod);
        if (kind.isFinished()) {
            return replaceFinished(pod, kind);
        }
        var claims = new ClaimSteps(snapshot, ordinal);
        var steps = new ArrayList<Step>();
        if (kind.isPending()) {
            steps.addAll(claims.missing());
            steps.addAll(claims.owners(pod));
        }
        var blocker = snapshot.settings().isOrdered() ? Blocker.of(snapshot, pod) : Optional.<String>empty();
        return blocker.map(why -> new SlotWork(why, steps, List.of(), true))
                .orElseGet(() -> repaired(pod, kind, claims, steps));
    }

    private SlotWork replaceFinished(LeanPod pod, PodKind kind) {
        var why = "pod %s has %s, a new one follows when it is gone"
                .formatted(pod.name(), kind.phase().equals(PodState.FAILED) ? "failed" : "ended");
        return new SlotWork(
                why, List.of(), pod.isDeleting() ? List.of() : List.of(PodSteps.delete(snapshot.set(), pod)), true);
    }

    /// Volumes of a pod cannot be changed: upstream tries for ever.
    private SlotWork repaired(LeanPod pod, PodKind kind, ClaimSteps claims, List<Step> before) {
        var steps = new ArrayList<>(before);
        var why = new ArrayList<String>();
        var events = new SetEvents(snapshot.set());
        if (!hasVolumes(kind)) {
            why.add("pod %s lacks volumes of the set's claims; delete it to have it made anew".formatted(pod.name()));
            if (!kind.isPending()) {
                steps.addAll(claims.missing());
            }
        }
        boolean hasWrongOwners = !kind.isPending() && claims.haveWrongOwners(pod);
        if (hasWrongOwners) {
            why.add("claims of pod %s have other owners".formatted(pod.name()));
            steps.addAll(claims.owners(pod));
        }
        if (!kind.isNamed()) {
            why.add("pod %s lacks its name as a label".formatted(pod.name()));
            return new SlotWork(String.join("; ", why), steps, List.of(PodSteps.label(snapshot.set(), pod)), false);
        }
        return new SlotWork(
                String.join("; ", why),
                steps,
                hasWrongOwners ? List.of(events.wasUpdated(pod.name())) : List.of(),
                false);
    }
}
