package dev.kcm.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.model.value.IntOrString;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How generated types feel in the hand.
class GeneratedTypesTest {
    private static final ReplicaSet WEB = ReplicaSet.builder()
            .metadata(m -> m.name("web").namespace("default").putLabels("app", "web"))
            .spec(s -> s.replicas(3)
                    .selector(l -> l.putMatchLabels("app", "web"))
                    .template(t ->
                            t.spec(p -> p.addContainers(c -> c.name("main").image("nginx"))
                                    .addVolumes(v -> v.name("config").configMap(c -> c.name("web"))))))
            .build();

    @Test
    void builders_nest() {
        assertThat(WEB.spec().replicas()).contains(3);
        assertThat(WEB.spec().template().spec().containers())
                .extracting(Container::name)
                .containsExactly("main");
        assertThat(WEB.key()).isEqualTo(ObjectKey.of("default", "web"));
    }

    @Test
    void copies_change_one_field_and_leave_the_original() {
        ReplicaSet scaled = WEB.withSpec(s -> s.replicas(5));
        assertThat(scaled.spec().replicas()).contains(5);
        assertThat(WEB.spec().replicas()).contains(3);
        assertThat(scaled.metadata()).isSameAs(WEB.metadata());
        assertThat(scaled.spec().withoutReplicas().replicas()).isEmpty();
    }

    @Test
    void absent_fields_have_values() {
        assertThat(Pod.EMPTY.spec()).isSameAs(PodSpec.EMPTY);
        assertThat(Pod.EMPTY.spec().containers()).isEmpty();
        assertThat(Pod.EMPTY.labels()).isEmpty();
        assertThat(Pod.EMPTY.spec().affinity()).isEmpty();
        assertThat(Pod.EMPTY.metadata().creationTimestamp()).isEmpty();
    }

    @Test
    void inlined_fields_are_the_outer_types_own() {
        Volume volume = WEB.spec().template().spec().volumes().getFirst();
        assertThat(volume.configMap().orElseThrow().name()).isEqualTo("web");
        assertThat(volume.volumeSource().configMap()).isEqualTo(volume.configMap());
        assertThat(volume).hasToString("{\"name\":\"config\",\"configMap\":{\"name\":\"web\"}}");
    }

    @Test
    void nil_and_empty_lists_are_equal_but_written_apart() {
        PodSpec empty = PodSpec.EMPTY.withContainers(List.of());
        assertThat(empty).isEqualTo(PodSpec.EMPTY).hasToString("{\"containers\":[]}");
        assertThat(PodSpec.EMPTY).hasToString("{\"containers\":null}");
    }

    @Test
    void maps_keep_the_order_of_keys_and_builders_take_any_map() {
        Pod pod = Pod.builder()
                .metadata(m -> m.labels(Map.of("b", "2", "a", "1")).putLabels("aa", "3"))
                .build();
        assertThat(pod.labels().keySet()).containsExactly("a", "aa", "b");
        assertThatThrownBy(() -> pod.labels().put("x", "y")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void nothing_takes_null() {
        assertThatThrownBy(() -> Pod.builder().metadata(m -> m.name(null))).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Container.builder().addArgs(null).build()).isInstanceOf(NullPointerException.class);
    }

    @Test
    void whole_objects_say_their_kind_and_items_of_lists_do_not() {
        assertThat(new String(WEB.toJson(), java.nio.charset.StandardCharsets.UTF_8))
                .startsWith("{\"kind\":\"ReplicaSet\",\"apiVersion\":\"apps/v1\",\"metadata\":{\"name\":\"web\"");
        assertThat(WEB.toString()).startsWith("{\"metadata\":{\"name\":\"web\"");
    }

    @Test
    void rolling_updates_take_numbers_and_percentages() {
        Deployment deployment = Deployment.EMPTY.withSpec(s -> s.strategy(
                t -> t.rollingUpdate(r -> r.maxSurge(IntOrString.of("25%")).maxUnavailable(IntOrString.of(1)))));
        assertThat(deployment.spec().strategy())
                .hasToString("{\"rollingUpdate\":{\"maxUnavailable\":1,\"maxSurge\":\"25%\"}}");
    }
}
