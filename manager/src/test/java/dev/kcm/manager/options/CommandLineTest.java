package dev.kcm.manager.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {
    @Test
    void prints_help_by_section_in_the_terminals_width() {
        var help = printed("--help");
        assertThat(help).isEqualTo(printed("-h"));
        assertThat(help)
                .contains(
                        "\nGeneric flags:\n",
                        "\nSecure serving flags:\n",
                        "kube:GangScheduling=true|false (ALPHA - default=false)",
                        "  -v, --v Level",
                        "--version version[=true]")
                .doesNotContain("--node-sync-period ");
        var narrow = ((CommandLine.Print) CommandLine.read(List.of("--help"), () -> 80)).text();
        assertThat(narrow.lines().filter(line -> !line.contains("|") && line.contains(" ")))
                .filteredOn(line -> !line.strip().startsWith("--"))
                .allMatch(line -> line.length() <= 100);
    }

    @Test
    void prints_the_version_in_its_forms() {
        assertThat(printed("--version")).isEqualTo("Kubernetes v1.36.3\n");
        assertThat(printed("--version=true")).isEqualTo("Kubernetes v1.36.3\n");
        assertThat(printed("--version=raw"))
                .startsWith("version.Info{Major:\"1\", Minor:\"36\", ")
                .contains("GitVersion:\"v1.36.3\"");
        assertThat(run("--version=v1.36.3-custom+x").reportedVersion()).isEqualTo("v1.36.3-custom+x");
        assertThat(refused("--version=v1.30.1")).contains("--version");
        assertThat(refused("--version=foo")).contains("--version");
    }

    @Test
    void reports_everything_that_is_wrong_together() {
        assertThat(refused(
                        "--concurrent-job-syncs=0",
                        "--secure-port=-1",
                        "--kube-api-burst=x",
                        "--controllers=deploymnet",
                        "--feature-gates=GangSchedulng=true",
                        "--no-such-flag",
                        "positional"))
                .contains(
                        "Error: --concurrent-job-syncs must be at least 1, got 0\n",
                        "Error: --secure-port must be between 0 and 65535, got -1\n",
                        "Error: --kube-api-burst does not take \"x\"",
                        "there is no controller \"deploymnet\", did you mean deployment?",
                        "there is no feature gate GangSchedulng, did you mean GangScheduling?",
                        "unknown flag --no-such-flag",
                        "takes flags only, got \"positional\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--leader-elect-lease-duration=10s|--leader-elect-lease-duration (10s) must be" + " longer",
                "--leader-elect-retry-period=9s|1.2 times --leader-elect-retry-period",
                "--leader-elect-resource-lock=endpoints|must be \"leases\"",
                "--cloud-provider=aws|not built in any more",
                "--cidr-allocator-type=CloudAllocator|--cidr-allocator-type",
                "--service-cluster-ip-range=a,b,c|at most two ranges",
                "--attach-detach-reconcile-sync-period=500ms|at least 1s, got 500ms",
                "--max-endpoints-per-slice=1001|between 1 and 1000",
                "--cluster-signing-legacy-unknown-cert-file=x|must be given together",
                "--tls-min-version=VersionTLS14|did you mean VersionTLS1",
                "--tls-cipher-suites=TLS_NONE|no cipher suite",
                "--tls-curve-preferences=1|no key exchange 1",
                "--tls-curve-preferences=23,23|given twice",
                "--show-hidden-metrics-for-version=1.34|must be 1.35 or absent",
                "--disabled-metrics=a-b|no metric name",
                "--allow-metric-labels=a=b|not METRIC,LABEL",
                "--logging-format=xml|must be text or json",
                "--log-flush-frequency=0|must be positive",
                "--log-text-split-stream|needs the feature LoggingAlphaOptions",
                "--vmodule=a|not pattern=N",
                "--emulated-version=1.32|not between 1.33 and 1.36",
                "--emulated-version=other=1.35|no component \"other\"",
                "--min-compatibility-version=1.37|not between",
                "--requestheader-uid-headers=X-Other|X-Remote-Uid",
                "--tls-sni-cert-key=a|certificate and key file",
            })
    void refuses_with_a_reason(String argument, String reason) {
        assertThat(refused(argument)).contains(reason);
    }

    @Test
    void checks_election_only_when_there_is_one() {
        assertThat(run("--leader-elect=false", "--leader-elect-lease-duration=1s")
                        .options())
                .isNotNull();
    }

    @Test
    void warns_about_what_is_about_to_go() {
        assertThat(run("--node-sync-period=3s", "--feature-gates=APIServerTracing=true")
                        .warnings())
                .hasSize(2)
                .anyMatch(warning -> warning.contains("--node-sync-period has been deprecated"));
    }

    @Test
    void lists_all_flags_as_they_are_logged_at_start() {
        var lines = run("--v=1", "--controllers=*,-job").options().printed();
        assertThat(lines).hasSize(152).contains("FLAG: --v=\"1\"", "FLAG: --controllers=\"[*,-job]\"");
    }

    private static String printed(String... arguments) {
        return ((CommandLine.Print) CommandLine.read(List.of(arguments), () -> 0)).text();
    }

    private static String refused(String... arguments) {
        return ((CommandLine.Refuse) CommandLine.read(List.of(arguments), () -> 0)).text();
    }

    private static CommandLine.Run run(String... arguments) {
        return (CommandLine.Run) CommandLine.read(List.of(arguments), () -> 0);
    }
}
