package dev.kcm.runtime.controller;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Change;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A controller with a picture of its own, made of everything it was ever told: events come in one
/// by one, each changes the picture and may send [Effect]s, and what becomes of an effect comes
/// back as an event.
///
/// One thread calls [#begin], [#take] and [#picture], which decide and never wait; the picture is
/// that thread's and needs no locks. Whatever asks the server or writes to it is an effect.
///
/// @param <E> events
public interface EventLoop<E> {

    /// What to do first.
    List<Effect<E>> begin(Instant now);

    /// Takes an event into the picture; what is to be done about it.
    List<Effect<E>> take(E event, Instant now);

    /// The event a change of a followed resource means, if it means something here. Called by the
    /// cache's writer: must be brief, and know nothing but its arguments.
    Optional<E> changed(Resource<?> followed, Change<? extends KubeObject> change);

    /// Whether the loop need not be woken for changes of a resource: it then takes them, in their order, when it is
    /// woken for something else. Nobody waits for it to have done so.
    default boolean canWait(Resource<?> followed) {
        return false;
    }

    /// The event that a followed resource is listed: from now on absence means something.
    E listed(Resource<?> followed);

    /// The picture for people, or as much of it as has to do with the objects of these uids.
    default Optional<String> picture(List<String> uids) {
        return Optional.empty();
    }
}
