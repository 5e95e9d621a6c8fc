package dev.kcm.manager.port;

import dev.kcm.manager.pages.Fields;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.json.JsonObject;
import dev.kcm.runtime.loop.DecisionLog;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Handler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// `/debug/controllers/CONTROLLER` says how a controller is, and
/// `/debug/controllers/CONTROLLER/objects/RESOURCE[/NAMESPACE]/NAME` what it decided about an
/// object lately, and why; `/debug/controllers/CONTROLLER/graph` shows the garbage collector's
/// graph (`?uid=`: what is connected with that object). Reasons and names only: what objects
/// contain never gets here.
record Explain(Supplier<List<ExplainedController>> controllers) implements Handler {
    static final String PATH = "/debug/controllers/";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    @Override
    public void handle(Exchange exchange) throws IOException, InterruptedException {
        var parts = Arrays.asList(exchange.path().substring(PATH.length()).split("/", -1));
        var known = controllers.get();
        if (parts.getFirst().isEmpty()) {
            json(
                    exchange,
                    Fields.of("controllers", known.stream().map(Explain::state).toList()));
            return;
        }
        var found = known.stream()
                .filter(controller -> controller.name().equals(parts.getFirst()))
                .findFirst();
        if (found.isEmpty()) {
            notFound(exchange, "%s is not running here; running controllers: %s", parts.getFirst(), names(known));
        } else if (parts.size() == 1) {
            json(exchange, state(found.get()));
        } else if (parts.size() == 2 && parts.get(1).equals("graph")) {
            graph(exchange, found.get());
        } else if (parts.get(1).equals("objects") && (parts.size() == 4 || parts.size() == 5)) {
            object(exchange, found.get(), parts.subList(2, parts.size()));
        } else {
            notFound(exchange, "write %sCONTROLLER/objects/RESOURCE[/NAMESPACE]/NAME", PATH);
        }
    }

    private static void graph(Exchange exchange, ExplainedController controller)
            throws IOException, InterruptedException {
        var picture = controller.picture().of(exchange.query().all("uid"));
        if (picture.isEmpty()) {
            notFound(exchange, "%s has no graph, or is not running", controller.name());
            return;
        }
        exchange.setHeader("Content-Type", "text/vnd.graphviz");
        exchange.setHeader("X-Content-Type-Options", "nosniff");
        exchange.respond(OK, picture.get().getBytes(StandardCharsets.UTF_8));
    }

    private static void object(Exchange exchange, ExplainedController controller, List<String> which)
            throws IOException {
        var resource = which.getFirst().replaceFirst("[.].*", "");
        var key = which.size() == 2 ? ObjectKey.of(which.get(1)) : ObjectKey.of(which.get(1), which.get(2));
        var decisions = controller.decisions().apply(resource, key);
        if (decisions.isEmpty()) {
            notFound(
                    exchange,
                    "%s decided nothing about %s %s yet: %s",
                    controller.name(),
                    resource,
                    key,
                    reason(controller, resource));
            return;
        }
        json(
                exchange,
                Fields.of(
                        "controller", controller.name(),
                        "object", key.toString(),
                        "decisions", decisions.stream().map(Explain::decision).toList()));
    }

    private static String reason(ExplainedController controller, String resource) {
        return controller
                .reconciled()
                .map(Resource::plural)
                .filter(plural -> !plural.equals(resource))
                .map("it reconciles %s"::formatted)
                .orElse("there is no such object, it has not been synced yet, or that was long ago");
    }

    private static JsonObject decision(DecisionLog.Entry entry) {
        return Fields.of(
                "at", entry.at().toString(),
                "decided", entry.decided(),
                "outcomes", entry.outcomes(),
                "next", entry.next());
    }

    private static JsonObject state(ExplainedController controller) {
        return Fields.of(
                "controller", controller.name(),
                "resource", controller.reconciled().map(Resource::plural).orElse(""),
                "running", controller.isRunning(),
                "failuresInARow", controller.failures(),
                "unhealthyReason", controller.unhealthyReason().orElse(""));
    }

    private static List<String> names(List<ExplainedController> known) {
        return known.stream().map(ExplainedController::name).sorted().toList();
    }

    private static void json(Exchange exchange, JsonObject document) throws IOException {
        exchange.setHeader("Content-Type", "application/json");
        var text = StatusResponse.json(exchange, document.toText());
        exchange.respond(OK, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void notFound(Exchange exchange, String format, Object... values) throws IOException {
        exchange.respondText(NOT_FOUND, format.formatted(values) + "\n");
    }
}
