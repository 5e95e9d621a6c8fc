package dev.kcm.client.discovery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.Deadline;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Finds the resource of a kind and the other way round. It discovers again after 30
/// s, and sooner for a kind it does not know (it may be new); while the server does not respond, the
/// old knowledge stays.
///
/// Thread-safe; one thread discovers, others wait for it.
public final class RestMapper {
    private static final Logger LOG = System.getLogger("dev.kcm.client.discovery");
    private static final Duration FRESH = Duration.ofSeconds(30);
    private static final Duration JUST_ASKED = Duration.ofSeconds(1);

    private final Supplier<ServedResources> fetch;
    private final Clock clock;

    @GuardedBy("this")
    private @Nullable ServedResources known;

    @GuardedBy("this")
    private Deadline stale;

    @GuardedBy("this")
    private Deadline worthAsking;

    RestMapper(Supplier<ServedResources> fetch, Clock clock) {
        this.fetch = fetch;
        this.clock = clock;
        this.stale = clock.deadlineIn(Duration.ZERO);
        this.worthAsking = stale;
    }

    /// `version` `""`: the preferred one that has the kind.
    public Optional<Resource<DynamicObject>> byKind(String group, String version, String kind) {
        return find(served -> served.byKind(group, version, kind));
    }

    public Optional<Resource<DynamicObject>> byPlural(String group, String version, String plural) {
        return find(served -> served.byPlural(group, version, plural));
    }

    /// Forgets what it knows.
    public synchronized void reset() {
        stale = clock.deadlineIn(Duration.ZERO);
    }

    private Optional<Resource<DynamicObject>> find(
            Function<ServedResources, Optional<Resource<DynamicObject>>> question) {
        var found = question.apply(current(false));
        return found.isPresent() ? found : question.apply(current(true));
    }

    private synchronized ServedResources current(boolean isMissing) {
        var old = known;
        boolean isDue = isMissing ? worthAsking.hasPassed() : stale.hasPassed();
        if (old != null && !isDue) {
            return old;
        }
        worthAsking = clock.deadlineIn(JUST_ASKED);
        try {
            var fresh = fetch.get();
            known = fresh;
            stale = clock.deadlineIn(FRESH);
            return fresh;
        } catch (ApiException failed) {
            if (old == null) {
                throw failed;
            }
            stale = worthAsking;
            LOG.log(Level.WARNING, "Discovery failed, using the last result: {0}", failed.getMessage());
            return old;
        }
    }
}
