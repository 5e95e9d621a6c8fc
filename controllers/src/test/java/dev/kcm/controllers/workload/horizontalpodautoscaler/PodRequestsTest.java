package dev.kcm.controllers.workload.horizontalpodautoscaler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.lean.LeanContainer;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanPodSpec;
import dev.kcm.model.value.Quantity;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PodRequestsTest {
    private static final PodRequests CPU = new PodRequests("cpu", "", true);

    @Test
    void containers_and_sidecars_add_up_and_other_init_containers_do_not() throws MetricFailure {
        var pod = pod(spec -> spec.addContainers(container("main", "500m"))
                .addContainers(container("proxy", "250m"))
                .addInitContainers(container("sidecar", "100m").withRestartPolicy("Always"))
                .addInitContainers(container("setup", "2")));

        assertThat(CPU.of(List.of(pod))).containsEntry("web", 850L);
        assertThat(new PodRequests("cpu", "sidecar", true).of(List.of(pod))).containsEntry("web", 100L);
    }

    @Test
    void a_pod_that_did_not_ask_fails_the_metric_and_so_does_a_container_it_does_not_have() {
        var pod = pod(spec -> spec.addContainers(container("main", "500m")).addContainers(it -> it.name("proxy")));

        assertThatThrownBy(() -> CPU.of(List.of(pod)))
                .hasMessage("missing request for cpu in container proxy of Pod web");
        assertThatThrownBy(() -> new PodRequests("cpu", "other", true).of(List.of(pod)))
                .hasMessage("container other not found in Pod web");
    }

    @Test
    void what_a_pod_asks_for_as_a_whole_replaces_its_containers() throws MetricFailure {
        var pod = pod(spec -> spec.resources(it -> it.putRequests("cpu", Quantity.parse("3")))
                .overhead(Map.of("cpu", Quantity.parse("100m")))
                .addContainers(container("main", "500m")));

        assertThat(CPU.of(List.of(pod))).containsEntry("web", 3100L);
        assertThat(new PodRequests("cpu", "main", true).of(List.of(pod))).containsEntry("web", 500L);
        assertThat(new PodRequests("cpu", "", false).of(List.of(pod))).containsEntry("web", 500L);
        assertThatThrownBy(() -> new PodRequests("memory", "", true).of(List.of(pod)))
                .hasMessage("missing pod-level request for memory in Pod web");
    }

    @Test
    void a_resource_the_pod_does_not_ask_for_as_a_whole_is_that_of_its_hungriest_moment() throws MetricFailure {
        var pod = pod(spec -> spec.resources(it -> it.putRequests("memory", Quantity.parse("1Gi")))
                .addContainers(container("main", "500m"))
                .addInitContainers(container("sidecar", "100m").withRestartPolicy("Always"))
                .addInitContainers(container("setup", "2")));

        assertThat(CPU.of(List.of(pod))).containsEntry("web", 2100L);
    }

    private static LeanPod pod(Consumer<LeanPodSpec.Builder> spec) {
        return LeanPod.builder().metadata(it -> it.name("web")).spec(spec).build();
    }

    private static LeanContainer container(String name, String cpu) {
        return LeanContainer.builder()
                .name(name)
                .resources(it -> it.putRequests("cpu", Quantity.parse(cpu)))
                .build();
    }
}
