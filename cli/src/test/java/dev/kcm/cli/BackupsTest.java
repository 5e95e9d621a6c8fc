package dev.kcm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.store.log.Backup;
import dev.kcm.client.Client;
import dev.kcm.client.ListQuery;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.ClusterSettings;
import dev.kcm.cluster.Persistence;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupsTest {
    @TempDir
    private Path directory;

    private Path data;
    private Path file;

    @BeforeEach
    void name() {
        data = directory.resolve("data");
        file = directory.resolve("backup.kcm");
    }

    @Test
    void a_running_cluster_is_backed_up_and_comes_back_as_it_was_with_higher_versions() throws Exception {
        String version;
        try (var cluster = start(data, Persistence.DURABLE)) {
            version = create(cluster.client(), "before");
            var made = backup(data);
            assertThat(made.code()).as(made.err()).isZero();
            assertThat(made.out()).contains("Backed up", "objects at revision", "it holds Secrets");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            create(cluster.client(), "after");
        }
        var restored = restore(data, "--overwrite");
        assertThat(restored.code()).as(restored.err()).isZero();
        try (var cluster = start(data, Persistence.DURABLE)) {
            var client = cluster.client();
            var before = client.on(ConfigMap.CONFIG_MAPS).get(ObjectKey.of("default", "before"));
            assertThat(before.resourceVersion()).isEqualTo(version);
            assertThat(names(client)).contains("before").doesNotContain("after");
            assertThat(Long.parseLong(create(client, "later"))).isGreaterThan(Backup.REVISION_STEP);
        }
    }

    @Test
    void a_cluster_in_memory_is_backed_up_and_restored_to_a_new_directory() throws Exception {
        try (var cluster = start(data, Persistence.IN_MEMORY)) {
            create(cluster.client(), "precious");
            assertThat(backup(data).code()).isZero();
        }
        var elsewhere = directory.resolve("elsewhere");
        assertThat(restore(elsewhere).code()).isZero();
        try (var cluster = start(elsewhere, Persistence.DURABLE)) {
            assertThat(names(cluster.client())).contains("precious");
        }
    }

    @Test
    void a_stopped_cluster_is_backed_up_from_its_directory() throws Exception {
        try (var cluster = start(data, Persistence.UNSAFE_NO_FSYNC)) {
            create(cluster.client(), "precious");
        }
        var made = backup(data);
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(Backup.read(file).count()).isEqualTo(Backup.of(data).count());
    }

    @Test
    void what_is_there_is_only_replaced_when_told_so() throws Exception {
        start(data, Persistence.DURABLE).close();
        assertThat(backup(data).code()).isZero();
        assertThat(backup(data).err())
                .isEqualTo("kcm: %s exists: name another file, or replace it with --overwrite\n".formatted(file));
        assertThat(backup(data, "--overwrite").code()).isZero();
        assertThat(restore(data).err()).contains("holds objects already", "--overwrite");
        assertThat(restore(directory).err()).contains("holds something else");
        try (var _ = start(data, Persistence.DURABLE)) {
            assertThat(restore(data, "--overwrite").err()).contains("a cluster already runs on " + data);
        }
        assertThat(backup(directory.resolve("nowhere"), "--overwrite").err()).contains("there is nothing to back up");
    }

    @Test
    void a_damaged_or_incomplete_backup_changes_nothing() throws Exception {
        start(data, Persistence.DURABLE).close();
        assertThat(backup(data).code()).isZero();
        var log = Files.readAllBytes(data.resolve("store.log"));
        var whole = Files.readAllBytes(file);

        Files.write(file, Arrays.copyOf(whole, whole.length - 100));
        assertThat(restore(data, "--overwrite").err()).contains("nothing was restored", "is not a complete backup");
        whole[whole.length / 2] ^= 1;
        Files.write(file, whole);
        assertThat(restore(data, "--overwrite").err()).contains("nothing was restored", "is damaged at byte");
        Files.writeString(file, "something quite different");
        assertThat(restore(data, "--overwrite").err()).contains("it does not hold the objects of a cluster");
        Files.delete(file);
        assertThat(restore(data, "--overwrite").err()).contains("there is no such file");
        assertThat(data.resolve("store.log")).hasBinaryContent(log);
    }

    private Console backup(Path from, String... flags) {
        return run("backup", from, flags);
    }

    private Console restore(Path to, String... flags) {
        return run("restore", to, flags);
    }

    private Console run(String command, Path path, String... flags) {
        var arguments = new ArrayList<>(List.of(command, file.toString(), "--data-dir=" + path));
        arguments.addAll(Arrays.asList(flags));
        return Console.kcm(arguments.toArray(String[]::new));
    }

    private static String create(Client client, String name) {
        var object = ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .build();
        return client.on(ConfigMap.CONFIG_MAPS).create(object).resourceVersion();
    }

    private static List<String> names(Client client) {
        var names = new ArrayList<String>();
        client.on(ConfigMap.CONFIG_MAPS).listAll(ListQuery.in("default"), map -> names.add(map.name()));
        return names;
    }

    private static Cluster start(Path data, Persistence persistence) throws InterruptedException {
        return Cluster.start(ClusterSettings.inProcess()
                .withDirectory(data)
                .withPersistence(persistence)
                .withPort(0)
                .withNodes(1));
    }
}
