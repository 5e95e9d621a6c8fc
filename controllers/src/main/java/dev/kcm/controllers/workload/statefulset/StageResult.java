package dev.kcm.controllers.workload.statefulset;

import dev.kcm.runtime.plan.Plan;

/// What one stage of a sync came to.
///
/// @param ends whether the later stages wait for the next sync
record StageResult(Plan plan, boolean ends) {
    static StageResult goesOn(Plan plan) {
        return new StageResult(plan, false);
    }

    static StageResult ends(Plan plan) {
        return new StageResult(plan, true);
    }

    static StageResult waits(String why) {
        return ends(Plan.nothing(why));
    }
}
