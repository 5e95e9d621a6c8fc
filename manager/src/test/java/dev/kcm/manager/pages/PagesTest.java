package dev.kcm.manager.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.gates.MinorVersion;
import dev.kcm.manager.Facts;
import dev.kcm.manager.migration.LeaderMigration;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ManagerOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PagesTest {
    @Test
    void configz_equals_upstreams_for_the_same_flags() {
        var options = options(
                "--kubeconfig=pki/kcm.kubeconfig",
                "--cluster-signing-cert-file=pki/ca.crt",
                "--cluster-signing-key-file=pki/ca.key",
                "--controllers=*,bootstrapsigner,tokencleaner",
                "--allocate-node-cidrs=true",
                "--cluster-cidr=10.244.0.0/16",
                "--service-cluster-ip-range=10.0.0.0/16",
                "--use-service-account-credentials",
                "--root-ca-file=pki/ca.crt",
                "--service-account-private-key-file=pki/sa.key");
        assertThat(Facts.json(Configz.of(options, Optional.empty())))
                .isEqualTo(Facts.json(Facts.text("configz-example.json")));
    }

    @Test
    void configz_shows_the_migration() {
        assertThat(Configz.of(options(), Optional.of(LeaderMigration.cloudProviderExtraction())))
                .contains(
                        "\"LeaderMigrationEnabled\":true,\"LeaderMigration\":{\"leaderName\":\"cloud-provider-extraction-migration\",\"resourceLock\":\"leases\",\"controllerLeaders\":[{\"name\":\"route-controller\",\"component\":\"*\"}");
    }

    @Test
    void flagz_lists_every_flag() {
        var text = Flagz.text(options("--v=4"));
        assertThat(text).startsWith("\nkube-controller-manager flagz\n").contains("\nv:4\n");
        assertThat(text.lines()).hasSize(155);
        assertThat(Flagz.json(options(), "v1beta1"))
                .startsWith(
                        "{\"kind\":\"Flagz\",\"apiVersion\":\"config.k8s.io/v1beta1\",\"metadata\":{\"name\":\"kube-controller-manager\"},\"flags\":{\"allocate-node-cidrs\":\"false\",");
    }

    @Test
    void statusz_says_since_when_it_runs() {
        var status = new Statusz(
                Instant.parse("2026-11-05T08:53:26Z"),
                Instant.parse("2026-11-05T09:54:31Z"),
                new MinorVersion(1, 36),
                List.of("/configz", "/metrics"));
        assertThat(status.text(ZoneOffset.UTC))
                .startsWith("\nkube-controller-manager statusz\n")
                .contains(
                        "\nStarted: Thu Nov  5 08:53:26 Z 2026\n",
                        "\nUp: 1 hr 01 min 05 sec\n",
                        "\n" + "Binary version: 1.36.3\n" + "Emulation version: 1.36\n" + "Paths: /configz /metrics\n");
        assertThat(status.json("v1beta1"))
                .contains(
                        "\"startTime\":\"2026-11-05T08:53:26Z\",\"uptimeSeconds\":3665,",
                        "\"paths\":[\"/configz\",\"/metrics\"]");
    }

    @Test
    void writes_values_as_go_does() {
        assertThat(Fields.of("rate", 0.1f, "none", null, "wait", Duration.ofSeconds(90), "list", List.of(1, "<b>"))
                        .toText())
                .isEqualTo("{\"rate\":0.1,\"none\":null,\"wait\":\"1m30s\",\"list\":[1,\"\\u003cb\\u003e\"]}");
    }

    static ManagerOptions options(String... arguments) {
        return ((CommandLine.Run) CommandLine.read(List.of(arguments), () -> 0)).options();
    }
}
