package dev.kcm.controllers.workload.job;

import dev.kcm.controllers.shared.pods.PodRanking;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.lean.LeanPod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.OptionalInt;

/// The active pods a Job can do without: of an indexed one those whose index it does not have or
/// another pod has too, then the ones least far along. A pod that lost its finalizer already was
/// chosen by an earlier sync that was cut short, and goes first.
final class SurplusPods {
    private static final Comparator<LeanPod> CHEAPEST_FIRST =
            Comparator.comparing(JobPods::isTracked).thenComparing(PodRanking.leastFarAlongFirst());

    private SurplusPods() {}

    /// @param atLeast how many must go; more may, when they are in the wrong place
    static List<LeanPod> of(Job job, List<LeanPod> active, int atLeast) {
        var goes = new ArrayList<LeanPod>();
        var stays = new ArrayList<LeanPod>();
        if (JobSettings.isIndexed(job)) {
            sortOutIndexes(job, active, goes, stays);
        } else {
            stays.addAll(active);
        }
        if (goes.size() < atLeast) {
            stays.sort(CHEAPEST_FIRST);
            goes.addAll(stays.subList(0, Math.min(stays.size(), atLeast - goes.size())));
        }
        return goes;
    }

    private static void sortOutIndexes(Job job, List<LeanPod> active, List<LeanPod> goes, List<LeanPod> stays) {
        var best = new HashMap<OptionalInt, LeanPod>();
        for (var pod : active) {
            if (!JobPods.canCount(job, pod)) {
                goes.add(pod);
                continue;
            }
            var index = JobPods.completionIndex(pod);
            var rival = best.get(index);
            if (rival == null) {
                best.put(index, pod);
            } else if (CHEAPEST_FIRST.compare(pod, rival) > 0) {
                best.put(index, pod);
                goes.add(rival);
            } else {
                goes.add(pod);
            }
        }
        stays.addAll(best.values());
    }
}
