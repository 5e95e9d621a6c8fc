package dev.kcm.controllers.workload.statefulset;

import dev.kcm.runtime.plan.Plan;

/// What one stage of a sync came to.
///
/// @param ends whether the later stages wait for the next sync
record Stage(Plan plan, boolean ends) {
    static Stage goesOn(Plan plan) {
        return new Stage(plan, false);
    }

    static Stage ends(Plan plan) {
        return new Stage(plan, true);
    }

    static Stage waits(String why) {
        return ends(Plan.nothing(why));
    }
}
