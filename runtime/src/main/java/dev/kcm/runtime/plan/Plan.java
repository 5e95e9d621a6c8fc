package dev.kcm.runtime.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a controller decided: groups of steps in order, when to sync again, and why. A refusal in
/// one group keeps the later ones from being tried.
public record Plan(List<StepGroup> groups, Optional<Duration> wakeIn, String why) {

    public Plan {
        groups = List.copyOf(groups);
    }

    public static Plan nothing(String why) {
        return new Plan(List.of(), Optional.empty(), why);
    }

    /// Steps one after the other.
    public static Plan of(String why, Step... steps) {
        return inOrder(why, List.of(steps));
    }

    public static Plan inOrder(String why, List<? extends Step> steps) {
        return ofGroup(why, StepGroup.Pace.IN_ORDER, steps);
    }

    public static Plan together(String why, List<? extends Step> steps) {
        return ofGroup(why, StepGroup.Pace.TOGETHER, steps);
    }

    /// Each object's steps in order, whatever becomes of the other objects.
    public static Plan byObject(String why, List<? extends Step> steps) {
        return ofGroup(why, StepGroup.Pace.BY_OBJECT, steps);
    }

    public static Plan slowStart(String why, List<? extends Step> steps) {
        return ofGroup(why, StepGroup.Pace.SLOW_START, steps);
    }

    private static Plan ofGroup(String why, StepGroup.Pace pace, List<? extends Step> steps) {
        return steps.isEmpty()
                ? nothing(why)
                : new Plan(List.of(new StepGroup(pace, List.copyOf(steps))), Optional.empty(), why);
    }

    /// This, then `next`; the earlier wake-up counts.
    public Plan then(Plan next) {
        if (isNothing() && next.isNothing()) {
            return new Plan(List.of(), sooner(wakeIn, next.wakeIn), next.why);
        }
        var all = new ArrayList<>(groups);
        all.addAll(next.groups);
        var reason = isNothing() ? next.why : next.isNothing() ? why : why + "; " + next.why;
        return new Plan(all, sooner(wakeIn, next.wakeIn), reason);
    }

    public Plan wakingIn(Optional<Duration> delay) {
        return new Plan(groups, sooner(wakeIn, delay), why);
    }

    public Plan wakingIn(Duration delay) {
        return wakingIn(Optional.of(delay));
    }

    public boolean isNothing() {
        return groups.isEmpty();
    }

    public Stream<Step> steps() {
        return groups.stream().flatMap(group -> group.steps().stream());
    }

    private static Optional<Duration> sooner(Optional<Duration> one, Optional<Duration> other) {
        return one.isEmpty() ? other : other.isEmpty() || one.get().compareTo(other.get()) <= 0 ? one : other;
    }
}
