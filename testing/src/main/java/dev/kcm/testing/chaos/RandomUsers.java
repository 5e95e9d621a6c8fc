package dev.kcm.testing.chaos;

import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.Propagation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Users who create a few objects and change their minds about them, some seconds apart.
final class RandomUsers {
    private static final List<String> DEPLOYMENTS = List.of("web", "api");
    private static final List<String> JOBS = List.of("batch", "index");
    private static final String REPLICA_SET = "cache";
    private static final String STATEFUL_SET = "db";
    private static final String QUOTA = "limit";
    private static final String SIDE = "side";
    private static final String CONTAINER = "main";
    private static final List<String> LIMITS = List.of("0", "1", "25%", "2", "50%", "100%");

    private final RandomGenerator random;
    private final List<Timed<UserAction>> actions = new ArrayList<>();
    private final Set<String> created = new LinkedHashSet<>();
    private long millis;
    private int images = 1;
    private int pods;

    RandomUsers(RandomGenerator random) {
        this.random = random;
    }

    List<Timed<UserAction>> actions() {
        int count = 4 + random.nextInt(9);
        add(random.nextInt(4) > 0 ? deployment(DEPLOYMENTS.getFirst()) : job(pick(JOBS)));
        while (actions.size() < count) {
            millis += pause();
            add(next());
        }
        return List.copyOf(actions);
    }

    private void add(UserAction action) {
        actions.add(new Timed<>(Duration.ofMillis(millis), action));
    }

    /// Mostly seconds, sometimes less than a controller needs to react.
    private long pause() {
        return random.nextInt(4) == 0 ? 10 + random.nextInt(300) : 300 + random.nextInt(5_000);
    }

    private UserAction next() {
        if (created.isEmpty() || random.nextInt(4) == 0) {
            return creation();
        }
        var name = pick(List.copyOf(created));
        if (DEPLOYMENTS.contains(name)) {
            return onDeployment(name);
        }
        if (JOBS.contains(name)) {
            return onJob(name);
        }
        return switch (name) {
            case REPLICA_SET -> onReplicaSet();
            case STATEFUL_SET -> onStatefulSet();
            case QUOTA -> new UserAction.Delete(ResourceQuota.RESOURCE_QUOTAS, QUOTA, Propagation.BACKGROUND);
            case SIDE -> new UserAction.DeleteNamespace(SIDE);
            default -> new UserAction.MendWebhooks();
        };
    }

    private UserAction creation() {
        return switch (random.nextInt(12)) {
            case 0, 1 -> deployment(pick(DEPLOYMENTS));
            case 2, 3 -> job(pick(JOBS));
            case 4, 5 -> replicaSet();
            case 10, 11 -> statefulSet();
            case 6 -> new UserAction.CreateService(pick(DEPLOYMENTS));
            case 7 -> remembered(QUOTA, new UserAction.CreateQuota(QUOTA, 5 + random.nextInt(40)));
            case 8 -> remembered(SIDE, new UserAction.CreateNamespace(SIDE, 1 + random.nextInt(4)));
            default -> brokenWebhook();
        };
    }

    private UserAction brokenWebhook() {
        return switch (random.nextInt(3)) {
            case 0 -> remembered("webhook", new UserAction.BreakWebhook("create", Pod.PODS));
            case 1 -> remembered("webhook", new UserAction.BreakWebhook("update", ReplicaSet.REPLICA_SETS));
            default -> remembered("webhook", new UserAction.BreakWebhook("delete", Pod.PODS));
        };
    }

    private UserAction deployment(String name) {
        var surge = pick(LIMITS);
        var unavailable = pick(surge.equals("0") ? LIMITS.subList(1, LIMITS.size()) : LIMITS);
        return remembered(name, new UserAction.CreateDeployment(name, size(), surge, unavailable, script()));
    }

    private UserAction replicaSet() {
        return remembered(REPLICA_SET, new UserAction.CreateReplicaSet(REPLICA_SET, size(), script()));
    }

    /// A few pods: most start one after the other.
    private UserAction statefulSet() {
        return remembered(
                STATEFUL_SET, new UserAction.CreateStatefulSet(STATEFUL_SET, few(), random.nextInt(4) == 0, script()));
    }

    private UserAction job(String name) {
        int completions = 1 + random.nextInt(8);
        var runs = script().exiting(random.nextInt(5) == 0 ? 1 : 0, 500 + random.nextInt(6_000));
        return remembered(
                name,
                new UserAction.CreateJob(
                        name,
                        completions,
                        1 + random.nextInt(completions),
                        name.equals("index"),
                        random.nextBoolean() ? "Failed" : "TerminatingOrFailed",
                        runs));
    }

    private UserAction remembered(String name, UserAction creation) {
        created.add(name);
        return creation;
    }

