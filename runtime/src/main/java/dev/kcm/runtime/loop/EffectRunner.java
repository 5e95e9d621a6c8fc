package dev.kcm.runtime.loop;

import dev.kcm.base.FanOut;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.ServedKinds;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.PlanExecutor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Does the errands of one event loop. Thread-safe; blocks the caller.
///
/// @param all stands for everything the loop looks after, where a reconciler has a key
record EffectRunner(
        Informers informers, Settings settings, PlanExecutor executor, RecentAnswers recent, ObjectKey all) {
    private static final int WIDTH = 8;

    Outcomes outcomes(Plan plan) throws InterruptedException {
        return executor.apply(all, plan);
    }

    List<LiveAnswer<ObjectMeta>> answers(List<Effect.ObjectQuery> questions) throws InterruptedException {
        var known = questions.stream().map(this::known).toList();
        var open = IntStream.range(0, known.size())
                .filter(i -> known.get(i).isEmpty())
                .boxed()
                .toList();
        if (open.isEmpty()) {
            return known.stream().flatMap(Optional::stream).toList();
        }
        var asked = FanOut.over(open, WIDTH, i -> live(questions.get(i))).iterator();
        return known.stream().map(answer -> answer.orElseGet(asked::next)).toList();
    }

    LiveAnswer<ServedKinds> served() {
        return settings.inventory().served(Instant.MAX);
    }

    static boolean isServerFailure(LiveAnswer<?> answer) {
        return answer instanceof LiveAnswer.Unknown<?>(var because) && isServerFailure(because);
    }

    static boolean isServerFailure(ApiFailure failure) {
        return failure instanceof ApiFailure.Timeout
                || failure instanceof ApiFailure.Transport
                || failure instanceof ApiFailure.ServerError;
    }

    /// The answer, where nobody has to be asked.
    private Optional<LiveAnswer<ObjectMeta>> known(Effect.ObjectQuery question) {
        return switch (question.freshness()) {
            case CACHED -> cached(question).map(LiveAnswer.Found::new);
            case RECENT -> recent.find(question);
            case LIVE -> Optional.empty();
        };
    }

    private Optional<ObjectMeta> cached(Effect.ObjectQuery question) {
        var resource = question.resource();
        return informers
                .anyStore(resource.group(), resource.plural())
                .flatMap(store -> store.find(question.key()))
                .map(KubeObject::metadata)
                .filter(metadata -> metadata.uid().equals(question.uid()));
    }

    private LiveAnswer<ObjectMeta> live(Effect.ObjectQuery question) {
        var answer = settings.live().ask(MetadataObject.resource(question.resource()), question.key());
        LiveAnswer<ObjectMeta> metadata = switch (answer) {
            case LiveAnswer.Found<MetadataObject>(var object) -> new LiveAnswer.Found<>(object.metadata());
            case LiveAnswer.Absent<MetadataObject> _ -> new LiveAnswer.Absent<>();
            case LiveAnswer.Unknown<MetadataObject>(var because) -> new LiveAnswer.Unknown<>(because);
        };
        if (question.freshness() == Effect.Freshness.RECENT) {
            recent.keep(question, metadata);
        }
        return metadata;
    }
}
