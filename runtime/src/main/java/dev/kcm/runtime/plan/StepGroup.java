package dev.kcm.runtime.plan;

import java.util.List;

/// Steps that do not depend on each other.
public record StepGroup(Pace pace, List<Step> steps) {

    public enum Pace {
        /// All at the same time, within the executor's bound.
        TOGETHER,
        /// One first, then twice as many each time, none after a refusal: a quota that is full
        /// costs one request, not five hundred.
        SLOW_START,
        /// One after the other; none after a refusal.
        IN_ORDER,
        /// Steps about one object one after the other, those about different ones at the same time: a refusal keeps
        /// only the later steps about the same object from being tried.
        BY_OBJECT
    }

    public StepGroup {
        steps = List.copyOf(steps);
    }
}
