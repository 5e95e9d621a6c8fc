package dev.kcm.testing.scenario;

import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.Patch;
import dev.kcm.model.KubeObject;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.operation.Propagation;
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
