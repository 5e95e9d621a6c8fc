package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.admission.AdmissionStep;
import dev.kcm.apiserver.request.Answer;
import dev.kcm.apiserver.request.ApiCall;
import dev.kcm.apiserver.request.Identity;
import dev.kcm.apiserver.request.Refusals;
import dev.kcm.apiserver.request.Target;
import dev.kcm.apiserver.store.Store;
import dev.kcm.base.Clock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Pod;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Carries out requests. Whoever calls has been authenticated and authorized.
public final class Registry {
    /// What the registry works with.
    ///
    /// @param random for names and uids; must be safe for many threads
    /// @param questions by qualified resource name
    public record Parts(
            Store store,
            Clock clock,
            RandomGenerator random,
            AdmissionStep admission,
            TokenIssuer tokens,
            Map<String, Question> questions) {}

    private final Parts parts;
    private final Reader reader;
    private final Writer writer;
    private final Remover remover;
    private final Subresources subresources;

    public Registry(Parts parts) {
        var system = new SystemMetadata(parts.clock(), parts.random());
        this.parts = parts;
        this.reader = new Reader(parts.store());
        this.writer = new Writer(parts.store(), parts.admission(), system);
        this.remover = new Remover(parts.store(), parts.admission(), reader, system);
        this.subresources = new Subresources(parts, reader, writer, remover, system);
    }

    /// Does what is asked.
    ///
    /// @throws dev.kcm.model.failure.ApiException if it cannot be done
    public Answer handle(Identity caller, ApiCall call) throws InterruptedException {
        checkVerb(call);
        if (!call.target().subresource().isEmpty()) {
            return subresources.handle(caller, call);
        }
        return switch (call) {
            case ApiCall.Get get -> reader.get(get);
            case ApiCall.ListObjects list -> reader.list(list);
            case ApiCall.Watch watch -> new Answer.Following(Followed.start(parts.store(), parts.clock(), watch));
            case ApiCall.Create create -> create(caller, create);
            case ApiCall.Update update -> writer.update(caller, update, Writer.Scope.OBJECT);
            case ApiCall.Patch patch -> subresources.patch(caller, patch, Writer.Scope.OBJECT);
            case ApiCall.Delete delete -> remover.delete(caller, delete);
            case ApiCall.DeleteAll delete -> remover.deleteAll(caller, delete);
        };
    }

    private Answer create(Identity caller, ApiCall.Create call) throws InterruptedException {
        var resource = call.target().resource();
        var question = parts.questions().get(resource.qualifiedName());
        if (question != null) {
            return new Answer.One(question.answered(caller, call.object()), true);
        }
        if (resource.plural().equals("bindings")) {
            return subresources.bind(caller, new ApiCall.Create(podOf(call), call.object(), call.options()));
        }
        return writer.create(caller, call);
    }

    /// `POST bindings` is the old form of `POST pods/NAME/binding`.
    private static Target podOf(ApiCall.Create call) {
        return new Target(
                Pod.PODS, call.target().namespace(), call.object().metadata().name(), "binding");
    }

    private static void checkVerb(ApiCall call) {
        var target = call.target();
        Resource<? extends KubeObject> resource = target.resource();
        var verbs = target.subresource().isEmpty()
                ? resource.verbs()
                : resource.subresource(target.subresource())
                        .orElseThrow(Refusals::noSuchPath)
                        .verbs();
        if (!verbs.contains(call.verb())) {
            throw Refusals.methodNotSupported(target, call.verb());
        }
        if (resource.isNamespaced()
                && target.namespace().isEmpty()
                && !(call instanceof ApiCall.ListObjects || call instanceof ApiCall.Watch)) {
            throw Refusals.methodNotAllowed();
        }
    }
}
