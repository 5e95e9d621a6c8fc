package dev.kcm.controllers.workload.statefulset;

import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.plan.StepGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What there is to do about one ordinal.
///
/// @param claims steps about its claims, which come first
/// @param pod steps about its pod, which wait for those
/// @param blocks whether later ordinals have to wait, where they start in order
record SlotWork(String why, List<Step> claims, List<Step> pod, boolean blocks) {
    private static final int LARGEST_BATCH = 500;

    SlotWork {
        claims = List.copyOf(claims);
        pod = List.copyOf(pod);
    }

    static SlotWork waits(String why) {
        return new SlotWork(why, List.of(), List.of(), true);
    }

    boolean isNothing() {
        return claims.isEmpty() && pod.isEmpty();
    }

    Plan plan() {
        return inBatches(why, List.of(this));
    }

    /// In slow-start batches, as upstream: one first, then twice as many each time, none after a refusal.
    static Plan inBatches(String why, List<SlotWork> all) {
        var groups = new ArrayList<StepGroup>();
        int size = 1;
        for (int from = 0; from < all.size(); ) {
            int to = Math.min(all.size(), from + size);
            groups.addAll(groups(all.subList(from, to)));
            from = to;
            size = Math.min(2 * size, LARGEST_BATCH);
        }
        return new Plan(groups, Optional.empty(), why);
    }

    private static List<StepGroup> groups(List<SlotWork> works) {
        var claims = works.stream().flatMap(work -> work.claims().stream()).toList();
        var pods = works.stream().flatMap(work -> work.pod().stream()).toList();
        return Stream.of(claims, pods)
                .filter(steps -> !steps.isEmpty())
                .map(steps -> new StepGroup(StepGroup.Pace.TOGETHER, steps))
                .toList();
    }
}