    private UserAction onDeployment(String name) {
        return switch (random.nextInt(14)) {
            case 0, 1 -> scale(Deployment.DEPLOYMENTS, name);
            case 2, 3, 4 -> roll(Deployment.DEPLOYMENTS, name, ++images);
            case 5 -> roll(Deployment.DEPLOYMENTS, name, 1 + random.nextInt(images));
            case 6 -> change(Deployment.DEPLOYMENTS, name, "{\"paused\":%s}".formatted(random.nextBoolean()));
            case 7 -> limits(name);
            case 8 -> new UserAction.Orphan(name, random.nextInt(100));
            case 9 -> adopt(name);
            case 10, 11 -> new UserAction.DeletePod(name, random.nextInt(100));
            case 12 -> deleted(Deployment.DEPLOYMENTS, name);
            default -> new UserAction.Delete(Service.SERVICES, name, Propagation.BACKGROUND);
        };
    }

    private UserAction onReplicaSet() {
        return switch (random.nextInt(5)) {
            case 0, 1 -> scale(ReplicaSet.REPLICA_SETS, REPLICA_SET);
            case 2 -> new UserAction.Orphan(REPLICA_SET, random.nextInt(100));
            case 3 -> adopt(REPLICA_SET);
            default -> deleted(ReplicaSet.REPLICA_SETS, REPLICA_SET);
        };
    }

    private UserAction onStatefulSet() {
        return switch (random.nextInt(9)) {
            case 0, 1 ->
                change(StatefulSet.STATEFUL_SETS, STATEFUL_SET, "{\"replicas\":%d}".formatted(random.nextInt(6)));
            case 2, 3 -> roll(StatefulSet.STATEFUL_SETS, STATEFUL_SET, ++images);
            case 4 -> roll(StatefulSet.STATEFUL_SETS, STATEFUL_SET, 1 + random.nextInt(images));
            case 5 ->
                change(
                        StatefulSet.STATEFUL_SETS,
                        STATEFUL_SET,
                        "{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":%d}}}".formatted(random.nextInt(4)));
            case 6, 7 -> new UserAction.DeletePod(STATEFUL_SET, random.nextInt(100));
            default -> deleted(StatefulSet.STATEFUL_SETS, STATEFUL_SET);
        };
    }

    private UserAction onJob(String name) {
        return switch (random.nextInt(7)) {
            case 0, 1 -> change(Job.JOBS, name, "{\"suspend\":true}");
            case 2 -> change(Job.JOBS, name, "{\"suspend\":false}");
            case 3 -> change(Job.JOBS, name, "{\"parallelism\":%d}".formatted(random.nextInt(5)));
            case 4 -> {
                int fewer = 1 + random.nextInt(4);
                yield change(Job.JOBS, name, "{\"parallelism\":%d,\"completions\":%d}".formatted(fewer, fewer));
            }
            case 5 -> new UserAction.DeletePod(name, random.nextInt(100));
            default -> deleted(Job.JOBS, name);
        };
    }

    private UserAction scale(Resource<?> resource, String name) {
        return change(resource, name, "{\"replicas\":%d}".formatted(random.nextInt(8) == 0 ? 0 : size()));
    }

    /// Another image, or one that was there before.
    private UserAction roll(Resource<?> resource, String name, int image) {
        return change(
                resource,
                name,
                "{\"template\":{\"spec\":{\"containers\":[{\"name\":\"%s\",\"image\":\"example.com/app:%d\"}]}}}"
                        .formatted(CONTAINER, image));
    }

    private UserAction limits(String name) {
        var surge = pick(LIMITS.subList(1, LIMITS.size()));
        return change(
                Deployment.DEPLOYMENTS,
                name,
                "{\"strategy\":{\"rollingUpdate\":{\"maxSurge\":%s,\"maxUnavailable\":%s}}}"
                        .formatted(json(surge), json(pick(LIMITS))));
    }

    private UserAction adopt(String app) {
        return new UserAction.CreatePod("extra-" + ++pods, app, random.nextInt(4) > 0);
    }

    private UserAction deleted(Resource<?> resource, String name) {
        created.remove(name);
        return new UserAction.Delete(resource, name, pick(List.of(Propagation.values())));
    }

    private static UserAction change(Resource<?> resource, String name, String spec) {
        return new UserAction.Change(resource, name, Json.object("spec", Json.parse(spec)));
    }

    private static String json(String limit) {
        return limit.endsWith("%") ? "\"" + limit + "\"" : limit;
    }

    private int few() {
        return 1 + random.nextInt(5);
    }

    /// Mostly a handful of pods, sometimes more than the client's limits let through at once.
    private int size() {
        return switch (random.nextInt(8)) {
            case 0 -> 40 + random.nextInt(50);
            case 1, 2 -> 8 + random.nextInt(20);
            default -> 1 + random.nextInt(6);
        };
    }

    /// Pods that take seconds to become ready; some never do.
    private PodScript script() {
        int start = 400 + random.nextInt(1_500);
        var script = PodScript.PROMPT
                .starting(start, start + random.nextInt(2_500))
                .stopping(random.nextBoolean() ? 0 : random.nextInt(3_000));
        return random.nextInt(10) == 0 ? script.unready() : script;
    }

    private <E> E pick(List<E> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
