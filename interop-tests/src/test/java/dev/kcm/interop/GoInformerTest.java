package dev.kcm.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.cluster.Cluster;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.testing.junit.KubeCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// client-go's typed client and informer on the embedded cluster, in both encodings.
@KubeCluster(virtualTime = false, served = true)
class GoInformerTest {
    /// More changes of one kind than the server keeps.
    private static final int MORE_THAN_IS_KEPT = 5_000;

    @TempDir
    private static Path programs;

    private static Path program;

    @TempDir
    private Path directory;

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        program = GoInformer.built(programs);
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "protobuf"})
    void lists_follows_and_writes(String encoding, Cluster cluster, Client client) throws Exception {
        client.on(ConfigMap.CONFIG_MAPS).create(map("before", ""));
        try (var informer = informer(cluster, encoding)) {
            informer.expect("added before");

            assertThat(informer.send("create own")).isEqualTo("done");
            informer.expect("added own");
            assertThat(informer.send("create own")).isEqualTo("refused AlreadyExists");
            assertThat(informer.send("update own green")).isEqualTo("done");
            informer.expect("updated own green");
            assertThat(informer.send("list")).isEqualTo("cache before= own=green");
            assertThat(informer.send("delete own")).isEqualTo("done");
            informer.expect("deleted own");
            assertThat(informer.send("delete own")).isEqualTo("refused NotFound");
            assertThat(informer.send("list")).isEqualTo("cache before=");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "protobuf"})
    void a_dropped_watch_goes_on_where_it_stood(String encoding, Cluster cluster, Client client) throws Exception {
        var maps = client.on(ConfigMap.CONFIG_MAPS);
        maps.create(map("kept", ""));
        maps.create(map("lost", ""));
        try (var informer = informer(cluster, encoding)) {
            informer.expect("synced");
            assertThat(informer.send("cut")).isEqualTo("done");

            maps.create(map("new", ""));
            maps.update(changed(client, "kept", "green"));
            maps.delete(ObjectKey.of("default", "lost"), DeleteOptions.plain());
            assertThat(informer.send("list")).isEqualTo("cache kept= lost=");

            assertThat(informer.send("mend")).isEqualTo("done");
            informer.expect("added new", "updated kept green", "deleted lost");
            assertThat(informer.send("list")).isEqualTo("cache kept=green new=");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "protobuf"})
    void a_watch_dropped_for_too_long_lists_anew(String encoding, Cluster cluster, Client client) throws Exception {
        var maps = client.on(ConfigMap.CONFIG_MAPS);
        maps.create(map("kept", ""));
        maps.create(map("lost", ""));
        try (var informer = informer(cluster, encoding)) {
            informer.expect("synced");
            assertThat(informer.send("cut")).isEqualTo("done");

            maps.delete(ObjectKey.of("default", "lost"), DeleteOptions.plain());
            for (int change = 1; change <= MORE_THAN_IS_KEPT; change++) {
                maps.update(changed(client, "kept", "shade-" + change));
            }

            assertThat(informer.send("mend")).isEqualTo("done");
            informer.expect("updated kept shade-" + MORE_THAN_IS_KEPT, "deleted lost");
            assertThat(informer.send("list")).isEqualTo("cache kept=shade-" + MORE_THAN_IS_KEPT);
        }
    }

    private GoInformer informer(Cluster cluster, String encoding) throws IOException {
        var kubeconfig = directory.resolve("kubeconfig");
        Files.writeString(kubeconfig, cluster.kubeconfig().orElseThrow());
        return GoInformer.started(program, kubeconfig, encoding);
    }

    private static ConfigMap changed(Client client, String name, String colour) {
        return client.on(ConfigMap.CONFIG_MAPS).get(ObjectKey.of("default", name)).toBuilder()
                .putData("colour", colour)
                .build();
    }

    private static ConfigMap map(String name, String colour) {
        return ConfigMap.builder()
                .metadata(it -> it.namespace("default").name(name).putLabels("app", "client-go"))
                .putData("colour", colour)
                .build();
    }
}
