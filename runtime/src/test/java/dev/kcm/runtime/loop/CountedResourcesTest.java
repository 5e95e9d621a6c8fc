package dev.kcm.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.runtime.UnreliableServer;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CountedResourcesTest {
    private static final ObjectKey A = ObjectKey.of("default", "a");
    private static final ObjectKey B = ObjectKey.of("default", "b");
    private static final Resource<ConfigMap> KIND = ConfigMap.CONFIG_MAPS;

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    private final UnreliableServer server = new UnreliableServer(clock);
    private final Informers informers = new Informers(
            new Client(server, ClientSettings.usual().withoutRateLimit(), clock, new Metrics()), clock, new Random(1));
    private final List<Change<? extends KubeObject>> heard = new CopyOnWriteArrayList<>();
    private final CountedResources counted = new CountedResources(informers, heard::add);

    @AfterEach
    void close() {
        informers.close();
    }

    @Test
    void counts_what_is_there_and_what_comes_and_goes() {
        server.put("one", "1");
        server.put("two", "1");
        counted.follow(A, Set.of(KIND));
        Bench.await(counted::isListed);
        assertThat(count("default")).hasValue(2);
        assertThat(count("elsewhere")).hasValue(0);

        server.put("three", "1");
        server.put("three", "2");
        Bench.await(() -> count("default").equals(OptionalInt.of(3)));
        server.delete("one");
        Bench.await(() -> count("default").equals(OptionalInt.of(2)));
        assertThat(heard.getLast()).isInstanceOf(Change.Deleted.class);
    }

    @Test
    void keeps_nothing_but_metadata() {
        counted.follow(A, Set.of(KIND));

        assertThat(informers.anyStore(KIND.group(), KIND.plural()).orElseThrow().resource())
                .isEqualTo(MetadataObject.resource(KIND))
                .hasSameClassAs(MetadataObject.resource(KIND));
    }

    @Test
    void a_kind_is_followed_for_as_long_as_a_key_wants_it() {
        counted.follow(A, Set.of(KIND));
        counted.follow(B, Set.of(KIND));
        counted.follow(A, Set.of());
        assertThat(counted.resources()).hasSize(1);

        counted.follow(B, Set.of());
        assertThat(counted.resources()).isEmpty();
        assertThat(informers.anyStore(KIND.group(), KIND.plural())).isEmpty();
        assertThatThrownBy(() -> counted.of(KIND, "default"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("configmaps");
    }

    @Test
    void who_else_follows_a_kind_goes_on_when_one_ends() {
        server.put("one", "1");
        var others = new CountedResources(informers, _ -> {});
        others.follow(A, Set.of(KIND));
        counted.follow(A, Set.of(KIND));
        others.end();

        server.put("two", "1");
        Bench.await(() -> count("default").equals(OptionalInt.of(2)));
        counted.end();
        assertThat(informers.anyStore(KIND.group(), KIND.plural())).isEmpty();
    }

    @Test
    void what_others_cache_whole_is_shared_and_left_to_them() {
        server.put("one", "1");
        var store = informers.store(KIND);
        informers.start();
        Bench.await(store::isFilled);

        counted.follow(A, Set.of(KIND));
        assertThat(count("default")).hasValue(1);
        counted.end();
        assertThat(informers.anyStore(KIND.group(), KIND.plural())).contains(store);
        server.put("two", "1");
        Bench.await(() -> store.size() == 2);
    }

    @Test
    void after_its_end_nothing_is_followed_any_more() {
        counted.end();
        counted.follow(A, Set.of(KIND));

        assertThat(counted.resources()).isEmpty();
    }

    private OptionalInt count(String namespace) {
        return counted.of(KIND, namespace);
    }
}
