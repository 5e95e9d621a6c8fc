package dev.kcm.model.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.value.Quantity;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolTest {
    private final Pool pool = new Pool(4096, 4096);

    @Test
    void equal_texts_become_one() {
        assertThat(read(pod("a")).spec().nodeName())
                .isSameAs(read(pod("b")).spec().nodeName());
    }

    @Test
    void equal_parts_become_one_once_they_have_come_twice() {
        read(pod("a"));
        Pod second = read(pod("b"));
        Pod third = read(pod("c"));
        assertThat(third.spec().tolerations()).isSameAs(second.spec().tolerations());
        assertThat(third.metadata().labels()).isSameAs(second.metadata().labels());
        assertThat(third.spec().containers().getFirst().resources())
                .isSameAs(second.spec().containers().getFirst().resources());
    }

    @Test
    void sharing_changes_nothing() {
        for (String name : List.of("a", "b", "c", "a", "b")) {
            assertThat(read(pod(name))).isEqualTo(pod(name));
            assertThat(read(pod(name)).toProtobuf()).isEqualTo(pod(name).toProtobuf());
        }
    }

    @Test
    void equal_quantities_keep_their_own_spelling() {
        for (int times = 0; times < 3; times++) {
            for (String spelling : List.of("1e3", "1k", "1000000m")) {
                Container container = Container.builder()
                        .resources(r -> r.putRequests("cpu", Quantity.parse(spelling)))
                        .build();
                Container read = Container.decode(reader(encoded(container)));
                assertThat(read.toString()).isEqualTo(container.toString());
            }
        }
    }

    @Test
    void a_list_of_texts_that_looks_like_a_map_stays_a_list() {
        // the bytes of metadata.labels{k: v} as a list of texts under the same tag
        ObjectMeta mapped = ObjectMeta.builder().putLabels("k", "v").build();
        byte[] entry = {10, 1, 'k', 18, 1, 'v'};
        ProtoWriter list = new ProtoWriter();
        list.strings(11 << 3 | 2, List.of(new String(entry, java.nio.charset.StandardCharsets.UTF_8)));
        for (int times = 0; times < 4; times++) {
            ProtoReader in = reader(list.toBytes());
            assertThat(in.strings(in.tag(), Lists.nil())).hasSize(1);
            assertThat(ObjectMeta.decode(reader(encoded(mapped)))).isEqualTo(mapped);
        }
    }

    @Test
    void a_reader_without_managed_fields_does_not_take_them_from_one_with() {
        ObjectMeta metadata = ObjectMeta.builder()
                .name("a")
                .addManagedFields(m -> m.manager("kubectl"))
                .build();
        Pod pod = Pod.EMPTY.withMetadata(metadata);
        for (int times = 0; times < 4; times++) {
            assertThat(Pod.decode(reader(encoded(pod)).withoutManagedFields())
                            .metadata()
                            .managedFields())
                    .isEmpty();
            assertThat(Pod.decode(reader(encoded(pod))).metadata().managedFields())
                    .hasSize(1);
        }
    }

    @Test
    void a_tiny_pool_forgets_but_never_mixes_up() {
        Pool tiny = new Pool(1, 1);
        for (int number = 0; number < 1000; number++) {
            Pod pod = pod("pod-" + number % 7);
            assertThat(Pod.decode(ProtoReader.of(encoded(pod)).sharing(tiny))).isEqualTo(pod);
        }
    }

    private static Pod pod(String name) {
        return Pod.builder()
                .metadata(m -> m.name(name).putLabels("app", "web").putLabels("tier", "back"))
                .spec(s -> s.nodeName("node-1")
                        .addTolerations(t -> t.key("a").operator("Exists").tolerationSeconds(300))
                        .addContainers(c -> c.name("main")
                                .addVolumeMounts(v -> v.name("token-" + name))
                                .resources(r -> r.putRequests("cpu", Quantity.parse("100m")))))
                .build();
    }

    private Pod read(Pod pod) {
        return Pod.decode(reader(encoded(pod)));
    }

    private ProtoReader reader(byte[] message) {
        return ProtoReader.of(message).sharing(pool);
    }

    private static byte[] encoded(Message message) {
        ProtoWriter out = new ProtoWriter();
        message.encode(out);
        return out.toBytes();
    }
}
