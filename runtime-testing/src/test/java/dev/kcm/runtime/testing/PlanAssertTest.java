package dev.kcm.runtime.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.plan.StepGroup;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An assertion has to be able to fail.
class PlanAssertTest {
    private static final ConfigMap MAP = ConfigMap.builder()
            .metadata(it -> it.namespace("shop").name("a").uid("uid-a"))
            .build();
    private static final Plan PLAN = Plan.slowStart("too few", List.of(Step.create(MAP)))
            .then(Plan.of("known", Step.delete(MAP), Step.event(MAP.ref(), "Odd", "very odd")))
            .wakingIn(Duration.ofMinutes(1));

    @Test
    void a_plan_is_compared_step_by_step() {
        PlanAssert.assertThat(PLAN)
                .plans("create configmaps a", "delete configmaps shop/a", "record event Odd")
                .plansGroups(List.of(
                        List.of("create configmaps a"), List.of("delete configmaps shop/a", "record event Odd")))
                .because("too few; known")
                .wakesIn(Duration.ofMinutes(1));

        fails(() -> PlanAssert.assertThat(PLAN).plans("create configmaps a"));
        fails(() -> PlanAssert.assertThat(PLAN).plansNothing());
        fails(() -> PlanAssert.assertThat(PLAN).plansGroups(List.of(List.of("create configmaps a"))));
        fails(() -> PlanAssert.assertThat(PLAN).because("known"));
        fails(() -> PlanAssert.assertThat(PLAN).wakesIn(Duration.ofMinutes(2)));
        fails(() -> PlanAssert.assertThat(PLAN).waitsForAChange());
        fails(() -> PlanAssert.assertThat(PLAN).atPace(StepGroup.Pace.TOGETHER));
    }

    @Test
    void nothing_is_a_plan_too() {
        PlanAssert.assertThat(Plan.nothing("all is well"))
                .plansNothing()
                .because("all is well")
                .waitsForAChange();
    }

    @Test
    void what_is_planned_can_be_read() {
        var planned = Planned.in(PLAN);

        assertThat(planned.created(ConfigMap.class)).containsExactly(MAP);
        assertThat(planned.updated(ConfigMap.class)).isEmpty();
        assertThat(planned.names(Operation.Delete.class)).containsExactly("a");
        assertThat(planned.deletes().getFirst().uid()).isEqualTo("uid-a");
        assertThat(planned.events()).extracting(Step.RecordEvent::reason).containsExactly("Odd");
        assertThat(planned.lines())
                .containsExactly(
                        "SLOW_START: create configmaps a",
                        "IN_ORDER: delete configmaps shop/a",
                        "IN_ORDER: record event Odd");
        fails(planned::onlyWrite);
        fails(() -> planned.only(Operation.Create.class));
        fails(() -> Planned.in(Plan.of("one", Step.delete(MAP))).only(Operation.Create.class));
    }

    @Test
    void outcomes_follow_from_what_the_server_does() {
        var failure = ApiFailure.of(Status.builder().code(403).message("no").build());

        assertThat(Planned.in(PLAN).allApplied().all())
                .hasExactlyElementsOfTypes(Outcome.Applied.class, Outcome.Applied.class, Outcome.Recorded.class);
        assertThat(Planned.in(PLAN).allRefused(failure).failures()).containsExactly(failure, failure);
    }

    private static void fails(Runnable assertion) {
        assertThatThrownBy(assertion::run).isInstanceOf(AssertionError.class);
    }
}
