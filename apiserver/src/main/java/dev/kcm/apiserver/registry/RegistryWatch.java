package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.EventStream;
import dev.kcm.apiserver.store.CompactedException;
import dev.kcm.apiserver.store.FieldOwners;
import dev.kcm.apiserver.store.RevisionChange;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.apiserver.store.Watcher;
import dev.kcm.base.Clock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Operation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A watch: the initial events if there are any, then the changes that concern the selection, as
/// seen through it: an object that comes to match is added, one that ceases to match is deleted.
final class RegistryWatch implements EventStream {
    private static final Duration BETWEEN_BOOKMARKS = Duration.ofMinutes(1);

    private final VersionedStore store;
    private final Clock clock;
    private final Resource<?> resource;
    private final boolean showsManagedFields;
    private final SelectionPredicate matching;
    private final long after;
    private final boolean wantsBookmarks;
    private final Watcher watcher;
    private final Deque<Event> prepared;
    private volatile boolean isTimeUp;
    private volatile Clock.@Nullable Timer bookmarkTimer;
    private volatile Clock.@Nullable Timer endTimer;

    private RegistryWatch(
            Registry.Parts parts, Operation.Watch call, SelectionPredicate matching, long after, Deque<Event> initial) {
        this.store = parts.store();
        this.clock = parts.clock();
        this.showsManagedFields = parts.showsManagedFields();
        this.resource = call.target().resource();
        this.matching = matching;
        this.after = after;
        this.wantsBookmarks = call.wantsBookmarks();
        this.prepared = initial;
        this.watcher = store.watch(VersionConversion.stored(resource), Math.min(after, store.revision()));
    }

    static EventStream start(Registry.Parts parts, Operation.Watch call) {
        validate(call);
        var matching = SelectionPredicate.of(call.target(), call.selection());
        long requested = Revisions.parse(call.resourceVersion());
        var wantsInitial = call.sendsInitialEvents().orElse(requested == 0);
        var initial = new ArrayDeque<Event>();
        long after = requested;
        if (wantsInitial) {
            after = prepareInitial(parts, call, matching, initial);
        } else if (requested == 0) {
            after = parts.store().revision();
        }
        try {
            var followed = new RegistryWatch(parts, call, matching, after, initial);
            followed.startTimers(call);
            return followed;
        } catch (CompactedException problem) {
            return new Ended(new Event.Failed(
                    ApiErrors.expired(ApiErrors.said(problem)).failure().status()));
        }
    }

    private static long prepareInitial(
            Registry.Parts parts, Operation.Watch call, SelectionPredicate matching, Deque<Event> initial) {
        var resource = call.target().resource();
        var contents = parts.store().contents(VersionConversion.stored(resource));
        var namespace = call.target().namespace();
        var objects =
                namespace.isEmpty() ? contents.objects() : contents.objects().after(ObjectKey.of(namespace, ""));
        for (var object : objects) {
            if (!namespace.isEmpty() && !namespace.equals(object.metadata().namespace())) {
                break;
            }
            if (matching.test(object)) {
                var shown = parts.showsManagedFields()
                        ? contents.objects().owners(object.key()).shownIn(object)
                        : object;
                initial.add(new Event.Added(VersionConversion.converted(shown, resource)));
            }
        }
        if (call.sendsInitialEvents().orElse(false) && call.wantsBookmarks()) {
            initial.add(new Event.Bookmark(Long.toString(contents.revision()), true));
        }
        return contents.revision();
    }

    private void startTimers(Operation.Watch call) {
        call.timeout()
                .ifPresent(timeout -> endTimer = clock.after(timeout, () -> {
                    isTimeUp = true;
                    watcher.nudge();
                }));
        if (wantsBookmarks) {
            bookmarkTimer = clock.after(BETWEEN_BOOKMARKS, watcher::nudge);
        }
    }

    @Override
    public Optional<Event> poll() {
        if (!prepared.isEmpty()) {
            return Optional.of(prepared.remove());
        }
        for (var change = watcher.poll(); change.isPresent(); change = watcher.poll()) {
            var event = seen(change.get());
            if (event.isPresent()) {
                return event;
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<Event> next() throws InterruptedException {
        while (true) {
            long known = store.revision();
            var event = poll();
            if (event.isPresent()) {
                return event;
            }
            if (isTimeUp) {
                close();
                return Optional.empty();
            }
            switch (watcher.await()) {
                case Watcher.Event.Changed(var change) -> {
                    var seen = seen(change);
                    if (seen.isPresent()) {
                        return seen;
                    }
                }
                case Watcher.Event.Nudged() -> {
                    if (!isTimeUp && wantsBookmarks) {
                        bookmarkTimer = clock.after(BETWEEN_BOOKMARKS, watcher::nudge);
                        return Optional.of(new Event.Bookmark(Long.toString(known), false));
                    }
                }
                case Watcher.Event.Ended() -> {
                    return Optional.empty();
                }
            }
        }
    }

    @Override
    public void close() {
        cancel(bookmarkTimer);
        cancel(endTimer);
        watcher.close();
    }

    private static void cancel(Clock.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }

    private KubeObject shown(KubeObject object, FieldOwners owners) {
        return showsManagedFields ? owners.shownIn(object) : object;
    }

    private Optional<Event> seen(RevisionChange change) {
        if (change.revision() <= after) {
            return Optional.empty();
        }
        var before = change.before();
        var now = change.after();
        var matched = before != null && matching.test(before);
        var matches = now != null && matching.test(now);
        if (matches) {
            var object = VersionConversion.converted(shown(change.state(), change.owners()), resource);
            return Optional.of(matched ? new Event.Modified(object) : new Event.Added(object));
        }
        return matched ? Optional.of(new Event.Deleted(gone(change, before))) : Optional.empty();
    }

    /// The event for an object that is gone, or gone from this selection: its last state in view,
    /// with the revision that ended it.
    private KubeObject gone(RevisionChange change, @Nullable KubeObject before) {
        var last = change.isRemoval() || before == null
                ? shown(change.state(), change.owners())
                : shown(before, change.ownersBefore());
        var version = Long.toString(change.revision());
        return VersionConversion.converted(last.withMetadata(last.metadata().withResourceVersion(version)), resource);
    }

    private static void validate(Operation.Watch call) {
        var problems = new ArrayList<String>();
        var isNotOlder = call.match().equals(Reader.NOT_OLDER_THAN);
        if (call.sendsInitialEvents().isPresent() && !isNotOlder) {
            problems.add("resourceVersionMatch: Forbidden: sendInitialEvents requires setting"
                    + " resourceVersionMatch to NotOlderThan");
        }
        if (!call.match().isEmpty()) {
            if (call.sendsInitialEvents().isEmpty()) {
                problems.add("resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for"
                        + " watch unless sendInitialEvents is provided");
            }
            if (!isNotOlder) {
                problems.add("resourceVersionMatch: Unsupported value: \"%s\": supported values: \"NotOlderThan\""
                        .formatted(call.match()));
            }
        }
        OptionsValidation.require(problems, "ListOptions");
    }

    /// A stream that has one last thing to say.
    private static final class Ended implements EventStream {
        private @Nullable Event last;

        Ended(Event last) {
            this.last = last;
        }

        @Override
        public Optional<Event> poll() {
            var event = Optional.ofNullable(last);
            last = null;
            return event;
        }

        @Override
        public Optional<Event> next() {
            return poll();
        }

        @Override
        public void close() {
            last = null;
        }
    }
}
