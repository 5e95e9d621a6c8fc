package dev.kcm.controllers.node.devicetainteviction;

import dev.kcm.model.Conditions;
import dev.kcm.model.KubeObject;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.Condition;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Says in a rule's status how far eviction is, or whom it would hit: at once when the rule is new or changed, then
/// every ten seconds at most.
final class RuleStatus {
    static final String IN_PROGRESS = "EvictionInProgress";
    private static final String NONE = "None";
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private RuleStatus() {}

    /// Whether a status of this generation is younger than that; if so, for how long it has to wait.
    static Optional<Duration> delay(Optional<Condition> present, long generation, Instant now) {
        return present.filter(condition -> condition.observedGeneration() == generation)
                .flatMap(Condition::lastTransitionTime)
                .map(written -> Duration.between(now, written.plus(PERIOD)))
                .filter(Duration::isPositive);
    }

    static Plan decide(Snapshot.OfRule snapshot) {
        var rule = snapshot.rule();
        long generation = rule.metadata().generation();
        var present = Conditions.find(rule.status().conditions(), IN_PROGRESS);
        if (rule.spec().taint().effect().equals(NONE)
                && present.filter(it -> it.observedGeneration() == generation).isPresent()) {
            return Plan.nothing("it has no effect, and what it would have is not updated again");
        }
        var delay = delay(present, generation, snapshot.now());
        if (delay.isPresent()) {
            return Plan.nothing("its status was written a moment ago").wakingIn(delay);
        }
        var wanted = condition(snapshot);
        var plan = present.filter(it -> isSame(it, wanted)).isPresent()
                ? Plan.nothing("its status is right")
                : Plan.of(
                        "its status changed",
                        Step.applyStatus(rule, fields(wanted), DeviceTaintEvictionController.NAME));
        return wanted.status().equals("True") ? plan.wakingIn(PERIOD) : plan;
    }

    private static Condition condition(Snapshot.OfRule snapshot) {
        var condition = Condition.builder()
                .type(IN_PROGRESS)
                .status("False")
                .observedGeneration(snapshot.rule().metadata().generation())
                .lastTransitionTime(snapshot.now().truncatedTo(ChronoUnit.SECONDS));
        switch (snapshot.rule().spec().taint().effect()) {
            case EvictingTaint.EFFECT -> evicting(condition, snapshot);
            case NONE -> condition.reason("NoEffect").message(withEvicted(simulated(snapshot), snapshot));
            default ->
                condition
                        .reason("OtherEffect")
                        .message(withEvicted("Eviction only happens for the NoExecute effect.", snapshot));
        }
        return condition.build();
    }

    private static void evicting(Condition.Builder condition, Snapshot.OfRule snapshot) {
        int pending = snapshot.pending().size();
        if (pending > 0) {
            long namespaces = namespaces(snapshot);
            condition
                    .status("True")
                    .reason("PodsPendingEviction")
                    .message(withEvicted(
                            (pending == 1 ? "1 pod needs" : pending + " pods need") + " to be evicted in "
                                    + (namespaces == 1 ? "1 namespace." : namespaces + " different namespaces."),
                            snapshot));
        } else {
            condition
                    .reason(snapshot.evicted() > 0 ? "Completed" : "NotStarted")
                    .message(withEvicted("", snapshot));
        }
    }

    private static String simulated(Snapshot.OfRule snapshot) {
        long namespaces = namespaces(snapshot);
        return counted(snapshot.published(), "published device") + " selected. "
                + counted(snapshot.allocated(), "allocated device") + " selected. "
                + counted(snapshot.pending().size(), "pod") + " would be evicted in "
                + (namespaces == 1 ? "1 namespace " : namespaces + " different namespaces ")
                + "if the effect was NoExecute. This information will not be updated again."
                + " Recreate the DeviceTaintRule to trigger an update.";
    }

    private static String withEvicted(String message, Snapshot.OfRule snapshot) {
        if (snapshot.evicted() == 0) {
            return message;
        }
        return (message.isEmpty() ? "" : message + " ") + counted(snapshot.evicted(), "pod")
                + " evicted since starting the controller.";
    }

    private static String counted(int number, String noun) {
        return number == 1 ? "1 " + noun : number + " " + noun + "s";
    }

    private static long namespaces(Snapshot.OfRule snapshot) {
        return snapshot.pending().stream().map(KubeObject::namespace).distinct().count();
    }

    private static boolean isSame(Condition present, Condition wanted) {
        return present.withLastTransitionTime(wanted.lastTransitionTime().orElseThrow())
                .equals(wanted);
    }

    private static JsonObject fields(Condition condition) {
        return Json.object("status", Json.object("conditions", Json.array(Json.parse(condition.toString()))));
    }
}
