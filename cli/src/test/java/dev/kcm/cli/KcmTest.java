package dev.kcm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.ClusterSettings;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KcmTest {
    private static final int MOST_COLUMNS = 110;

    @TempDir
    private Path directory;

    @Test
    void without_a_word_it_says_what_it_can_do() {
        var nothing = Console.kcm();

        assertThat(nothing.code()).isZero();
        assertThat(nothing).isEqualTo(Console.kcm("--help")).isEqualTo(Console.kcm("help"));
        assertThat(nothing.out()).contains(Command.words());
    }

    @ParameterizedTest
    @EnumSource
    void every_command_has_help_that_names_its_flags(Command command) {
        var help = Console.kcm(command.word(), "--help");

        assertThat(help.code()).isZero();
        assertThat(help.out()).contains("Usage:", "kcm " + command.word());
        assertThat(help.out()).contains(command.flags());
        assertThat(help.out().lines()).allMatch(line -> line.length() <= MOST_COLUMNS);
        assertThat(help).isEqualTo(Console.kcm("help", command.word()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        statsu            | kcm: there is no command "statsu", did you mean kcm status? (kcm --help names all)
        frobnicate        | kcm: there is no command "frobnicate" (kcm --help names all)
        status --data-dri | kcm: status has no flag --data-dri, did you mean --data-dir?: see kcm status --help
        status --data-dir | kcm: status wants a value behind --data-dir: see kcm status --help
        status up         | kcm: status takes no "up": see kcm status --help
        reset -x          | kcm: reset has no flag -x: see kcm reset --help
        up --in-memry     | kcm: up has no flag --in-memry, did you mean --in-memory?: see kcm up --help
        up --kube-api-qsp=3 | kcm: up has no flag --kube-api-qsp=3, did you mean --kube-api-qps?: see kcm up --help
        up --port=70000   | kcm: up wants a number from 0 to 65535 behind --port, not "70000": see kcm up --help
        backup            | kcm: backup wants one FILE: see kcm backup --help
        backup a b        | kcm: backup wants one FILE: see kcm backup --help
        restore --force x | kcm: restore has no flag --force: see kcm restore --help
        up --unsafe-no-sync | kcm: up has no flag --unsafe-no-sync, did you mean --unsafe-no-fsync?: see kcm up --help
        up --nodes many   | kcm: up wants a number from 0 to 1000 behind --nodes, not "many": see kcm up --help
        up now            | kcm: up takes no "now": see kcm up --help
        node stop         | kcm: node wants what to do and one NODE, such as kcm node stop node-1: see kcm node --help
        node pause node-1 | kcm: node cannot "pause", only stop, start and destroy: see kcm node --help
        why web           | kcm: why wants KIND/NAME, such as kcm why deployment/web: see kcm why --help
        why pod/a b/c d/e | kcm: why wants KIND/NAME, such as kcm why deployment/web: see kcm why --help
        why pod/web --mnaager x | kcm: why has no flag --mnaager, did you mean --manager?: see kcm why --help
        why pod/web --manager https://127.0.0.1:1 --kubeconfig /nowhere | kcm: Cannot read the kubeconfig file /nowhere: there is no such file
        """)
    void what_it_does_not_understand_it_refuses_with_advice(String arguments, String problem) {
        var refused = Console.kcm(arguments.split(" "));

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err().strip()).isEqualTo(problem);
    }

    @Test
    void a_taken_port_is_told_with_what_to_do() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            var refused = Console.kcm(
                    "up",
                    "--in-memory",
                    "--port=" + port,
                    "--data-dir",
                    directory.resolve("data").toString());

            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains(Integer.toString(port), "--port N, or --port 0 for any free one");
        }
    }

    @Test
    void a_second_cluster_on_the_same_data_is_refused_and_a_status_tells_of_the_first() throws Exception {
        var data = directory.resolve("data");
        try (var cluster = start(data)) {
            var second = Console.kcm("up", "--port=0", "--data-dir=" + data);
            assertThat(second.code()).isEqualTo(1);
            assertThat(second.err())
                    .contains("a cluster already runs on " + data, cluster.url().orElseThrow());

            var status = Console.kcm("status", "--data-dir=" + data);
            assertThat(status.code()).isZero();
            assertThat(status.out()).contains("running: process", cluster.url().orElseThrow(), "kubeconfig: ");

            var reset = Console.kcm("reset", "--data-dir=" + data);
            assertThat(reset.code()).isEqualTo(1);
            assertThat(reset.err()).contains("a cluster already runs");
        }
        assertThat(Console.kcm("status", "--data-dir=" + data))
                .isEqualTo(new Console(3, "stopped; the data of the last cluster is in " + data + "\n", ""));
        assertThat(Console.kcm("reset", "--data-dir=" + data).out()).isEqualTo("Deleted " + data + "\n");
        assertThat(data).doesNotExist();
    }

    @Test
    void nobody_else_on_the_machine_can_read_the_data() throws Exception {
        var data = directory.resolve("data");
        try (var _ = start(data);
                var keys = Files.list(data.resolve("pki"))) {
            assertThat(permissions(data)).isEqualTo("rwx------");
            assertThat(permissions(data.resolve("kubeconfig"))).isEqualTo("rw-------");
            assertThat(keys.filter(file -> file.toString().endsWith(".key")))
                    .isNotEmpty()
                    .allSatisfy(key -> assertThat(permissions(key)).isEqualTo("rw-------"));
        }
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void a_data_directory_that_is_a_file_or_holds_something_else_is_refused() throws IOException {
        var file = Files.writeString(directory.resolve("file"), "");
        assertThat(Console.kcm("up", "--data-dir=" + file).err())
                .isEqualTo("kcm: cannot use %s as data directory: it is a file (--data-dir names another)\n"
                        .formatted(file));
        assertThat(Console.kcm("up", "--data-dir=" + directory).err())
                .contains("holds something else: name an empty or new directory with --data-dir");
        assertThat(Console.kcm("reset", "--data-dir=" + directory).err())
                .contains("holds no cluster: nothing was deleted");
        assertThat(file).exists();
    }

    @Test
    void data_that_cannot_be_read_is_named() throws Exception {
        var data = directory.resolve("data");
        start(data).close();
        Files.writeString(data.resolve("store.log"), "this is no log, whatever its name says");

        var refused = Console.kcm("up", "--port=0", "--data-dir=" + data);

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains(
                        "cannot use %s: it does not hold the objects of a cluster".formatted(data.resolve("store.log")),
                        "kcm restore --overwrite puts a backup in its place, kcm reset deletes it");
    }

    @Test
    void why_needs_a_cluster_that_runs() {
        assertThat(Console.kcm("why", "pod/web", "--data-dir=" + directory).err())
                .isEqualTo("kcm: no cluster runs on %s: start one with kcm up, or name another with --data-dir\n"
                        .formatted(directory));
    }

    @Test
    void why_asks_the_cluster_that_runs() throws Exception {
        var data = directory.resolve("data");
        try (var cluster = start(data)) {
            assertThat(Console.kcm("why", "node/node-1", "--data-dir=" + data).out())
                    .startsWith("node/node-1\n")
                    .contains("  node-lifecycle-controller: its taints and labels follow its conditions; waits for a"
                            + " change\n");
            assertThat(Console.kcm("why", "ns", "absent", "--data-dir=" + data).err())
                    .isEqualTo("kcm: namespaces \"absent\" not found\n");
            assertThat(Console.kcm("why", "nmespace/default", "--data-dir=" + data)
                            .err())
                    .isEqualTo("kcm: there is no kind \"nmespace\", did you mean namespace?\n");
            assertThat(cluster.explain("node", "", "node-1")).contains("waits for a change");
        }
    }

    @Test
    void a_node_is_stopped_started_and_destroyed() throws Exception {
        var data = directory.resolve("data");
        try (var cluster = start(data)) {
            assertThat(Console.kcm("node", "stop", "node-1", "--data-dir=" + data))
                    .isEqualTo(new Console(
                            0, "node-1 is silent from now on; kcm node start node-1 lets it speak again\n", ""));
            assertThat(labels(cluster)).containsEntry("kcm.dev/silent", "true");

            assertThat(Console.kcm("node", "start", "node-1", "--data-dir=" + data))
                    .isEqualTo(new Console(0, "node-1 speaks again\n", ""));
            assertThat(labels(cluster)).doesNotContainKey("kcm.dev/silent");

            assertThat(Console.kcm("node", "destroy", "node-1", "--data-dir=" + data)
                            .out())
                    .startsWith("The machine of node-1 is gone;");
            assertThat(labels(cluster)).containsEntry("kcm.dev/destroyed", "true");

            assertThat(Console.kcm("node", "stop", "nod-1", "--data-dir=" + data))
                    .isEqualTo(new Console(
                            1,
                            "",
                            "kcm: there is no node \"nod-1\", did you mean node-1? (kubectl get nodes names all)\n"));
        }
    }

    private static Map<String, String> labels(Cluster cluster) {
        return cluster.client().on(Node.NODES).get(ObjectKey.of("node-1")).labels();
    }

    @Test
    void a_cluster_is_entered_into_a_kubeconfig_beside_what_is_there() throws Exception {
        var own = directory.resolve("config");
        Files.writeString(own, """
            apiVersion: v1
            kind: Config
            current-context: work
            contexts:
            - name: work
              context: {cluster: office, user: me}
            - name: kcm
              context: {cluster: old, user: old}
            """);
        new UserKubeconfig(own).merge("""
            apiVersion: v1
            kind: Config
            clusters:
            - name: kcm
              cluster: {server: "https://127.0.0.1:1"}
            users:
            - name: kcm-admin
              user: {}
            contexts:
            - name: kcm
              context: {cluster: kcm, user: kcm-admin}
            current-context: kcm
            """);

        assertThat(own)
                .content()
                .contains("current-context: work", "cluster: office", "https://127.0.0.1:1")
                .doesNotContain("old");
        assertThat(permissions(own)).isEqualTo("rw-------");
    }

    private static Cluster start(Path data) throws InterruptedException {
        return Cluster.start(
                ClusterSettings.inProcess().withDirectory(data).withPort(0).withNodes(1));
    }
}
