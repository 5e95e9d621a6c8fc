package dev.kcm.apiserver.http;

import dev.kcm.apiserver.ownership.WriterName;
import dev.kcm.apiserver.registry.Revisions;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.base.GoText;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.selector.FieldSelector;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.selector.SelectorException;
import dev.kcm.model.value.Bytes;
import dev.kcm.serving.Exchange;
import dev.kcm.serving.Query;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Reads the operation of an HTTP request for a resource.
final class OperationReader {
    private final Exchange exchange;
    private final Target target;
    private final Decoder decoder;
    private final LongSupplier revision;

    /// @param revision the newest there is
    OperationReader(Exchange exchange, Target target, LongSupplier revision) {
        this.exchange = exchange;
        this.target = target;
        this.revision = revision;
        this.decoder =
                new Decoder(exchange.header("Content-Type").orElse("application/json"), parameter("fieldValidation"));
    }

    /// What to warn of after [#operation] has read the body.
    List<String> warnings() {
        return decoder.warnings();
    }

    Operation operation() throws IOException {
        var isCollection = target.name().isEmpty();
        return switch (exchange.method()) {
            case "GET", "HEAD" -> isCollection || RequestInfo.isWatch(exchange) ? collection() : get();
            case "POST" -> create();
            case "PUT" -> {
                requireName();
                yield new Operation.Update(
                        target, decoder.object(bodyResource(), exchange.body()), options("UpdateOptions"));
            }
            case "PATCH" -> patch();
            case "DELETE" ->
                isCollection
                        ? new Operation.DeleteCollection(target, selection(), deleteOptions())
                        : new Operation.Delete(target, deleteOptions());
            default -> throw ApiErrors.methodNotAllowed();
        };
    }

    /// A version in a read is the oldest that will do.
    private Operation get() {
        var wanted = parameter("resourceVersion");
        Revisions.requireReached(target.resource(), wanted, Revisions.parse(wanted), revision.getAsLong());
        return new Operation.Get(target);
    }

    private Operation create() throws IOException {
        if (!target.name().isEmpty() && target.subresource().isEmpty()) {
            throw ApiErrors.methodNotAllowed();
        }
        return new Operation.Create(target, decoder.object(bodyResource(), exchange.body()), options("CreateOptions"));
    }

    private Operation patch() throws IOException {
        requireName();
        var mediaType =
                MediaRange.parse(exchange.header("Content-Type").orElse("")).type();
        var type = PatchType.of(mediaType)
                .orElseThrow(() -> ApiErrors.unsupportedMediaType("the body of the request was in an unknown format -"
                        + " accepted media types include:"
                        + " application/json-patch+json,"
                        + " application/merge-patch+json,"
                        + " application/strategic-merge-patch+json,"
                        + " application/apply-patch+yaml"));
        var force = flag("force");
        if (force.isPresent() && type != PatchType.APPLY) {
            throw ApiErrors.forbiddenOption("PatchOptions", "force", "may not be specified for non-apply patch");
        }
        if (type == PatchType.APPLY && parameter("fieldManager").isEmpty()) {
            throw ApiErrors.requiredOption("PatchOptions", "fieldManager", "is required for apply patch");
        }
        return new Operation.Patch(
                target, type, Bytes.wrap(exchange.body()), force.orElse(false), options("PatchOptions"));
    }

    private void requireName() {
        if (target.name().isEmpty()) {
            throw ApiErrors.methodNotAllowed();
        }
    }

    /// The kind of the body: of a subresource it may be another than of the object.
    private Resource<?> bodyResource() {
        var part = target.resource().subresource(target.subresource());
        if (part.isEmpty()) {
            return target.resource();
        }
        return Catalog.byKind(
                        part.get().group(), part.get().version(), part.get().kind())
                .orElse(target.resource());
    }

    private Operation collection() {
        if (!RequestInfo.isWatch(exchange)) {
            return new Operation.ListObjects(
                    target,
                    selection(),
                    number("limit").orElse(0L),
                    parameter("continue"),
                    parameter("resourceVersion"),
                    parameter("resourceVersionMatch"));
        }
        return new Operation.Watch(
                target,
                selection(),
                parameter("resourceVersion"),
                parameter("resourceVersionMatch"),
                flag("allowWatchBookmarks").orElse(false),
                flag("sendInitialEvents"),
                number("timeoutSeconds").filter(it -> it != 0).map(Duration::ofSeconds));
    }

    private Selection selection() {
        return selection(exchange.query());
    }

    static Selection selection(Query query) {
        try {
            return new Selection(
                    Selector.parse(query.first("labelSelector").orElse("")),
                    FieldSelector.parse(query.first("fieldSelector").orElse("")));
        } catch (SelectorException problem) {
            throw ApiErrors.badRequest(ApiErrors.said(problem));
        }
    }

    private WriteOptions options(String kind) {
        return new WriteOptions(
                isDryRun(exchange.query().all("dryRun")),
                fieldManager(kind),
                parameter("fieldValidation").equals("Strict"));
    }

    private String fieldManager(String options) {
        var given = parameter("fieldManager");
        WriterName.requireValid(given, options);
        return given.isEmpty()
                ? WriterName.ofUserAgent(exchange.header("User-Agent").orElse(""))
                : given;
    }

    private static boolean isDryRun(List<String> directives) {
        for (var directive : directives) {
            if (!directive.equals("All")) {
                throw ApiErrors.invalidOptions(
                        "CreateOptions",
                        "dryRun: Unsupported value: [\"%s\"]: supported values: \"All\"".formatted(directive));
            }
        }
        return !directives.isEmpty();
    }

    private DeleteOptions deleteOptions() throws IOException {
        var options = decoder.deleteOptions(exchange.body()).toBuilder();
        number("gracePeriodSeconds").ifPresent(options::gracePeriodSeconds);
        flag("orphanDependents").ifPresent(options::orphanDependents);
        exchange.query().first("propagationPolicy").ifPresent(options::propagationPolicy);
        if (exchange.query().has("dryRun")) {
            options.dryRun(exchange.query().all("dryRun"));
        }
        var read = options.build();
        isDryRun(read.dryRun());
        return read;
    }

    private String parameter(String name) {
        return exchange.query().first(name).orElse("");
    }

    private Optional<Boolean> flag(String name) {
        return exchange.query().first(name).map(text -> !text.equals("false") && !text.equals("0"));
    }

    private Optional<Long> number(String name) {
        var text = parameter(name);
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            throw ApiErrors.badRequest("strconv.ParseInt: parsing %s: %s"
                    .formatted(GoText.quote(text), GoText.isDecimal(text) ? "value out of range" : "invalid syntax"));
        }
    }
}
