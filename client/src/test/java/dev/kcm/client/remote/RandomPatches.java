package dev.kcm.client.remote;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Patches of a Deployment as people and controllers send them, and some that make no sense.
record RandomPatches(Random random) {
    private static final List<String> CONTAINERS = List.of("first", "second", "third", "new");
    private static final List<String> VOLUMES = List.of("scratch", "settings", "more");
    private static final List<String> POINTERS = List.of(
            "/metadata/labels/app",
            "/metadata/labels/a~1b",
            "/metadata/annotations/note",
            "/metadata/finalizers/0",
            "/metadata/finalizers/-",
            "/spec/replicas",
            "/spec/minReadySeconds",
            "/spec/strategy/rollingUpdate",
            "/spec/template/spec/containers/0/image",
            "/spec/template/spec/containers/1",
            "/spec/template/spec/containers/2/env/0",
            "/spec/template/spec/containers/9",
            "/spec/template/spec/tolerations/-",
            "/spec/template/spec/nodeSelector/disk",
            "/nowhere/at/all");

    static JsonObject deployment(ObjectKey key) {
        return (JsonObject) Json.parse("""
            {"apiVersion":"apps/v1","kind":"Deployment",
             "metadata":{"namespace":"%s","name":"%s","labels":{"app":"web","a/b":"c"},
               "annotations":{"note":"one","other":"two"},
               "finalizers":["example.com/first","example.com/second"]},
             "spec":{"replicas":3,"minReadySeconds":5,"selector":{"matchLabels":{"app":"web"}},
               "template":{"metadata":{"labels":{"app":"web","tier":"front"}},
                 "spec":{"nodeSelector":{"disk":"fast","zone":"a"},
                   "tolerations":[{"key":"one","operator":"Exists"}],
                   "volumes":[{"name":"scratch","emptyDir":{}},
                     {"name":"settings","configMap":{"name":"settings"}}],
                   "containers":[
                     {"name":"first","image":"example.com/first:1",
                       "ports":[{"containerPort":80},{"containerPort":443,"name":"tls"}],
                       "volumeMounts":[{"name":"scratch","mountPath":"/tmp"}]},
                     {"name":"second","image":"example.com/second:1",
                       "env":[{"name":"A","value":"1"},{"name":"B","value":"2"}]},
                     {"name":"third","image":"example.com/third:1","args":["x","y"],
                       "env":[{"name":"C","value":"3"}]}]}}}}
            """.formatted(key.namespace(), key.name()));
    }

    Json strategic() {
        return document(true);
    }

    Json merge() {
        return document(false);
    }

