package dev.kcm.controllers.workload.statefulset;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.plan.StepGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.BiFunction;

/// The second stage: pods whose ordinals are not wanted go, the highest first; in order, one at a time. Their claims
/// get
/// the owners they should have before any pod goes. Pure.
record ScaleDownStage(Snapshot snapshot) {

    Stage decide() {
        var owners = correctedOwners();
        var highest = highest();
        if (highest.isEmpty()) {
            return Stage.goesOn(Plan.nothing("no pod too many"));
        }
        var claims = Plan.together("claims of pods that go get their owners", owners);
        return snapshot.settings().isOrdered()
                ? ordered(highest.get(), claims)
                : Stage.goesOn(claims.then(allAtOnce()));
    }

    private Stage ordered(LeanPod pod, Plan claims) {
        if (pod.isDeleting()) {
            return Stage.ends(claims.then(
                    Plan.nothing("waits for pod %s to terminate before it scales down".formatted(pod.name()))));
        }
        var blocker = Blocker.of(snapshot, pod);
        var first = lowestUnavailable();
        if (blocker.isPresent()
                && first.filter(it -> it.uid().equals(pod.uid())).isEmpty()) {
            var awaited = first.flatMap(it -> Blocker.of(snapshot, it)).or(() -> blocker);
            return Stage.ends(claims.then(Plan.nothing(awaited.get() + " before it scales down")));
        }
        return Stage.ends(
                claims.then(Plan.of("pod %s is too many".formatted(pod.name()), PodSteps.delete(snapshot.set(), pod))));
    }

    private Plan allAtOnce() {
        var deletions =
                unwanted((from, to) -> snapshot.pods().allNot(from, to, OrdinalTree.Check.ofKind(PodKind::isDeleting)))
                        .stream()
                        .sorted(Comparator.reverseOrder())
                        .map(ordinal -> PodSteps.delete(
                                snapshot.set(), snapshot.pods().find(ordinal).orElseThrow()))
                        .toList();
        return deletions.isEmpty()
                ? Plan.nothing("waits for pods to terminate")
                : new Plan(
                        List.of(new StepGroup(StepGroup.Pace.SLOW_START, deletions)),
                        Optional.empty(),
                        "%d pods too many".formatted(deletions.size()));
    }

    private Optional<LeanPod> highest() {
        var above = snapshot.pods().last(above(), Integer.MAX_VALUE);
        var found = above.isPresent() ? above : snapshot.pods().last(0, below());
        return pod(found);
    }

    /// In order all wanted ones are available by now, so it is one that goes.
    private Optional<LeanPod> lowestUnavailable() {
        var below = snapshot.pods().firstNot(0, below(), snapshot.available());
        return pod(
                below.isPresent() ? below : snapshot.pods().firstNot(above(), Integer.MAX_VALUE, snapshot.available()));
    }

    private Optional<LeanPod> pod(OptionalInt ordinal) {
        return ordinal.isPresent() ? snapshot.pods().find(ordinal.getAsInt()) : Optional.empty();
    }

    private List<Step> correctedOwners() {
        var retention = snapshot.retention();
        var wrong = OrdinalTree.Check.<ClaimKind>ofKind(kind -> retention.isRight(kind, false));
        var ordinals = new TreeSet<Integer>(Comparator.reverseOrder());
        for (var template : snapshot.set().spec().volumeClaimTemplates()) {
            ordinals.addAll(
                    unwanted((from, to) -> snapshot.claims().claims(template).allNot(from, to, wrong)));
        }
        var steps = new ArrayList<Step>();
        for (int ordinal : ordinals) {
            snapshot.pods()
                    .find(ordinal)
                    .map(pod -> new ClaimSteps(snapshot, ordinal).owners(pod))
                    .filter(found -> found.stream().anyMatch(Step.Write.class::isInstance))
                    .ifPresent(steps::addAll);
        }
        return steps;
    }

    private List<Integer> unwanted(BiFunction<Integer, Integer, List<Integer>> search) {
        var found = new ArrayList<>(search.apply(0, below()));
        found.addAll(search.apply(above(), Integer.MAX_VALUE));
        return found;
    }

    private int below() {
        return snapshot.settings().start() - 1;
    }

    private int above() {
        return (int) Math.min(Integer.MAX_VALUE, snapshot.settings().end() + 1L);
    }
}
