package dev.kcm.controllers.housekeeping.namespace;

import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// How far a namespace has come on its way to being empty.
///
/// @param undiscovered why some kinds are not known, if that is so: whether they have objects here
///   is not known either, and the namespace must stay
/// @param contents what was found
/// @param unlistable kinds that can be deleted but not listed
/// @param since when emptying could begin
record ContentDeletion(
        Namespace namespace,
        Optional<String> undiscovered,
        List<RemainingContent> contents,
        List<Resource<?>> unlistable,
        Instant since,
        Instant now) {
    /// What upstream allows for finalizers.
    private static final Duration FOR_FINALIZERS = Duration.ofSeconds(15);

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(5);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    List<RemainingContent> toBeDeleted() {
        return contents.stream().filter(RemainingContent::isToBeDeleted).toList();
    }

    boolean isDone() {
        return undiscovered.isEmpty() && contents.stream().noneMatch(RemainingContent::isLeft);
    }

    /// How many objects are left on their way out, by resource as upstream writes it.
    Map<String, Integer> left() {
        var left = new TreeMap<String, Integer>();
        goingContents()
                .forEach(content -> left.put(
                        content.resource().plural() + "." + content.resource().group(),
                        content.objects().size()));
        return left;
    }

    /// How many finalizers of each kind hold them.
    Map<String, Long> finalizers() {
        return goingContents().stream()
                .flatMap(content -> content.finalizers().stream())
                .collect(Collectors.groupingBy(finalizer -> finalizer, TreeMap::new, Collectors.counting()));
    }

    /// What could not be deleted, one message for each resource.
    List<String> failures(Outcomes writes) {
        var byResource = new LinkedHashMap<Resource<?>, String>();
        goingContents().stream()
                .filter(content -> estimate(content).isZero())
                .forEach(content -> byResource.put(content.resource(), unexpected(content)));
        contents.forEach(
                content -> content.problem().ifPresent(problem -> byResource.put(content.resource(), problem)));
        for (var outcome : writes.all()) {
            if (outcome instanceof Outcome.Refused(var step, var because)) {
                step.as(Operation.DeleteCollection.class)
                        .ifPresent(delete -> byResource.put(delete.resource(), because.message()));
            }
        }
        return byResource.values().stream().sorted().toList();
    }

    /// When to sync again: when what goes slowly may have gone; else soon, and then the later the
    /// longer it has taken already.
    Duration untilNextLook() {
        var estimate = goingContents().stream()
                .map(this::estimate)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        if (deletions().isEmpty() && undiscovered.isEmpty() && estimate.isPositive()) {
            return Duration.ofSeconds(estimate.toSeconds() / 2 + 1);
        }
        var wait = Duration.between(since, now).dividedBy(4);
        return wait.compareTo(SHORTEST_WAIT) < 0
                ? SHORTEST_WAIT
                : wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
    }

    /// Contents of which every object is on its way out.
    private List<RemainingContent> goingContents() {
        return contents.stream()
                .filter(content ->
                        !content.isToBeDeleted() && !content.objects().isEmpty())
                .toList();
    }

    private Duration estimate(RemainingContent content) {
        var grace = content.grace();
        var deletedAt = namespace.metadata().deletionTimestamp().orElse(now);
        if (deletedAt.plus(grace).isAfter(now)) {
            return grace;
        }
        return content.finalizers().isEmpty() ? Duration.ZERO : FOR_FINALIZERS;
    }

    private String unexpected(RemainingContent content) {
        return "unexpected items still remain in namespace: %s for gvr: %s/%s, Resource=%s"
                .formatted(
                        namespace.name(),
                        content.resource().group(),
                        content.resource().version(),
                        content.resource().plural());
    }

    List<Step> deletions() {
        return contents.stream()
                .filter(content -> content.isToBeDeleted() || content.isToBeDeletedAgain())
                .<Step>map(content -> Step.deleteCollection(content.resource(), namespace.name()))
                .toList();
    }
}
