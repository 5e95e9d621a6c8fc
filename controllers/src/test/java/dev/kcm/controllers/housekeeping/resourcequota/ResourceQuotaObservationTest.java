package dev.kcm.controllers.housekeeping.resourcequota;

import static dev.kcm.controllers.housekeeping.resourcequota.Quotas.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.CountedStores;
import dev.kcm.runtime.cache.ObjectCounts;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.controller.Inventory;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.ServedKinds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResourceQuotaObservationTest {
    private static final ObjectKey QUOTA = ObjectKey.of("shop", "ration");
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private final CountedStores stores = new CountedStores(ResourceQuotaController.SPEC);
    private final Numbers numbers = new Numbers();
    private final Server server = new Server();
    private final ResourceQuotaController reconciler =
            new ResourceQuotaController(server, Duration.ofMinutes(5), true, true);

    @Test
    void a_quota_that_counts_no_kinds_asks_the_server_nothing() {
        limit("pods", "5", "requests.storage", "1Gi", "services", "2");

        assertThat(snapshot(NOW).isComplete()).isTrue();
        assertThat(server.asked).isEmpty();
        assertThat(numbers.followed).isEmpty();
    }

    @Test
    void a_quota_counts_itself_at_its_first_sync() {
        limit("resourcequotas", "5", "count/resourcequotas", "5");

        assertThat(snapshot(NOW).isComplete()).isTrue();
        assertThat(snapshot(NOW).contents().counts()).isEqualTo(Map.of("resourcequotas", 1));
        assertThat(numbers.followed).isEmpty();
    }

    @Test
    void kinds_that_are_served_are_followed_and_counted_until_the_quota_is_gone() {
        limit("secrets", "5", "count/jobs.batch", "5");
        numbers.known.putAll(Map.of("secrets", 2, "jobs.batch", 1));

        assertThat(snapshot(NOW).contents().counts())
                .isEqualTo(Map.of("secrets", 2, "jobs.batch", 1, "resourcequotas", 1));
        assertThat(numbers.followed.get(QUOTA)).containsExactlyInAnyOrder(Secret.SECRETS, Job.JOBS);
        assertThat(reconciler.observe(ObjectKey.of("shop", "other"), caches(), NOW))
                .isInstanceOf(Observation.Gone.class);
        assertThat(numbers.followed.get(ObjectKey.of("shop", "other"))).isEmpty();
    }

    @Test
    void what_is_not_served_or_never_counted_leaves_it_incomplete() {
        limit("count/widgets.example.com", "5", "count/events", "5", "count/nodes", "5");

        var snapshot = snapshot(NOW);
        assertThat(snapshot.isComplete()).isFalse();
        assertThat(snapshot.contents().counts()).containsOnlyKeys("resourcequotas");
    }

    @Test
    void a_kind_that_is_being_listed_is_waited_for_but_not_for_ever() {
        limit("secrets", "5", "pods", "5");

        assertThat(observe(NOW)).isInstanceOf(Observation.Stale.class);
        assertThat(observe(NOW.plusSeconds(29))).isInstanceOf(Observation.Stale.class);
        assertThat(snapshot(NOW.plusSeconds(30)).isComplete()).isFalse();
        assertThat(snapshot(NOW.plusSeconds(31)).isComplete())
                .as("and waits no more")
                .isFalse();

        numbers.known.put("secrets", 4);
        assertThat(snapshot(NOW.plusSeconds(32)).isComplete()).isTrue();
        numbers.known.remove("secrets");
        assertThat(observe(NOW.plusSeconds(33))).as("anew").isInstanceOf(Observation.Stale.class);
    }

    @Test
    void kinds_stay_followed_while_the_server_does_not_say_what_it_serves() {
        limit("secrets", "5", "count/jobs.batch", "5");
        numbers.known.putAll(Map.of("secrets", 2, "jobs.batch", 1));
        assertThat(snapshot(NOW).isComplete()).isTrue();

        server.served = new LiveAnswer.Unknown<>(new ApiFailure.Timeout(Status.EMPTY));
        assertThat(snapshot(NOW).contents().counts()).containsKey("jobs.batch");
        server.served = new LiveAnswer.Found<>(new ServedKinds(List.of(Secret.SECRETS), Map.of("batch/v1", "down")));
        assertThat(snapshot(NOW).contents().counts()).containsKey("jobs.batch");
        server.served = new LiveAnswer.Found<>(new ServedKinds(List.of(Secret.SECRETS), Map.of()));
        assertThat(snapshot(NOW).contents().counts()).containsOnlyKeys("secrets", "resourcequotas");
    }

    @Test
    void devices_are_listed_only_where_there_are_some() {
        limit("requests.example.com/gpu", "5");
        numbers.known.putAll(Map.of(CountedNames.DEVICE_CLASSES, 0, CountedNames.DEVICE_CLAIMS, 3));
        assertThat(snapshot(NOW).isComplete()).isTrue();
        assertThat(server.asked).containsExactly("served");

        numbers.known.put(CountedNames.DEVICE_CLASSES, 1);
        assertThat(snapshot(NOW).isComplete()).isTrue();
        assertThat(server.asked)
                .contains("deviceclasses.resource.k8s.io in ", "resourceclaims.resource.k8s.io in shop");
    }

    @Test
    void extended_resources_need_no_classes_of_devices_to_be_served() {
        limit("requests.example.com/gpu", "5");
        server.served = new LiveAnswer.Found<>(new ServedKinds(List.of(Secret.SECRETS), Map.of()));

        assertThat(snapshot(NOW).isComplete()).isTrue();
    }

    private void limit(String... hard) {
        stores.put(ResourceQuota.RESOURCE_QUOTAS, quota(hard));
    }

    private ResourceQuotaController.Snapshot snapshot(Instant now) {
        assertThat(observe(now)).isInstanceOf(Observation.Observed.class);
        return ((Observation.Observed<ResourceQuotaController.Snapshot>) observe(now)).value();
    }

    private Observation<ResourceQuotaController.Snapshot> observe(Instant now) {
        return reconciler.observe(QUOTA, caches(), now);
    }

    private Caches caches() {
        return new Caches(null, null, Set.of(), Optional.of(numbers)) {
            @Override
            public boolean showOurWritesTo(ObjectKey key) {
                return true;
            }

            @Override
            public <T extends KubeObject> Store<T> of(Resource<T> resource) {
                return stores.of(resource);
            }
        };
    }

    private static final class Numbers implements ObjectCounts {
        final Map<ObjectKey, Set<Resource<?>>> followed = new HashMap<>();
        final Map<String, Integer> known = new HashMap<>();

        @Override
        public void follow(ObjectKey key, Set<Resource<?>> kinds) {
            if (!kinds.isEmpty() || !key.equals(QUOTA)) {
                followed.put(key, kinds);
            }
        }

        @Override
        public OptionalInt of(Resource<?> kind, String namespace) {
            var number = known.get(kind.qualifiedName());
            return number == null ? OptionalInt.empty() : OptionalInt.of(number);
        }
    }

    private static final class Server implements Inventory {
        final List<String> asked = new ArrayList<>();
        LiveAnswer<ServedKinds> served = new LiveAnswer.Found<>(new ServedKinds(
                List.of(
                        Secret.SECRETS,
                        Job.JOBS,
                        Event.EVENTS,
                        Node.NODES,
                        ResourceClaim.RESOURCE_CLAIMS,
                        DeviceClass.DEVICE_CLASSES),
                Map.of()));

        @Override
        public LiveAnswer<ServedKinds> served(Instant since) {
            if (!asked.contains("served")) {
                asked.add("served");
            }
            return served;
        }

        @Override
        public <T extends KubeObject> LiveAnswer<List<T>> contents(Resource<T> resource, String namespace) {
            asked.add(resource.qualifiedName() + " in " + namespace);
            return new LiveAnswer.Found<>(List.of());
        }

        @Override
        public Map<Resource<?>, LiveAnswer<List<MetadataObject>>> contents(
                List<? extends Resource<?>> resources, String namespace) {
            throw new AssertionError("listed " + resources);
        }
    }
}
