package dev.kcm.runtime.testing;

import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.plan.StepGroup;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;

/// Asserts what a controller decided:
///
/// ```java
/// assertThat(controller.decide(snapshot))
///         .plans("create pods web-* x3")
///         .because("too few pods");
/// ```
///
/// Steps are compared by the line that describes them: verb, resource, name.
public final class PlanAssert extends AbstractAssert<PlanAssert, Plan> {
    private PlanAssert(Plan actual) {
        super(actual, PlanAssert.class);
    }

    public static PlanAssert assertThat(Plan actual) {
        return new PlanAssert(actual);
    }

    /// Exactly these steps, in this order, whatever their groups.
    public PlanAssert plans(String... steps) {
        isNotNull();
        Assertions.assertThat(lines(actual.steps().toList())).as(description()).containsExactly(steps);
        return this;
    }

    /// Exactly these groups of steps, in this order.
    public PlanAssert plansGroups(List<List<String>> groups) {
        isNotNull();
        Assertions.assertThat(actual.groups().stream()
                        .map(group -> lines(group.steps()))
                        .toList())
                .as(description())
                .isEqualTo(groups);
        return this;
    }

    /// All steps are in one group of this pace.
    public PlanAssert atPace(StepGroup.Pace pace) {
        isNotNull();
        Assertions.assertThat(actual.groups().stream().map(StepGroup::pace))
                .as(description())
                .containsExactly(pace);
        return this;
    }

    public PlanAssert plansNothing() {
        return plans();
    }

    public PlanAssert because(String why) {
        isNotNull();
        Assertions.assertThat(actual.why()).isEqualTo(why);
        return this;
    }

    public PlanAssert wakesIn(Duration delay) {
        isNotNull();
        Assertions.assertThat(actual.wakeIn()).as(description()).contains(delay);
        return this;
    }

    public PlanAssert waitsForAChange() {
        isNotNull();
        Assertions.assertThat(actual.wakeIn()).as(description()).isEmpty();
        return this;
    }

    private static List<String> lines(List<Step> steps) {
        return steps.stream().map(Step::describe).toList();
    }

    private String description() {
        return "the plan that was made because: " + actual.why();
    }
}
