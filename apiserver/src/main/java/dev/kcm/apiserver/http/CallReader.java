package dev.kcm.apiserver.http;

import dev.kcm.apiserver.request.ApiCall;
import dev.kcm.apiserver.request.PatchType;
import dev.kcm.apiserver.request.Refusals;
import dev.kcm.apiserver.request.Selection;
import dev.kcm.apiserver.request.Target;
import dev.kcm.apiserver.request.WriteOptions;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.selector.FieldSelector;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.selector.SelectorException;
import dev.kcm.model.value.Bytes;
import dev.kcm.serving.Exchange;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Turns an HTTP request for a resource into a call.
final class CallReader {
    private final Exchange exchange;
    private final Target target;
    private final Decoder decoder;

    CallReader(Exchange exchange, Target target) {
        this.exchange = exchange;
        this.target = target;
        this.decoder =
                new Decoder(exchange.header("Content-Type").orElse("application/json"), parameter("fieldValidation"));
    }

    /// What to warn of after [#call] has read the body.
    List<String> warnings() {
        return decoder.warnings();
    }

    ApiCall call() throws IOException {
        var isCollection = target.name().isEmpty();
        return switch (exchange.method()) {
            case "GET", "HEAD" -> isCollection || isWatch() ? collection() : new ApiCall.Get(target);
            case "POST" -> create();
            case "PUT" -> {
                requireName();
                yield new ApiCall.Update(target, decoder.object(bodyResource(), exchange.body()), options());
            }
            case "PATCH" -> patch();
            case "DELETE" ->
                isCollection
                        ? new ApiCall.DeleteAll(target, selection(), deleteOptions())
                        : new ApiCall.Delete(target, deleteOptions());
            default -> throw Refusals.methodNotAllowed();
        };
    }

    private ApiCall create() throws IOException {
        if (!target.name().isEmpty() && target.subresource().isEmpty()) {
            throw Refusals.methodNotAllowed();
        }
        return new ApiCall.Create(target, decoder.object(bodyResource(), exchange.body()), options());
    }

    private ApiCall patch() throws IOException {
        requireName();
        var mediaType =
                MediaRange.parse(exchange.header("Content-Type").orElse("")).type();
        var type = PatchType.of(mediaType)
                .orElseThrow(() -> Refusals.unsupportedMediaType("the body of the request was in an unknown format -"
                        + " accepted media types include:"
                        + " application/json-patch+json,"
                        + " application/merge-patch+json,"
                        + " application/strategic-merge-patch+json"));
        return new ApiCall.Patch(target, type, Bytes.wrap(exchange.body()), options());
    }

    private void requireName() {
        if (target.name().isEmpty()) {
            throw Refusals.methodNotAllowed();
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

    private boolean isWatch() {
        return flag("watch").orElse(false);
    }

    private ApiCall collection() {
        if (!isWatch()) {
            return new ApiCall.ListObjects(
                    target,
                    selection(),
                    number("limit").orElse(0L),
                    parameter("continue"),
                    parameter("resourceVersion"),
                    parameter("resourceVersionMatch"));
        }
        return new ApiCall.Watch(
                target,
                selection(),
                parameter("resourceVersion"),
                parameter("resourceVersionMatch"),
                flag("allowWatchBookmarks").orElse(false),
                flag("sendInitialEvents"),
                number("timeoutSeconds").filter(it -> it > 0).map(Duration::ofSeconds));
    }

    private Selection selection() {
        try {
            return new Selection(
                    Selector.parse(parameter("labelSelector")), FieldSelector.parse(parameter("fieldSelector")));
        } catch (SelectorException problem) {
            throw Refusals.badRequest(Refusals.said(problem));
        }
    }

    private WriteOptions options() {
        return new WriteOptions(
                isDryRun(exchange.query().all("dryRun")),
                parameter("fieldManager"),
                parameter("fieldValidation").equals("Strict"));
    }

    private static boolean isDryRun(List<String> directives) {
        for (var directive : directives) {
            if (!directive.equals("All")) {
                throw Refusals.invalidOptions(
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
            throw Refusals.badRequest("the parameter %s must be a whole number, not \"%s\"".formatted(name, text));
        }
    }
}
