package dev.kcm.testing.chaos;

import dev.kcm.base.GoDuration;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Propagation;
import dev.kcm.testing.backend.Fault;
import dev.kcm.testing.backend.RequestPattern;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A line of a schedule, in words.
///
/// @param words in order
/// @param named those of the form `name=value`
record ScheduleLine(Duration at, String text, List<String> words, Map<String, String> named) {
    private static final Map<Integer, String> REASONS = Map.of(
            403, "Forbidden",
            404, "NotFound",
            409, "Conflict",
            410, "Expired",
            422, "Invalid",
            429, "TooManyRequests",
            500, "InternalError",
            503, "ServiceUnavailable",
            504, "Timeout");

    private static final List<Resource<?>> RESOURCES = List.of(
            Deployment.DEPLOYMENTS,
            ReplicaSet.REPLICA_SETS,
            StatefulSet.STATEFUL_SETS,
            ControllerRevision.CONTROLLER_REVISIONS,
            Job.JOBS,
            Pod.PODS,
            Service.SERVICES,
            EndpointSlice.ENDPOINT_SLICES,
            ResourceQuota.RESOURCE_QUOTAS,
            Namespace.NAMESPACES);

    /// `at 1.5s …`.
    static ScheduleLine parse(String line) {
        var words = List.of(line.split(" "));
        if (words.size() < 3 || !words.getFirst().equals("at")) {
            throw new IllegalArgumentException("\"%s\" does not begin with a time, as in \"at 1.5s\"".formatted(line));
        }
        var named = new HashMap<String, String>();
        words.stream()
                .map(word -> word.split("=", 2))
                .filter(it -> it.length == 2)
                .forEach(it -> named.put(it[0], it[1]));
        var rest = line.substring(line.indexOf(' ', 3) + 1);
        return new ScheduleLine(GoDuration.parse(words.get(1)), rest, words.subList(2, words.size()), named);
    }

    Timed<UserAction> user() {
        return new Timed<>(at, action());
    }

    Timed<Disturbance> disturbance() {
        return new Timed<>(
                at,
                switch (word(0)) {
                    case "crash" -> new Disturbance.Crash(Integer.parseInt(words.getLast()));
                    case "restart" -> new Disturbance.Restart();
                    case "fail" -> new Disturbance.FailOver();
                    default -> new Disturbance.During(fault(), GoDuration.parse(words.getLast()));
                });
    }

    private UserAction action() {
        return switch (word(0)) {
            case "create" -> creation();
            case "change" ->
                new UserAction.Change(resource(word(1)), word(2), Json.parse(text.substring(text.indexOf('{'))));
            case "delete" ->
                switch (word(1)) {
                    case "pod" -> new UserAction.DeletePod(named("app"), number("number"));
                    case "namespace" -> new UserAction.DeleteNamespace(word(2));
                    default ->
                        new UserAction.Delete(
                                resource(word(1)), word(2), Propagation.valueOf(word(3).toUpperCase(Locale.ROOT)));
                };
            case "orphan" -> new UserAction.Orphan(named("app"), number("number"));
            case "break" -> new UserAction.BreakWebhook(word(2), resource(word(3)));
            case "mend" -> new UserAction.MendWebhooks();
            default -> throw unknown();
        };
    }

    private UserAction creation() {
        var name = word(2);
        return switch (word(1)) {
            case "deployment" ->
                new UserAction.CreateDeployment(
                        name, number("replicas"), named("surge"), named("unavailable"), PodScript.parse(named));
            case "replicaset" -> new UserAction.CreateReplicaSet(name, number("replicas"), PodScript.parse(named));
            case "statefulset" ->
                new UserAction.CreateStatefulSet(
                        name, number("replicas"), Boolean.parseBoolean(named("parallel")), PodScript.parse(named));
            case "job" ->
                new UserAction.CreateJob(
                        name,
                        number("completions"),
                        number("parallelism"),
                        Boolean.parseBoolean(named("indexed")),
                        named("replacement"),
                        PodScript.parse(named));
            case "pod" -> new UserAction.CreatePod(name, named("app"), Boolean.parseBoolean(named("ready")));
            case "service" -> new UserAction.CreateService(name);
            case "quota" -> new UserAction.CreateQuota(name, number("pods"));
            case "namespace" -> new UserAction.CreateNamespace(name, number("replicas"));
            default -> throw unknown();
        };
    }

    private Fault fault() {
        return switch (word(0)) {
            case "refuse" ->
                new Fault.Refusing(requests(2), failure(Integer.parseInt(word(1))), number("after"), number("times"));
            case "lose" -> new Fault.LostResponse(requests(1), number("after"), number("times"));
            case "slow" -> new Fault.SlowRequests(requests(1), GoDuration.parse(named("by")));
            case "stall" -> new Fault.StalledWatch(resource(word(1)));
            case "repeat" -> new Fault.RepeatedEvents(resource(word(1)));
            case "cut" -> new Fault.UnreachableResource(resource(word(1)));
            case "drop" -> new Fault.DroppedWatch(resource(word(1)));
            case "expire" ->
                new Fault.ExpiredPosition(word(1).equals("all") ? Optional.empty() : Optional.of(resource(word(1))));
            case "skew" -> new Fault.SkewedClock(GoDuration.parse(word(1)));
            default -> throw unknown();
        };
    }

    /// As a server that refuses for no reason of ours has it.
    static ApiFailure failure(int code) {
        return ApiFailure.of(Status.builder()
                .status("Failure")
                .code(code)
                .reason(Optional.ofNullable(REASONS.get(code)).orElse("Unknown"))
                .message("the adversary says " + code)
                .build());
    }

    static Stream<Resource<?>> resources() {
        return RESOURCES.stream();
    }

    private RequestPattern requests(int from) {
        return new RequestPattern(word(from) + " " + word(from + 1), Optional.empty());
    }

    private static Resource<?> resource(String plural) {
        return RESOURCES.stream()
                .filter(it -> it.plural().equals(plural))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("schedules know nothing of " + plural));
    }

    private String word(int number) {
        if (number >= words.size()) {
            throw unknown();
        }
        return words.get(number);
    }

    private String named(String name) {
        return Optional.ofNullable(named.get(name)).orElseThrow(this::unknown);
    }

    private int number(String name) {
        return Integer.parseInt(named(name));
    }

    private IllegalArgumentException unknown() {
        return new IllegalArgumentException("cannot read \"%s\" of a schedule".formatted(text));
    }
}
