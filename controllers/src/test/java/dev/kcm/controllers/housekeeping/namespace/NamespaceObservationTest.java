package dev.kcm.controllers.housekeeping.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.flags.FlagValues;
import dev.kcm.base.flags.Flags;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.CountedStores;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.controller.Inventory;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.ServedKinds;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamespaceObservationTest {
    private static final ObjectKey SHOP = ObjectKey.of("shop");
    private static final Instant DELETED = Instant.parse("2026-06-01T12:00:00Z");

    private final CountedStores stores = new CountedStores(NamespaceController.SPEC);
    private final Server server = new Server();
    private final NamespaceController reconciler =
            new NamespaceController(new Settings(new Ordered(), server, server, new Metrics(), ""));

    private Instant now = DELETED;

    @BeforeEach
    void showThatItIsBeingDeleted() {
        stores.put(Namespace.NAMESPACES, server.namespace);
    }

    @Test
    void every_sync_asks_anew_what_is_served() {
        server.contents.put(Secret.SECRETS, List.of(going("keys")));
        server.served = List.of(Secret.SECRETS);
        assertThat(deletions()).isEmpty();

        server.contents.put(ConfigMap.CONFIG_MAPS, List.of(staying("settings")));
        server.served = List.of(Secret.SECRETS, ConfigMap.CONFIG_MAPS);
        assertThat(deletions()).containsExactly("delete all configmaps in shop");
        assertThat(server.askedSince).last().isEqualTo(now);
    }

    @Test
    void pods_that_go_hold_up_the_rest_and_so_do_those_not_tried_yet() {
        server.served = List.of(ConfigMap.CONFIG_MAPS);
        server.contents.put(ConfigMap.CONFIG_MAPS, List.of(staying("settings")));

        server.pods = new LiveAnswer.Found<>(List.of(pod(false)));
        assertThat(deletions()).containsExactly("delete all pods in shop");
        server.pods = new LiveAnswer.Found<>(List.of(pod(true)));
        assertThat(deletions()).isEmpty();
        refusedBefore();
        assertThat(deletions()).as("it goes, however long it takes").isEmpty();
    }

    @Test
    void pods_that_may_not_be_deleted_do_not_hold_up_the_rest() {
        server.served = List.of(ConfigMap.CONFIG_MAPS);
        server.contents.put(ConfigMap.CONFIG_MAPS, List.of(staying("settings")));
        refusedBefore();

        server.pods = new LiveAnswer.Found<>(List.of(pod(false)));
        assertThat(deletions()).containsExactly("delete all pods in shop", "delete all configmaps in shop");
    }

    @Test
    void pods_that_cannot_be_listed_do_not_hold_up_the_rest() {
        server.served = List.of(ConfigMap.CONFIG_MAPS);
        server.contents.put(ConfigMap.CONFIG_MAPS, List.of(staying("settings")));

        server.pods = new LiveAnswer.Unknown<>(
                ApiFailure.of(Status.builder().code(500).build()));
        assertThat(deletions()).containsExactly("delete all pods in shop", "delete all configmaps in shop");
    }

    private void refusedBefore() {
        server.namespace = server.namespace.withStatus(status -> status.addConditions(
                it -> it.type("NamespaceDeletionContentFailure").status("True").reason("ContentDeletionFailed")));
    }

    /// What the next sync deletes.
    private List<String> deletions() {
        reconciler.observe(SHOP, caches(), now);
        now = now.plus(Duration.ofMinutes(1));
        var observed = (Observation.Observed<NamespaceController.Snapshot>) reconciler.observe(SHOP, caches(), now);
        return reconciler
                .decide(observed.value())
                .steps()
                .map(Step::describe)
                .filter(step -> step.startsWith("delete"))
                .toList();
    }

    private Caches caches() {
        return new Caches(null, null, Set.of(), Optional.empty()) {
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

    private static ObjectMeta staying(String name) {
        return ObjectMeta.builder().namespace("shop").name(name).build();
    }

    private static ObjectMeta going(String name) {
        return staying(name).withDeletionTimestamp(DELETED);
    }

    private static Pod pod(boolean isGoing) {
        return Pod.builder().metadata(isGoing ? going("web") : staying("web")).build();
    }

    private record Ordered() implements Settings.Options {
        @Override
        public <R> R of(Flags<R> group) {
            return group.read(FlagValues.DEFAULTS);
        }

        @Override
        public FeatureGates gates() {
            return FeatureGates.of(Map.of("OrderedNamespaceDeletion", true));
        }
    }

    private static final class Server implements Inventory, LiveReads {
        private final List<Instant> askedSince = new ArrayList<>();
        private final Map<Resource<?>, List<ObjectMeta>> contents = new LinkedHashMap<>();
        private List<Resource<?>> served = List.of();
        private LiveAnswer<List<Pod>> pods = new LiveAnswer.Found<>(List.of());
        private Namespace namespace = Namespace.builder()
                .metadata(it -> it.name("shop").uid("u").deletionTimestamp(DELETED))
                .spec(spec -> spec.addFinalizers("kubernetes"))
                .status(status -> status.phase("Terminating"))
                .build();

        @Override
        public LiveAnswer<ServedKinds> served(Instant since) {
            askedSince.add(since);
            return new LiveAnswer.Found<>(new ServedKinds(served, Map.of()));
        }

        @Override
        @SuppressWarnings("unchecked") // only pods are listed so
        public <T extends KubeObject> LiveAnswer<List<T>> contents(Resource<T> resource, String namespace) {
            return (LiveAnswer<List<T>>) (LiveAnswer<?>) pods;
        }

        @Override
        public Map<Resource<?>, LiveAnswer<List<MetadataObject>>> contents(
                List<? extends Resource<?>> resources, String namespace) {
            var answers = new LinkedHashMap<Resource<?>, LiveAnswer<List<MetadataObject>>>();
            for (var resource : resources) {
                answers.put(
                        resource,
                        new LiveAnswer.Found<>(contents.getOrDefault(resource, List.of()).stream()
                                .map(metadata -> MetadataObject.of(resource, metadata))
                                .toList()));
            }
            return answers;
        }

        @Override
        @SuppressWarnings("unchecked") // only the namespace is read live
        public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
            return Optional.of((T) namespace);
        }
    }
}
