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

/// Runs the effects of one event loop. Thread-safe; blocks the caller.
///
/// @param all stands for everything the loop looks after, where a reconciler has a key
record EffectRunner(
        Informers informers, Settings settings, PlanExecutor executor, RecentAnswers recent, ObjectKey all) {
    private static final int WIDTH = 8;

    Outcomes outcomes(Plan plan) throws InterruptedException {
        return executor.execute(all, plan);
    }

    List<LiveAnswer<ObjectMeta>> answers(List<Effect.ObjectQuery> queries) throws InterruptedException {
        var known = queries.stream().map(this::known).toList();
        var open = IntStream.range(0, known.size())
                .filter(i -> known.get(i).isEmpty())
                .boxed()
                .toList();
        if (open.isEmpty()) {
            return known.stream().flatMap(Optional::stream).toList();
        }
        var asked = FanOut.over(open, WIDTH, i -> live(queries.get(i))).iterator();
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

    /// The answer, where the server need not be asked.
    private Optional<LiveAnswer<ObjectMeta>> known(Effect.ObjectQuery query) {
        return switch (query.freshness()) {
            case CACHED -> cached(query).map(LiveAnswer.Found::new);
            case RECENT -> recent.find(query);
            case LIVE -> Optional.empty();
        };
    }

    private Optional<ObjectMeta> cached(Effect.ObjectQuery query) {
        var resource = query.resource();
        return informers
                .anyStore(resource.group(), resource.plural())
                .flatMap(store -> store.find(query.key()))
                .map(KubeObject::metadata)
                .filter(metadata -> metadata.uid().equals(query.uid()));
    }

    private LiveAnswer<ObjectMeta> live(Effect.ObjectQuery query) {
        var answer = settings.live().ask(MetadataObject.resource(query.resource()), query.key());
        LiveAnswer<ObjectMeta> metadata = switch (answer) {
            case LiveAnswer.Found<MetadataObject>(var object) -> new LiveAnswer.Found<>(object.metadata());
            case LiveAnswer.Absent<MetadataObject> _ -> new LiveAnswer.Absent<>();
            case LiveAnswer.Unknown<MetadataObject>(var because) -> new LiveAnswer.Unknown<>(because);
        };
        if (query.freshness() == Effect.Freshness.RECENT) {
            recent.keep(query, metadata);
        }
        return metadata;
    }
}
