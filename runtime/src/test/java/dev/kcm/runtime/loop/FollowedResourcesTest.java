package dev.kcm.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Secret;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FollowedResourcesTest {
    private final Bench bench = new Bench();

    /// Whether everything counted as listed while the loop was hearing of it.
    private final Map<Resource<?>, Boolean> heard = new ConcurrentHashMap<>();

    private final FollowedResources followed = new FollowedResources(bench.informers, (_, _) -> {}, this::hear);

    private void hear(Resource<?> resource) {
        heard.put(resource, followed.isListed());
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void a_resource_counts_as_listed_once_the_loop_has_heard_of_it() {
        followed.set(List.of(Secret.SECRETS));

        Bench.await(followed::isListed);

        assertThat(heard).containsExactly(Map.entry(Secret.SECRETS, false));
    }

    @Test
    void what_is_followed_again_is_to_be_heard_of_again() {
        followed.set(List.of(Secret.SECRETS));
        Bench.await(followed::isListed);
        heard.clear();

        followed.set(List.of());
        followed.set(List.of(Secret.SECRETS));

        Bench.await(followed::isListed);
        assertThat(heard).containsEntry(Secret.SECRETS, false);
    }
}
