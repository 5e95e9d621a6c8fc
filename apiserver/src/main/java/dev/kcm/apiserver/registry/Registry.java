package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.Clock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.operation.Target;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Executes requests of callers that have been authenticated and authorized.
public final class Registry {
    /// What the registry works with.
    ///
    /// @param random for names and uids; must be safe for many threads
    /// @param reviews by qualified resource name
    /// @param showsManagedFields whether answers have them; who does without shares the stored objects
    public record Parts(
            VersionedStore store,
            Clock clock,
            RandomGenerator random,
            AdmissionPlugin admission,
            TokenIssuer tokens,
            Map<String, Review> reviews,
            WriteChecks checks,
            boolean showsManagedFields) {
        /// The same for requests from outside.
        public Parts served(WriteChecks others) {
            return new Parts(store, clock, random, admission, tokens, reviews, others, true);
        }
    }

    private final Parts parts;
    private final Reader reader;
    private final Writer writer;
    private final Applier applier;
    private final Deleter deleter;
    private final Subresources subresources;

    public Registry(Parts parts) {
        var system = new SystemMetadata(parts.clock(), parts.random());
        this.parts = parts;
        this.reader = new Reader(parts.store(), parts.showsManagedFields());
        this.writer = new Writer(parts, system);
        this.applier = new Applier(parts.store(), writer, system);
        this.deleter = new Deleter(parts.store(), parts.admission(), reader, system);
        this.subresources = new Subresources(parts, applier, reader, writer, deleter, system);
    }

    /// Executes a request.
    ///
    /// @throws dev.kcm.model.failure.ApiException if it fails
    public ApiResponse handle(RequestUser caller, Operation call) throws InterruptedException {
        checkVerb(call);
        if (!call.target().subresource().isEmpty()) {
            return subresources.handle(caller, call);
        }
        return switch (call) {
            case Operation.Get get -> reader.get(get);
            case Operation.ListObjects list -> reader.list(list);
            case Operation.Watch watch -> new ApiResponse.Following(RegistryWatch.start(parts, watch));
            case Operation.Create create -> create(caller, create);
            case Operation.Update update -> writer.update(caller, update, Writer.Scope.OBJECT);
            case Operation.Patch patch
            when patch.type() == PatchType.APPLY -> applier.apply(caller, patch, Writer.Scope.OBJECT);
            case Operation.Patch patch -> writer.patch(caller, patch, Writer.Scope.OBJECT);
            case Operation.Delete delete -> deleter.delete(caller, delete);
            case Operation.DeleteCollection delete -> deleter.deleteAll(caller, delete);
        };
    }

    private ApiResponse create(RequestUser caller, Operation.Create call) throws InterruptedException {
        var resource = call.target().resource();
        var review = parts.reviews().get(resource.qualifiedName());
        if (review != null) {
            return new ApiResponse.One(
                    review.reviewed(caller, SystemMetadata.placed(call.object(), call.target())), true);
        }
        if (resource.plural().equals("bindings")) {
            return subresources.bind(caller, new Operation.Create(podOf(call), call.object(), call.options()));
        }
        return writer.create(caller, call);
    }

    /// `POST bindings` is the old form of `POST pods/NAME/binding`.
    private static Target podOf(Operation.Create call) {
        return new Target(
                Pod.PODS, call.target().namespace(), call.object().metadata().name(), "binding");
    }

    private static void checkVerb(Operation call) {
        var target = call.target();
        Resource<? extends KubeObject> resource = target.resource();
        var verbs = target.subresource().isEmpty()
                ? resource.verbs()
                : resource.subresource(target.subresource())
                        .orElseThrow(ApiErrors::noSuchPath)
                        .verbs();
        if (!verbs.contains(call.verb())) {
            throw ApiErrors.methodNotSupported(target, call.verb());
        }
        if (resource.isNamespaced()
                && target.namespace().isEmpty()
                && !(call instanceof Operation.ListObjects || call instanceof Operation.Watch)) {
            throw ApiErrors.methodNotAllowed();
        }
    }
}
