package dev.kcm.testing.scenario;

import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.Patch;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.operation.Propagation;
import dev.kcm.model.policy.v1.Eviction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// What users do to objects.
public final class Actions {
    private static final int TRIES = 10;

    private Actions() {}

    public static Action delete(ObjectLocator<?> object) {
        return delete(object, DeleteOptions.plain());
    }

    public static Action delete(ObjectLocator<?> object, Propagation propagation) {
        return delete(object, DeleteOptions.plain().withPropagation(propagation));
    }

    public static Action delete(ObjectLocator<?> object, DeleteOptions options) {
        return new Action(
                "delete " + object,
                scenario -> scenario.client().on(object.resource()).delete(object.key(scenario), options));
    }

    /// Deletes a pod if its disruption budget allows it, as `kubectl drain` does.
    public static Action evict(ObjectLocator<Pod> pod) {
        return new Action("evict " + pod, scenario -> evict(pod.key(scenario), scenario.client()));
    }

    /// The same where the server refuses it, and says this among the causes.
    public static Action refusedToEvict(ObjectLocator<Pod> pod, String cause) {
        return new Action("try to evict " + pod, scenario -> {
            var key = pod.key(scenario);
            try {
                evict(key, scenario.client());
            } catch (ApiException refused) {
                var status = refused.failure().status();
                if ((status + status.message()).contains(cause)) {
                    return;
                }
                throw new AssertionError(
                        "The eviction of %s was refused for another reason than %s: %s".formatted(key, cause, status));
            }
            throw new AssertionError("The eviction of %s was not refused".formatted(key));
        });
    }

    private static void evict(ObjectKey pod, Client client) {
        var eviction = Eviction.builder()
                .metadata(metadata -> metadata.namespace(pod.namespace()).name(pod.name()))
                .build();
        client.on(Pod.PODS).submit(pod, "eviction", eviction);
    }

    /// Sets `spec.replicas`.
    public static Action scale(ObjectLocator<?> object, int replicas) {
        return patch(
                "scale %s to %d".formatted(object, replicas),
                object,
                Json.object("spec", Json.object().with("replicas", replicas)));
    }

    /// Gives the pods of a Deployment, ReplicaSet or the like another image.
    public static Action setImage(ObjectLocator<?> object, String image) {
        var container = Json.object().with("name", PodTemplateBuilder.CONTAINER).with("image", image);
        var template = Json.object("spec", Json.object("containers", Json.array(container)));
        var change = Json.object("spec", Json.object("template", template));
        return patching("set image of %s to %s".formatted(object, image), object, Patch.strategic(change.toBytes()));
    }

    public static Action label(ObjectLocator<?> object, String key, String value) {
        return metadata("label " + object, object, "labels", key, Json.of(value));
    }

    public static Action unlabel(ObjectLocator<?> object, String key) {
        return metadata("unlabel " + object, object, "labels", key, Json.NULL);
    }

    public static Action annotate(ObjectLocator<?> object, String key, String value) {
        return metadata("annotate " + object, object, "annotations", key, Json.of(value));
    }

    public static Action unannotate(ObjectLocator<?> object, String key) {
        return metadata("unannotate " + object, object, "annotations", key, Json.NULL);
    }

    /// A simulated pod becomes ready, or ceases to be.
    public static Action setReady(ObjectLocator<?> pod, boolean isReady) {
        return annotate(pod, PodAnnotations.READY, Boolean.toString(isReady));
    }

    /// A merge patch, as JSON or YAML.
    public static Action patch(ObjectLocator<?> object, String change) {
        return patch("patch %s with %s".formatted(object, change), object, YamlObjects.value(change));
    }

    /// Reads, changes and writes the object, again where somebody else was faster.
    public static <T extends KubeObject> Action update(ObjectLocator<T> object, UnaryOperator<T> change) {
        return new Action("update " + object, scenario -> update(object, change, scenario.client(), scenario));
    }

    /// Anything else, with the user's client.
    public static Action act(String description, Consumer<Client> doing) {
        return new Action(description, scenario -> doing.accept(scenario.client()));
    }

    private static <T extends KubeObject> void update(
            ObjectLocator<T> object, UnaryOperator<T> change, Client client, Scenario scenario) {
        var api = client.on(object.resource());
        for (int tries = 1; ; tries++) {
            try {
                var _ = api.update(change.apply(api.get(object.key(scenario))));
                return;
            } catch (ApiException refused) {
                if (!(refused.failure() instanceof ApiFailure.Conflict) || tries == TRIES) {
                    throw refused;
                }
            }
        }
    }

    private static Action metadata(String description, ObjectLocator<?> object, String part, String key, Json value) {
        return patch(
                "%s: %s=%s".formatted(description, key, value.toText()),
                object,
                Json.object("metadata", Json.object(part, JsonObject.EMPTY.with(key, value))));
    }

    private static Action patch(String description, ObjectLocator<?> object, Json change) {
        return patching(description, object, Patch.merge(change.toBytes()));
    }

    private static Action patching(String description, ObjectLocator<?> object, Patch patch) {
        return new Action(description, scenario -> {
            var _ = scenario.client().on(object.resource()).patch(object.key(scenario), patch);
        });
    }
}
