package dev.kcm.runtime.controller;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/// Something an [EventLoop] wants done outside its thread, and the event it comes back as.
///
/// @param <E> events
public sealed interface Effect<E> {

    /// @param at the resource it mainly has to do with: one whose server is slow or broken does not
    ///   hold up the effects of others
    record Execute<E>(Resource<?> at, Plan plan, Function<Outcomes, E> then) implements Effect<E> {}

    /// Reads objects, all at once; the answers are in the order of the queries.
    ///
    /// @param at as above
    record ReadLive<E>(Resource<?> at, List<ObjectQuery> queries, Function<List<LiveAnswer<ObjectMeta>>, E> then)
            implements Effect<E> {}

    /// Reads what the server serves.
    record Discover<E>(Function<LiveAnswer<ServedKinds>, E> then) implements Effect<E> {}

    /// Sends the event `with` after a delay.
    record Schedule<E>(Duration delay, E with) implements Effect<E> {}

    /// Logs for `why` what was decided about an object where nothing is written.
    record LogDecision<E>(Resource<?> resource, ObjectKey key, String decided, String next) implements Effect<E> {}

    /// From now on changes of exactly these resources are events. Their objects so far come as
    /// additions.
    record Follow<E>(List<Resource<?>> resources) implements Effect<E> {}

    /// @param uid the object meant, where a cache may answer; another object of that name there is
    ///   no answer, and the server is asked
    record ObjectQuery(Resource<?> resource, ObjectKey key, String uid, Freshness freshness) {}

    /// How old an answer may be.
    enum Freshness {
        /// As old as the cache.
        CACHED,
        /// The server's, of the last second: for what many ask at once.
        RECENT,
        /// The server's, of now.
        LIVE
    }
}