    Json json() {
        var operations = new ArrayList<Json>();
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            operations.add(operation());
        }
        return Json.array(operations);
    }

    private JsonObject operation() {
        var path = one(POINTERS);
        return switch (random.nextInt(6)) {
            case 0 -> at("remove", path);
            case 1 -> at("replace", path).with("value", value(path));
            case 2 -> at("copy", path).with("from", one(POINTERS));
            case 3 -> at("move", path).with("from", one(POINTERS));
            case 4 -> at("test", path).with("value", value(path));
            default -> at("add", path).with("value", value(path));
        };
    }

    private static JsonObject at(String operation, String path) {
        return JsonObject.EMPTY.with("op", operation).with("path", path);
    }

    private Json value(String path) {
        if (path.endsWith("replicas") || path.endsWith("minReadySeconds")) {
            return Json.of(random.nextInt(5));
        }
        if (path.matches(".*containers/\\d")) {
            return container(false);
        }
        if (path.contains("env")) {
            return variable();
        }
        if (path.contains("finalizers")) {
            return finalizer();
        }
        if (path.contains("tolerations")) {
            return toleration();
        }
        return path.contains("rollingUpdate") ? JsonObject.EMPTY.with("maxSurge", 1) : Json.of("v" + random.nextInt(3));
    }

    /// @param directed with the directives of strategic patches
    private JsonObject document(boolean directed) {
        var metadata = JsonObject.EMPTY;
        var pod = JsonObject.EMPTY;
        var spec = JsonObject.EMPTY;
        if (random.nextBoolean()) {
            metadata = metadata.with("labels", words(List.of("app", "a/b", "fresh"), directed));
        }
        if (random.nextInt(3) == 0) {
            metadata = metadata.with("annotations", words(List.of("note", "other"), directed));
        }
        if (random.nextInt(3) == 0) {
            boolean deletes = directed && random.nextBoolean();
            metadata = metadata.with(
                    deletes ? "$deleteFromPrimitiveList/finalizers" : "finalizers", Json.array(List.of(finalizer())));
        }
        if (random.nextBoolean()) {
            pod = withContainers(pod, directed);
        }
        if (random.nextInt(3) == 0) {
            pod = pod.with("volumes", Json.array(List.of(volume(directed))));
        }
        if (random.nextInt(3) == 0) {
            pod = pod.with("nodeSelector", words(List.of("disk", "zone", "new"), directed));
        }
        if (random.nextInt(4) == 0) {
            pod = pod.with("tolerations", Json.array(List.of(toleration())));
        }
        if (random.nextInt(4) == 0) {
            spec = spec.with("replicas", random.nextInt(7) - 1);
        }
        if (random.nextInt(4) == 0) {
            spec = spec.with("strategy", strategy(directed));
        }
        if (!pod.equals(JsonObject.EMPTY)) {
            spec = spec.with("template", JsonObject.EMPTY.with("spec", pod));
        }
        return JsonObject.EMPTY.with("metadata", metadata).with("spec", spec);
    }

    private JsonObject withContainers(JsonObject pod, boolean directed) {
        var changed = new ArrayList<Json>();
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            changed.add(container(directed));
        }
        var with = pod.with("containers", Json.array(changed));
        return directed && random.nextInt(3) == 0
                ? with.with("$setElementOrder/containers", Json.array(order()))
                : with;
    }

    private List<Json> order() {
        return new Random(random.nextLong())
                .ints(0, CONTAINERS.size())
                .distinct()
                .limit(3)
                .mapToObj(at -> (Json) JsonObject.EMPTY.with("name", CONTAINERS.get(at)))
                .toList();
    }

    private JsonObject container(boolean directed) {
        var named = JsonObject.EMPTY.with("name", one(CONTAINERS));
        if (directed && random.nextInt(5) == 0) {
            return named.with("$patch", "delete");
        }
        if (random.nextInt(4) > 0) {
            named = named.with("image", "example.com/image:" + random.nextInt(3));
        }
        if (random.nextInt(3) == 0) {
            named = named.with("env", Json.array(List.of(variable())));
        }
        if (random.nextInt(3) == 0) {
            named = named.with("ports", Json.array(List.of(port())));
        }
        if (random.nextInt(4) == 0) {
            named = named.with("args", Json.array(List.of(Json.of("z"))));
        }
        return named;
    }

    private JsonObject variable() {
        return JsonObject.EMPTY.with("name", one(List.of("A", "B", "C", "D"))).with("value", "" + random.nextInt(9));
    }

    private JsonObject port() {
        var port = JsonObject.EMPTY.with("containerPort", random.nextBoolean() ? 80 : 8080);
        return random.nextBoolean() ? port.with("name", "web") : port;
    }

    private JsonObject volume(boolean directed) {
        var named = JsonObject.EMPTY.with("name", one(VOLUMES));
        if (directed && random.nextInt(4) == 0) {
            return named.with("$patch", "delete");
        }
        var with = named.with("configMap", JsonObject.EMPTY.with("name", "other"));
        return directed && random.nextBoolean()
                ? with.with("$retainKeys", Json.array(List.of(Json.of("name"), Json.of("configMap"))))
                : with;
    }

    private JsonObject strategy(boolean directed) {
        var recreate = JsonObject.EMPTY.with("type", "Recreate");
        return directed && random.nextBoolean()
                ? recreate.with("$retainKeys", Json.array(List.of(Json.of("type"))))
                : random.nextBoolean()
                        ? recreate.with("rollingUpdate", Json.NULL)
                        : JsonObject.EMPTY.with("rollingUpdate", JsonObject.EMPTY.with("maxSurge", "10%"));
    }

    private JsonObject words(List<String> names, boolean directed) {
        var words = random.nextInt(3) == 0
                ? JsonObject.EMPTY.with(one(names), Json.NULL)
                : JsonObject.EMPTY.with(one(names), "v" + random.nextInt(3));
        return directed && random.nextInt(5) == 0 ? words.with("$patch", "replace") : words;
    }

    private JsonObject toleration() {
        return JsonObject.EMPTY
                .with("key", one(List.of("one", "two")))
                .with("operator", "Exists")
                .with("effect", "NoSchedule");
    }

    private Json finalizer() {
        return Json.of("example.com/" + one(List.of("first", "second", "third")));
    }

    private <T> T one(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
