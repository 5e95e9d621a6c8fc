package dev.kcm.cli;

import dev.kcm.client.Client;
import dev.kcm.client.RawResponse;
import dev.kcm.client.tls.ServerAddress;
import dev.kcm.cluster.ClusterException;
import dev.kcm.cluster.why.Decisions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What the controllers of a kube-controller-manager decided, by its HTTPS port.
///
/// @param reconciled by controller, the resource that it reconciles; empty if it is not a
///   reconciler
record ManagerDecisions(Client client, ServerAddress manager, Map<String, String> reconciled) implements Decisions {
    private static final String PATH = "/debug/controllers/";
    private static final String JSON = "application/json";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    /// @throws ClusterException if the manager cannot be reached, with what to do about it
    static ManagerDecisions of(Client client, ServerAddress manager) {
        var response = get(client, manager, PATH);
        var reconciled = new TreeMap<String, String>();
        Json.parse(response.body())
                .itemsAt("controllers")
                .forEach(it -> reconciled.put(
                        it.textAt("controller").orElse(""),
                        it.textAt("resource").orElse("")));
        return new ManagerDecisions(client, manager, reconciled);
    }

    /// What to print before everything else.
    String remark() {
        return reconciled.isEmpty()
                ? "The manager at %s runs no controllers now: name the one that holds the lease.\n\n".formatted(manager)
                : "";
    }

    @Override
    public Set<String> controllers() {
        return reconciled.keySet();
    }

    @Override
    public List<String> about(Resource<?> resource, ObjectKey key) {
        return reconciled.entrySet().stream()
                .filter(it -> it.getValue().isEmpty() || it.getValue().equals(resource.plural()))
                .flatMap(it -> last(it.getKey(), resource, key).stream())
                .toList();
    }

    private Optional<String> last(String controller, Resource<?> resource, ObjectKey key) {
        var path = PATH
                + controller
                + "/objects/"
                + resource.plural()
                + "/"
                + (key.namespace().isEmpty() ? "" : key.namespace() + "/")
                + key.name();
        var response = get(client, manager, path);
        if (response.code() == NOT_FOUND) {
            return Optional.empty();
        }
        var decisions = Json.parse(response.body()).itemsAt("decisions");
        return decisions.isEmpty() ? Optional.empty() : Optional.of(line(controller, decisions.getLast()));
    }

    private static String line(String controller, Json decision) {
        return Decisions.line(
                controller,
                decision.textAt("decided").orElse(""),
                decision.itemsAt("outcomes").stream()
                        .map(outcome -> outcome.textAt().orElse(""))
                        .toList(),
                decision.textAt("next").orElse(""));
    }

    private static RawResponse get(Client client, ServerAddress manager, String path) {
        try {
            var response = client.raw(path, JSON);
            if (response.code() != OK && response.code() != NOT_FOUND) {
                throw new ClusterException("the manager at %s responded %d: %s"
                        .formatted(manager, response.code(), response.text().strip()));
            }
            return response;
        } catch (ApiException refused) {
            return switch (refused.failure()) {
                case ApiFailure.NotFound _ -> new RawResponse(NOT_FOUND, "", new byte[0]);
                default -> throw unable(manager, refused);
            };
        }
    }

    private static ClusterException unable(ServerAddress manager, ApiException refused) {
        var hint = switch (refused.failure()) {
            case ApiFailure.Forbidden _ ->
                " (you need permission to get the non-resource path" + " /debug/controllers/*)";
            case ApiFailure.Unauthorized _ ->
                " (--token-file, or --client-certificate with --client-key, says who" + " you are)";
            case ApiFailure.Transport _ ->
                " (--certificate-authority names who signed its certificate,"
                        + " --insecure-skip-tls-verify takes any)";
            default -> "";
        };
        return new ClusterException(
                "cannot reach the manager at %s: %s%s".formatted(manager, refused.getMessage(), hint), refused);
    }
}
