package dev.kcm.apiserver.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// All objects, at every revision that is still kept. All versions of a resource share one place,
/// named by plural and group.
///
/// A write is compared with the tip of its resource and given its revision under one lock; it
/// becomes visible, to readers and watchers alike, when the write-ahead log has it, in the order of
/// revisions. So nobody ever sees a change that a crash could take back, and no revision is used
/// twice.
public final class VersionedStore implements AutoCloseable {
    /// What a resource holds, and the revision a list of it carries.
    public record Contents(long revision, ObjectMap objects) {}

    /// The newest state of a resource including writes that are not durable yet.
    private static final class Tip {
        private Version version;
        private CountDownLatch published = new CountDownLatch(0);

        Tip(Version version) {
            this.version = version;
        }
    }

    /// etcd's revision before the first write.
    private static final long FIRST_REVISION = 1;

    private final WriteAheadLog writeAheadLog;
    private final HistoryLimits limits;
    private final long beginning;
    private final Map<String, VersionHistory> histories = new ConcurrentHashMap<>();
    private final ReentrantLock writing = new ReentrantLock();

    @GuardedBy("writing")
    private final Map<String, Tip> tips = new HashMap<>();

    @GuardedBy("writing")
    private long lastAssigned;

    private volatile long revision;
    private volatile @Nullable RuntimeException broken;

    private VersionedStore(
            WriteAheadLog writeAheadLog, HistoryLimits limits, Map<String, ObjectMap> loaded, long last) {
        this.writeAheadLog = writeAheadLog;
        this.limits = limits;
        this.beginning = last;
        this.lastAssigned = last;
        this.revision = last;
        loaded.forEach(
                (name, objects) -> histories.put(name, new VersionHistory(Version.beginning(last, objects), limits)));
    }

    /// A store with what the write-ahead log kept.
    public static VersionedStore open(WriteAheadLog writeAheadLog, HistoryLimits limits) {
        var loaded = new HashMap<String, ObjectMap>();
        long last = writeAheadLog.load(object -> loaded.merge(
                object.resource().qualifiedName(),
                ObjectMap.EMPTY.with(object.key(), object),
                (map, _) -> map.with(object.key(), object)));
        return new VersionedStore(writeAheadLog, limits, loaded, Math.max(last, FIRST_REVISION));
    }

    public static VersionedStore inMemory() {
        return open(WriteAheadLog.none(), HistoryLimits.DEFAULT);
    }

    /// The revision of the last visible change to anything.
    public long revision() {
        return revision;
    }

    public Optional<KubeObject> get(Resource<?> resource, ObjectKey key) {
        return history(resource).newest().objects().get(key);
    }

    /// What the resource holds now. Every change of it up to the revision returned is in there.
    public Contents contents(Resource<?> resource) {
        long known = revision;
        var newest = history(resource).newest();
        return new Contents(Math.max(known, newest.revision()), newest.objects());
    }

    /// What the resource held at a revision that has been reached.
    ///
    /// @throws CompactedException if that is forgotten
    public Contents contentsAt(Resource<?> resource, long revision) {
        return new Contents(revision, history(resource).at(revision).objects());
    }

    /// Watches every change after a revision.
    ///
    /// @throws CompactedException if some of them are forgotten
    public Watcher watch(Resource<?> resource, long after) {
        return history(resource).watch(after);
    }

    /// Puts `wanted` in the place of `expected` (the very object read before, none to create), or
    /// removes it if nothing is wanted. Returns the object with its new revision (of a removed one
    /// the last state), or nothing if something else is there by now: read again and decide anew.
    @SuppressWarnings("ReferenceEquality") // the very object that was read, not an equal one
    public Optional<KubeObject> commit(
            Resource<?> resource, ObjectKey key, @Nullable KubeObject expected, @Nullable KubeObject wanted)
            throws InterruptedException {
        CountDownLatch settled;
        Optional<KubeObject> written = Optional.empty();
        writing.lock();
        try {
            var tip = tip(resource);
            if (tip.version.objects().find(key) == expected) {
                var change = change(key, expected, wanted);
                append(resource, tip, change);
                written = Optional.of(change.state());
            }
            settled = tip.published;
        } finally {
            writing.unlock();
        }
        settled.await();
        failIfBroken();
        return written;
    }

    /// Forgets what happened before a revision, or before now if it lies in the future.
    public void compact(long before) {
        writing.lock();
        try {
            histories.values().forEach(history -> history.forgetBefore(before));
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void close() {
        writeAheadLog.close();
    }

    @GuardedBy("writing")
    private RevisionChange change(ObjectKey key, @Nullable KubeObject before, @Nullable KubeObject wanted) {
        failIfBroken();
        var source = wanted == null ? before : wanted;
        if (source == null) {
            throw new IllegalArgumentException("nothing to remove at " + key);
        }
        long next = ++lastAssigned;
        var version = Long.toString(next);
        var state = source.withMetadata(source.metadata().withResourceVersion(version));
        return new RevisionChange(next, key, before, wanted == null ? null : state, state);
    }

    @GuardedBy("writing")
    private void append(Resource<?> resource, Tip tip, RevisionChange change) {
        var version = tip.version.after(change);
        var published = new CountDownLatch(1);
        tip.version = version;
        tip.published = published;
        var history = history(resource);
        writeAheadLog.append(
                new WriteAheadLog.Entry(change.revision(), change.state().resource(), change.key(), change.after()),
                failure -> {
                    if (failure == null) {
                        history.publish(version);
                        revision = version.revision();
                    } else {
                        broken = failure;
                    }
                    published.countDown();
                });
    }

    @GuardedBy("writing")
    private Tip tip(Resource<?> resource) {
        return tips.computeIfAbsent(
                resource.qualifiedName(), _ -> new Tip(history(resource).newest()));
    }

    private VersionHistory history(Resource<?> resource) {
        return histories.computeIfAbsent(
                resource.qualifiedName(),
                _ -> new VersionHistory(Version.beginning(beginning, ObjectMap.EMPTY), limits));
    }

    private void failIfBroken() {
        var cause = broken;
        if (cause != null) {
            throw new IllegalStateException("the store can no longer be written: " + cause.getMessage(), cause);
        }
    }
}
