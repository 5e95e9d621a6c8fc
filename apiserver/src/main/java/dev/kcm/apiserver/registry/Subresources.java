package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.core.v1.Binding;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.policy.v1.Eviction;

/// Requests for parts of objects.
final class Subresources {
    private static final ApiResponse SUCCESS =
            new ApiResponse.Done(Status.builder().status("Success").code(201).build());

    private final Registry.Parts parts;
    private final Reader reader;
    private final Writer writer;
    private final Deleter remover;
    private final SystemMetadata system;
    private final Evictions evictions;

    Subresources(Registry.Parts parts, Reader reader, Writer writer, Deleter remover, SystemMetadata system) {
        this.parts = parts;
        this.reader = reader;
        this.writer = writer;
        this.remover = remover;
        this.system = system;
        this.evictions = new Evictions(parts.store(), writer, system);
    }

    ApiResponse handle(RequestUser caller, Operation call) throws InterruptedException {
        return switch (call.target().subresource()) {
            case "status" -> status(caller, call);
            case "scale" -> scale(caller, call);
            case "binding" -> bind(caller, (Operation.Create) call);
            case "eviction" -> evict(caller, (Operation.Create) call);
            case "finalize" -> finalizeNamespace((Operation.Update) call);
            case "token" -> token((Operation.Create) call);
            case "ephemeralcontainers", "resize", "approval" -> status(caller, call);
            default ->
                throw ApiErrors.badRequest("pods are simulated on this server: there is no %s to show"
                        .formatted(call.target().subresource()));
        };
    }

    private ApiResponse status(RequestUser caller, Operation call) throws InterruptedException {
        var scope = scopeOf(call.target());
        return switch (call) {
            case Operation.Get get -> reader.get(get);
            case Operation.Update update -> writer.update(caller, update, scope);
            case Operation.Patch patch -> patch(caller, patch, scope);
            default -> throw ApiErrors.methodNotSupported(call.target(), call.verb());
        };
    }

    private static Writer.Scope scopeOf(Target target) {
        return switch (target.subresource()) {
            case "status" -> Writer.Scope.STATUS;
            default -> Writer.Scope.SUBRESOURCE;
        };
    }

    /// Patches an object in the version of the request.
    ApiResponse patch(RequestUser caller, Operation.Patch call, Writer.Scope scope) throws InterruptedException {
        var patches = Patches.parse(
                call.type(), call.patch().toByteArray(), call.options().isStrict());
        var resource = call.target().resource();
        return writer.change(caller, call.target(), scope, call.options(), current -> {
            var patched = patches.applied(VersionConversion.converted(current, resource));
            return VersionConversion.converted(patched, current.resource());
        });
    }

    private ApiResponse scale(RequestUser caller, Operation call) throws InterruptedException {
        var target = call.target();
        var changed = switch (call) {
            case Operation.Get _ -> new ApiResponse.One(reader.stored(target), false);
            case Operation.Update update ->
                writer.change(
                        caller,
                        target,
                        Writer.Scope.OBJECT,
                        update.options(),
                        current -> Scales.applied((Scale) update.object(), current));
            case Operation.Patch patch -> patchScale(caller, patch);
            default -> throw ApiErrors.methodNotSupported(target, call.verb());
        };
        return new ApiResponse.One(Scales.of(((ApiResponse.One) changed).object()), false);
    }

    private ApiResponse patchScale(RequestUser caller, Operation.Patch call) throws InterruptedException {
        var patches = Patches.parse(
                call.type(), call.patch().toByteArray(), call.options().isStrict());
        return writer.change(
                caller,
                call.target(),
                Writer.Scope.OBJECT,
                call.options(),
                current -> Scales.applied((Scale) patches.applied(Scales.of(current)), current));
    }

    ApiResponse bind(RequestUser caller, Operation.Create call) throws InterruptedException {
        var target = call.target();
        var binding = (Binding) parts.admission().create(caller, target, call.object());
        if (!binding.metadata().name().isEmpty() && !binding.metadata().name().equals(target.name())) {
            throw ApiErrors.badRequest("name in URL does not match name in Binding object");
        }
        writer.changeFreely(target, call.options(), current -> Bindings.bound(current, binding, target, system.now()));
        return SUCCESS;
    }

    private ApiResponse evict(RequestUser caller, Operation.Create call) throws InterruptedException {
        var eviction = (Eviction) call.object();
        var target = call.target();
        if (!eviction.metadata().name().isEmpty() && !eviction.metadata().name().equals(target.name())) {
            throw ApiErrors.badRequest("name in URL does not match name in Eviction object");
        }
        var pod = (Pod) reader.stored(target);
        var options = eviction.deleteOptions().orElse(DeleteOptions.EMPTY);
        if (call.options().isDryRun()) {
            return SUCCESS;
        }
        evictions.claim(pod);
        remover.delete(caller, new Operation.Delete(target.withSubresource(""), options));
        return SUCCESS;
    }

    private ApiResponse finalizeNamespace(Operation.Update call) throws InterruptedException {
        var wanted = (Namespace) call.object();
        return writer.changeFreely(
                call.target(),
                call.options(),
                current -> ((Namespace) current)
                        .withSpec(spec -> spec.finalizers(wanted.spec().finalizers()))
                        .withMetadata(metadata ->
                                metadata.resourceVersion(wanted.metadata().resourceVersion())));
    }

    private ApiResponse token(Operation.Create call) {
        KubeObject account = reader.stored(call.target());
        return new ApiResponse.One(parts.tokens().issue((ServiceAccount) account, (TokenRequest) call.object()), true);
    }
}
