package dev.kcm.testing.chaos;

import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Patch;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.Propagation;
import dev.kcm.model.value.Quantity;
import dev.kcm.testing.scenario.Builders;
import dev.kcm.testing.scenario.ObjectBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// One thing a user does, as a line. Every action can be taken in every state of the cluster: where what it is about
/// is not there, or the server refuses, it does nothing.
sealed interface UserAction {
    /// At the end of the label of a pod that was orphaned.
    String ORPHAN = "-orphan";

    /// Throws what the server refuses it with.
    void perform(Playground playground);

    /// How many pods it asks for at once.
    default int replicas() {
        return this instanceof Change(var _, var _, var fields)
                ? (int) fields.longAt("spec", "replicas").orElse(0)
                : 0;
    }

    /// A Deployment, ReplicaSet, StatefulSet, Job or pod.
    sealed interface Creation extends UserAction {
        ObjectBuilder<?, ?> object();

        @Override
        default void perform(Playground playground) {
            playground.create(object());
        }
    }

    record CreateDeployment(String name, int replicas, String surge, String unavailable, PodScript pods)
            implements Creation {
        @Override
        public ObjectBuilder<?, ?> object() {
            return pods.onto(Builders.deployment(name).replicas(replicas).rolling(surge, unavailable));
        }

        @Override
        public String toString() {
            return "create deployment %s replicas=%d surge=%s unavailable=%s %s"
                    .formatted(name, replicas, surge, unavailable, pods);
        }
    }

    record CreateReplicaSet(String name, int replicas, PodScript pods) implements Creation {
        @Override
        public ObjectBuilder<?, ?> object() {
            return pods.onto(Builders.replicaSet(name).replicas(replicas));
        }

        @Override
        public String toString() {
            return "create replicaset %s replicas=%d %s".formatted(name, replicas, pods);
        }
    }

    /// @param isParallel whether its pods start and stop at once instead of one after the other
    record CreateStatefulSet(String name, int replicas, boolean isParallel, PodScript pods) implements Creation {
        @Override
        public ObjectBuilder<?, ?> object() {
            var set = Builders.statefulSet(name).replicas(replicas);
            return pods.onto(isParallel ? set.parallel() : set);
        }

        @Override
        public String toString() {
            return "create statefulset %s replicas=%d parallel=%s %s".formatted(name, replicas, isParallel, pods);
        }
    }

    /// @param replacement its pod replacement policy
    record CreateJob(
            String name, int completions, int parallelism, boolean isIndexed, String replacement, PodScript pods)
            implements Creation {
        @Override
        public ObjectBuilder<?, ?> object() {
            var job = Builders.job(name)
                    .completions(completions)
                    .parallelism(parallelism)
                    .backoffLimit(1)
                    .with(it -> it.withSpec(spec -> spec.podReplacementPolicy(replacement)));
            return pods.onto(isIndexed ? job.indexed() : job);
        }

        @Override
        public String toString() {
            return "create job %s completions=%d parallelism=%d indexed=%s replacement=%s %s"
                    .formatted(name, completions, parallelism, isIndexed, replacement, pods);
        }
    }

    /// A pod nobody owns, with the labels of another's pods: whoever selects them adopts it.
    record CreatePod(String name, String app, boolean isReady) implements Creation {
        @Override
        public ObjectBuilder<?, ?> object() {
            var pod = Builders.pod(name).like(app);
            return isReady ? pod : pod.unready();
        }

        @Override
        public String toString() {
            return "create pod %s app=%s ready=%s".formatted(name, app, isReady);
        }
    }

    record CreateService(String name) implements Creation {
        @Override
        public ObjectBuilder<?, ?> object() {
            return Builders.service(name);
        }

        @Override
        public String toString() {
            return "create service " + name;
        }
    }

    record CreateQuota(String name, int pods) implements Creation {
        @Override
        public ObjectBuilder<?, ?> object() {
            return Builders.object(ResourceQuota.builder()
                    .metadata(it -> it.name(name))
                    .spec(spec -> spec.putHard("pods", Quantity.parse(Integer.toString(pods))))
                    .build());
        }

