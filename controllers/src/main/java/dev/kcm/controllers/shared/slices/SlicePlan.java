package dev.kcm.controllers.shared.slices;

import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.plan.StepGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The writes that a change of slices takes: first what is new, then what changed, then what goes,
/// so that no endpoint is missing in between.
public final class SlicePlan {
    private final List<Step> created = new ArrayList<>();
    private final List<Step> updated = new ArrayList<>();
    private final List<Step> deleted = new ArrayList<>();

    public void create(Step step) {
        created.add(step);
    }

    public void update(Step step) {
        updated.add(step);
    }

    public void delete(Step step) {
        deleted.add(step);
    }

    public Plan plan() {
        var groups = Stream.of(created, updated, deleted)
                .filter(steps -> !steps.isEmpty())
                .map(steps -> new StepGroup(StepGroup.Pace.TOGETHER, steps))
                .toList();
        return groups.isEmpty()
                ? Plan.nothing("slices are right")
                : new Plan(
                        groups,
                        Optional.empty(),
                        "%d slices to create, %d to update, %d to delete"
                                .formatted(created.size(), updated.size(), deleted.size()));
    }
}
