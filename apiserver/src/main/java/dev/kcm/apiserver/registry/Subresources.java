package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.ownership.TrackedWrite;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import java.util.List;

/// Dispatches requests for subresources.
final class Subresources {
    private final Applier applier;
    private final SystemMetadata system;
    private final Reader reader;
    private final Writer writer;
    private final AdmissionPlugin admission;
    private final TokenIssuer tokens;
    private final ScaleSubresource scale;
    private final BindingSubresource binding;
    private final EvictionSubresource eviction;

    Subresources(
            Registry.Parts parts,
            Applier applier,
            Reader reader,
            Writer writer,
            Deleter deleter,
            SystemMetadata system) {
        this.applier = applier;
        this.system = system;
        this.reader = reader;
        this.writer = writer;
        this.admission = parts.admission();
        this.tokens = parts.tokens();
        this.scale = new ScaleSubresource(reader, writer);
        this.binding = new BindingSubresource(parts.admission(), writer, system);
        this.eviction = new EvictionSubresource(parts, reader, writer, deleter, system);
    }

    ApiResponse handle(RequestUser caller, Operation call) throws InterruptedException {
        return switch (call.target().subresource()) {
            case "status" -> part(caller, call, Writer.Scope.STATUS);
            case "ephemeralcontainers", "resize", "approval" -> part(caller, call, Writer.Scope.SUBRESOURCE);
            case "scale" -> scale.handle(caller, call);
            case "binding" -> bind(caller, (Operation.Create) call);
            case "eviction" -> eviction.create(caller, (Operation.Create) call);
            case "finalize" -> finalizeNamespace(caller, (Operation.Update) call);
            case "token" -> token(caller, (Operation.Create) call);
            default ->
                throw ApiErrors.badRequest("pods are simulated on this server: there is no %s to show"
                        .formatted(call.target().subresource()));
        };
    }

    /// Also the old form, `POST bindings`.
    ApiResponse bind(RequestUser caller, Operation.Create call) throws InterruptedException {
        return binding.create(caller, call);
    }

    /// A subresource whose representation is the object itself, of which only a part may change.
    private ApiResponse part(RequestUser caller, Operation call, Writer.Scope scope) throws InterruptedException {
        return switch (call) {
            case Operation.Get get -> reader.get(get);
            case Operation.Update update -> writer.update(caller, update, scope);
            case Operation.Patch patch when patch.type() == PatchType.APPLY -> applier.apply(caller, patch, scope);
            case Operation.Patch patch -> writer.patch(caller, patch, scope);
            default -> throw ApiErrors.methodNotSupported(call.target(), call.verb());
        };
    }

    private ApiResponse finalizeNamespace(RequestUser caller, Operation.Update call) throws InterruptedException {
        var wanted = (Namespace) call.object();
        var write = TrackedWrite.of(caller, call.target(), call.options(), system.now());
        return writer.changeFreely(
                call.target(),
                call.options(),
                current -> ((Namespace) current)
                        .withSpec(spec -> spec.finalizers(wanted.spec().finalizers()))
                        .withMetadata(metadata ->
                                metadata.resourceVersion(wanted.metadata().resourceVersion())),
                (current, owners, next) -> write.updated(owners, current, next, List.of()));
    }

    private ApiResponse token(RequestUser caller, Operation.Create call) {
        var target = call.target();
        var request = admission.create(caller, target, call.object());
        admission.validate(caller, target, request, null);
        return new ApiResponse.One(tokens.issue(target.key(), (TokenRequest) request), true);
    }
}