        @Override
        public String toString() {
            return "create quota %s pods=%d".formatted(name, pods);
        }
    }

    /// A namespace with a Deployment in it, beside the one that the rest is in.
    record CreateNamespace(String name, int replicas) implements UserAction {
        @Override
        public void perform(Playground playground) {
            var side = playground.sideNamespace(name);
            playground.create(Builders.object(
                    Namespace.builder().metadata(it -> it.name(side)).build()));
            playground.create(Builders.deployment("inside").replicas(replicas).in(side));
        }

        @Override
        public String toString() {
            return "create namespace %s replicas=%d".formatted(name, replicas);
        }
    }

    record DeleteNamespace(String name) implements UserAction {
        @Override
        public void perform(Playground playground) {
            playground
                    .client()
                    .on(Namespace.NAMESPACES)
                    .delete(ObjectKey.of("", playground.sideNamespace(name)), DeleteOptions.plain());
        }

        @Override
        public String toString() {
            return "delete namespace " + name;
        }
    }

    /// Scales, rolls, pauses, suspends and whatever else is a change of a few fields.
    record Change(Resource<?> resource, String name, Json fields) implements UserAction {
        @Override
        public void perform(Playground playground) {
            var _ = playground.client().on(resource).patch(playground.key(name), Patch.strategic(fields.toBytes()));
        }

        @Override
        public String toString() {
            return "change %s %s %s".formatted(resource.plural(), name, fields.toText());
        }
    }

    record Delete(Resource<?> resource, String name, Propagation propagation) implements UserAction {
        @Override
        public void perform(Playground playground) {
            playground
                    .client()
                    .on(resource)
                    .delete(playground.key(name), DeleteOptions.plain().withPropagation(propagation));
        }

        @Override
        public String toString() {
            return "delete %s %s %s"
                    .formatted(resource.plural(), name, propagation.name().toLowerCase(Locale.ROOT));
        }
    }

    /// The pod of this number, in the order of names, among those that a controller made and that are labelled with
    /// its owner's name: of these it does not matter which is chosen.
    record DeletePod(String app, int number) implements UserAction {
        @Override
        public void perform(Playground playground) {
            podOf(playground, app, number)
                    .ifPresent(pod -> playground.client().on(Pod.PODS).delete(pod.key(), DeleteOptions.plain()));
        }

        @Override
        public String toString() {
            return "delete pod app=%s number=%d".formatted(app, number);
        }
    }

    /// Takes a pod's label away, so that its owner lets go of it.
    record Orphan(String app, int number) implements UserAction {
        @Override
        public void perform(Playground playground) {
            var labels =
                    Json.object("metadata", Json.object("labels", Json.object().with("app", app + ORPHAN)));
            podOf(playground, app, number)
                    .ifPresent(pod -> playground.client().on(Pod.PODS).patch(pod.key(), Patch.merge(labels.toBytes())));
        }

        @Override
        public String toString() {
            return "orphan pod app=%s number=%d".formatted(app, number);
        }
    }

    /// From now on a webhook that cannot be reached has its say about such requests.
    record BreakWebhook(String verb, Resource<?> resource) implements UserAction {
        @Override
        public void perform(Playground playground) {
            playground.breakWebhook(verb, resource);
        }

        @Override
        public String toString() {
            return "break webhook %s %s".formatted(verb, resource.plural());
        }
    }

    /// No webhook is broken any more.
    record MendWebhooks() implements UserAction {
        @Override
        public void perform(Playground playground) {
            playground.mendWebhooks();
        }

        @Override
        public String toString() {
            return "mend webhooks";
        }
    }

    private static Optional<Pod> podOf(Playground playground, String app, int number) {
        var pods = new ArrayList<Pod>();
        playground.client().on(Pod.PODS).listAll(ListQuery.in(playground.namespace()), pods::add);
        var live = pods.stream()
                .filter(pod -> app.equals(pod.labels().get("app")) && !pod.isDeleting())
                .filter(pod -> !pod.metadata().generateName().isEmpty())
                .sorted(Comparator.comparing(KubeObject::name))
                .toList();
        return live.isEmpty() ? Optional.empty() : Optional.of(live.get(number % live.size()));
    }
}
