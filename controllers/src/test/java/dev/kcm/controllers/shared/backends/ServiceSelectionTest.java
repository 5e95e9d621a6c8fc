package dev.kcm.controllers.shared.backends;

import static dev.kcm.controllers.shared.backends.Network.deleting;
import static dev.kcm.controllers.shared.backends.Network.pending;
import static dev.kcm.controllers.shared.backends.Network.ready;
import static dev.kcm.controllers.shared.backends.Network.service;
import static dev.kcm.controllers.shared.backends.Network.unready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.FilledStore;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.controller.WatchMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceSelectionTest {
    private static final Service WEB = service("web");
    private static final Service BLUE = service("blue", spec -> spec.putSelector("color", "blue"));
    private static final Service OTHER = service("other", spec -> spec.selector(Map.of("app", "other")));
    private static final Service UNSELECTING = service("unselecting", spec -> spec.selector(Map.of()));

    @Test
    void finds_the_pods_that_have_all_labels() {
        var plain = ready("plain", "10.0.0.1");
        var blue = labelled(ready("blue", "10.0.0.2"), "color", "blue");
        var elsewhere = ready("elsewhere", "10.0.0.3").withMetadata(m -> m.namespace("kube-system"));
        var pods = FilledStore.of(LeanPod.PODS, List.of(ServiceSelection.PODS_BY_LABEL), plain, blue, elsewhere);

        assertThat(ServiceSelection.podsOf(WEB, pods)).containsExactlyInAnyOrder(plain, blue);
        assertThat(ServiceSelection.podsOf(BLUE, pods)).containsExactly(blue);
        assertThat(ServiceSelection.podsOf(OTHER, pods)).isEmpty();
        assertThat(ServiceSelection.podsOf(UNSELECTING, pods)).isEmpty();
    }

    @Test
    void what_a_pod_serves_otherwise_concerns_its_services() {
        var before = unready("a", "10.0.0.1");

        assertThat(concerned(updated(before, ready("a", "10.0.0.1")))).containsExactly("web");
        assertThat(concerned(updated(before, deleting(before)))).containsExactly("web");
        assertThat(concerned(updated(before, unready("a", "10.0.0.9")))).containsExactly("web");
        assertThat(concerned(updated(before, before.withStatus(s -> s.phase("Failed")))))
                .containsExactly("web");
        assertThat(concerned(new Change.Added<>(before, false))).containsExactly("web");
        assertThat(concerned(new Change.Deleted<>(before))).containsExactly("web");
    }

    @Test
    void what_does_not_show_in_endpoints_concerns_nobody() {
        var pod = ready("a", "10.0.0.1");

        assertThat(concerned(updated(pod, pod.withMetadata(m -> m.resourceVersion("2")))))
                .isEmpty();
        assertThat(concerned(updated(pending("a"), deleting(pending("a"))))).isEmpty();
        assertThat(concerned(new Change.Added<>(pending("a"), false))).isEmpty();
        assertThat(concerned(new Change.Added<>(pod, true))).isEmpty();
        assertThat(concerned(new Change.Resynced<>(pod))).isEmpty();
    }

    @Test
    void a_pod_that_only_changed_its_labels_concerns_who_lost_or_won_it() {
        var before = ready("a", "10.0.0.1");
        var now = labelled(before, "color", "blue");

        assertThat(concerned(updated(before, now))).containsExactly("blue");
        assertThat(concerned(updated(now, before))).containsExactly("blue");
        assertThat(concerned(updated(before, deleting(now)))).containsOnly("web", "blue");
    }

    private static List<String> concerned(Change<LeanPod> change) {
        var services = FilledStore.of(
                Service.SERVICES, List.of(ServiceSelection.SERVICES_BY_LABEL), WEB, BLUE, OTHER, UNSELECTING);
        var names = new ArrayList<String>();
        ServiceSelection.changedPods().mapping().keys(change, only(services), key -> names.add(key.name()));
        return names;
    }

    private static WatchMapping.Stores only(Store<Service> services) {
        return new WatchMapping.Stores() {
            @Override
            @SuppressWarnings("unchecked") // it is asked for this one
            public <R extends KubeObject> Store<R> of(Resource<R> resource) {
                assertThat(resource).isEqualTo(Service.SERVICES);
                return (Store<R>) services;
            }
        };
    }

    private static Change<LeanPod> updated(LeanPod before, LeanPod now) {
        return new Change.Updated<>(before, now);
    }

    private static LeanPod labelled(LeanPod pod, String key, String value) {
        return pod.withMetadata(m -> m.putLabels(key, value));
    }
}
