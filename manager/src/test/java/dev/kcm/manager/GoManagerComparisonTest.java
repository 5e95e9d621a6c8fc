package dev.kcm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.flags.HelpText;
import dev.kcm.base.gates.GateTable;
import dev.kcm.manager.migration.LeaderMigration;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ManagerFlags;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.manager.options.ShadowOptions;
import dev.kcm.manager.pages.Configz;
import dev.kcm.manager.pages.Flagz;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Ours beside upstream's running binary, for the same command lines.
class GoManagerComparisonTest {
    private static final String KUBECONFIG_OF_NOBODY = "--kubeconfig=/nonexistent/kubeconfig";
    private static final Pattern FLAG = Pattern.compile("^ {2}(?:-(\\w), | {4})--([\\w-]+)(?: (\\S+))? .*");
    private static final Pattern FEATURE =
            Pattern.compile("kubernetes_feature_enabled\\{name=\"(\\w+)\",stage=\"(.*)\"} (\\d)");

    @BeforeAll
    static void there_is_something_to_compare_with() {
        GoManager.assumeBuilt();
    }

    static Stream<List<String>> command_lines() {
        return Stream.of(
                List.of(),
                List.of(
                        "--allocate-node-cidrs",
                        "--cluster-cidr=10.244.0.0/16,fd00::/48",
                        "--service-cluster-ip-range=10.0.0.0/16,fd01::/112",
                        "--node-cidr-mask-size-ipv4=25",
                        "--controllers=*,-job,bootstrapsigner,-ttl-controller",
                        "--use-service-account-credentials=true",
                        "--kube-api-qps=12.5",
                        "--kube_api_burst=1000000"),
                List.of(
                        "--leader-elect=false",
                        "--leader-elect-lease-duration=1m30s",
                        "--horizontal-pod-autoscaler-tolerance=0.0000001",
                        "--node-eviction-rate=1e-3",
                        "--unhealthy-zone-threshold=0.3",
                        "--min-resync-period=90m",
                        "--endpoint-updates-batch-period=1500us",
                        "--contention-profiling",
                        "--profiling=false",
                        "--cloud-provider=external",
                        "--node-sync-period=3s",
                        "--terminated-pod-gc-threshold=-1",
                        "--v=3",
                        "--vmodule=a*=3,b=4",
                        "--tls-cipher-suites=TLS_AES_128_GCM_SHA256,TLS_CHACHA20_POLY1305_SHA256",
                        "--tls-curve-preferences=29,23",
                        "--tls-min-version=VersionTLS13",
                        "--authentication-skip-lookup",
                        "--requestheader-allowed-names=a,\"b,c\"",
                        "--allow-metric-labels=m,l='v,w'",
                        "--log-flush-frequency=1.5s",
                        "--feature-gates=AllAlpha=false",
                        "--feature-gates=GangScheduling=true,GenericWorkload=true",
                        "--flex-volume-plugin-dir=/a<b>&c"),
                List.of(
                        "--enable-leader-migration",
                        "--cluster-signing-kubelet-serving-cert-file=a",
                        "--cluster-signing-kubelet-serving-key-file=b",
                        "--cluster-signing-duration=48h",
                        "--logging-format=json",
                        "--emulated-version=1.35",
                        "--legacy-service-account-token-clean-up-period=-1s"));
    }

    @ParameterizedTest
    @MethodSource("command_lines")
    void configz_and_flagz_are_equal(List<String> arguments) throws Exception {
        boolean hasFlagz = !arguments.contains("--emulated-version=1.35"); // Off until 1.36.
        var pages = GoManager.pages(arguments, hasFlagz ? List.of("/configz", "/flagz") : List.of("/configz"));
        var options = options(arguments, pages.port());
        boolean migrates = arguments.contains("--enable-leader-migration");
        var migration =
                migrates ? Optional.of(LeaderMigration.cloudProviderExtraction()) : Optional.<LeaderMigration>empty();
        assertThat(unordered(Facts.json(Configz.of(options, migration))))
                .isEqualTo(unordered(Facts.json(pages.bodies().getFirst())));
        assertThat(options.gates().isEnabled("ComponentFlagz")).isEqualTo(hasFlagz);
        if (hasFlagz) {
            assertThat(withoutOurs(Facts.json(Flagz.json(options, "v1beta1"))))
                    .isEqualTo(Facts.json(pages.bodies().getLast()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--v=0",
                "--emulated-version=1.33",
                "--emulated-version=kube=1.34 --feature-gates=AllBeta=true",
                "--feature-gates=AllAlpha=true",
                "--feature-gates=AllBeta=false",
                "--min-compatibility-version=1.36",
                "--feature-gates=kube:AllAlpha=true,kube:GangScheduling=false",
            })
    void features_are_equal(String line) throws Exception {
        var arguments = List.of(line.split(" "));
        var ours = CommandLine.read(arguments, () -> 0);
        var ended = goVerdict(arguments);
        if (ours instanceof CommandLine.Refuse(var text)) {
            assertThat(ended).as(text).isFalse();
            return;
        }
        assertThat(ended).as(line).isTrue();
        var metrics = GoManager.pages(arguments, List.of("/metrics")).bodies().getFirst();
        var theirs = FEATURE.matcher(metrics)
                .results()
                .map(match -> match.group(1) + " " + match.group(2) + " " + match.group(3))
                .collect(Collectors.toSet());
        var states =
                ((CommandLine.Run) ours).options().gateDecision().resolution().states();
        assertThat(states.stream().map(GoManagerComparisonTest::row).collect(Collectors.toSet()))
                .isEqualTo(theirs);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--concurrent-deployment-syncs=0",
                "--concurrent-job-syncs=0",
                "--concurrent-cron-job-syncs=-1",
                "--concurrent-service-endpoint-syncs=51",
                "--mirroring-max-endpoints-per-subset=0",
                "--attach-detach-reconcile-sync-period=999ms",
                "--attach-detach-reconcile-sync-period=1s",
                "--cluster-signing-kubelet-client-cert-file=a",
                "--cluster-signing-cert-file=a",
                "--cluster-signing-cert-file=a --cluster-signing-legacy-unknown-cert-file=b"
                        + " --cluster-signing-legacy-unknown-key-file=c",
                "--service-cluster-ip-range=a,b,c",
                "--service-cluster-ip-range=nonsense",
                "--secure-port=65536",
                "--secure-port=0",
                "--cloud-provider=aws",
                "--cloud-provider=external",
                "--cidr-allocator-type=CloudAllocator",
                "--cidr-allocator-type=",
                "--controllers=job,-blue",
                "--controllers=",
                "--controllers=-*",
                "--leader-elect-resource-lock=endpoints",
                "--leader-elect-resource-lock=endpoints --leader-elect=false",
                "--show-hidden-metrics-for-version=1.35",
                "--show-hidden-metrics-for-version=1.36",
                "--disabled-metrics=a,b-c",
                "--allow-metric-labels=a=b",
                "--allow-metric-labels=a,b=c",
                "--requestheader-uid-headers=X-Remote-Uid",
                "--requestheader-uid-headers=X-Other",
                "--requestheader-username-headers=,",
                "--emulated-version=1.32",
                "--emulated-version=1.37",
                "--emulated-version=1.35.0",
                "--emulated-version=1.35.1",
                "--emulated-version=kube=1.35,kube=1.34",
                "--emulated-version=1.34 --min-compatibility-version=1.35",
                "--feature-gates=Nonsense=true",
                "--feature-gates=AllAlpha",
                "--feature-gates=AllAlpha=maybe",
                "--feature-gates=kube:AllAlpha=false,AllBeta=false",
                "--feature-gates=wardle:A=true",
                "--feature-gates=GangScheduling=true",
                "--feature-gates=StorageVersionAPI=true --emulated-version=1.34",
                "--logging-format=xml",
                "--logging-format=json --vmodule=a=1",
                "--log-flush-frequency=0s",
                "--log-text-split-stream",
                "--log-json-info-buffer-size=0",
                "--log-json-info-buffer-size=1Ki",
                "--log-json-info-buffer-size=many",
                "--v=-1",
                "--v=2147483648",
                "--vmodule=a",
                "--vmodule=,a=1,",
                "--kube-api-qps=fast",
                "--kube-api-qps=0x1p2",
                "--kube-api-burst=0x10",
                "--kube-api-burst=1_0",
                "--kube-api-burst=08",
                "--leader-elect=yes",
                "--leader-elect=T",
                "--min-resync-period=12",
                "--min-resync-period=1d",
                "--bind-address=localhost",
                "--bind-address=::",
                "--bind-address=01.1.1.1",
                "--tls-sni-cert-key=a,b:",
                "--tls-curve-preferences=a",
                "--version=v1.36.3-x",
                "--version=v1.36.4",
                "--version=maybe",
                "--not-a-flag",
                "-x",
                "-v=2",
                "-v 2",
                "argument",
                "--controllers=\"a",
                "--allow-metric-labels=a",
                "--use_service_account_credentials",
            })
    void agrees_on_what_to_accept(String line) throws Exception {
        var arguments = List.of(line.split(" "));
        var ours = CommandLine.read(arguments, () -> 0);
        assertThat(ours instanceof CommandLine.Run).as(line).isEqualTo(goVerdict(arguments));
    }

    @Test
    void help_and_version_end_with_0() throws Exception {
        for (String flag : List.of("--help", "-h", "--version", "--version=raw")) {
            assertThat(GoManager.run(List.of(flag)).exitCode()).isZero();
            assertThat(CommandLine.read(List.of(flag), () -> 0)).isInstanceOf(CommandLine.Print.class);
        }
        assertThat(((CommandLine.Print) CommandLine.read(List.of("--version"), () -> 0)).text())
                .isEqualTo(GoManager.run(List.of("--version")).output());
    }

    @Test
    void help_names_the_same_flags_types_and_gates() throws Exception {
        var theirs = GoManager.run(List.of("--help")).output();
        var ours = ((CommandLine.Print) CommandLine.read(List.of("--help"), () -> 0)).text();
        assertThat(shown(ours)).isEqualTo(shown(theirs)).hasSize(148);
        assertThat(gates(ours)).isEqualTo(gates(theirs)).isNotEmpty();
        assertThat(sections(ours)).isEqualTo(sections(theirs));
    }

    /// Whether upstream's binary gets past its flags, to the kubeconfig that is not there.
    private static boolean goVerdict(List<String> arguments) throws Exception {
        var all = new ArrayList<>(arguments);
        all.add(KUBECONFIG_OF_NOBODY);
        var ended = GoManager.run(all);
        assertThat(ended.exitCode()).isEqualTo(1);
        return ended.errors().contains("/nonexistent/kubeconfig: no such file");
    }

    private static ManagerOptions options(List<String> arguments, int port) {
        var all = new ArrayList<>(arguments);
        all.addAll(GoManager.added(port));
        var read = CommandLine.read(all, () -> 0);
        assertThat(read).isInstanceOf(CommandLine.Run.class);
        return ((CommandLine.Run) read).options();
    }

    /// Upstream lists ignored resources in random order.
    private static Object unordered(Object json) {
        return switch (json) {
            case Map<?, ?> map -> {
                var copy = new HashMap<Object, Object>();
                map.forEach((key, value) -> copy.put(
                        key, key.equals("GCIgnoredResources") ? new HashSet<>((List<?>) value) : unordered(value)));
                yield copy;
            }
            case null -> "null";
            default -> json;
        };
    }

    private static String row(GateTable.GateState state) {
        return state.name() + " " + state.stage().label() + " " + (state.enabled() ? 1 : 0);
    }

    private static Set<String> shown(String help) {
        return help.lines()
                .map(FLAG::matcher)
                .filter(java.util.regex.Matcher::matches)
                .filter(match -> !isOurs(match.group(2)))
                .map(match -> match.group(1) + " " + match.group(2) + " " + typeOf(match))
                .collect(Collectors.toSet());
    }

    /// Flags that upstream does not have stand in a section of their own.
    private static boolean isOurs(String flag) {
        return ManagerFlags.ALL.named(flag).orElseThrow().section().equals(ShadowOptions.SECTION);
    }

    private static Object withoutOurs(Object flagz) {
        var copy = new HashMap<Object, Object>((Map<?, ?>) flagz);
        var flags = new HashMap<Object, Object>((Map<?, ?>) copy.get("flags"));
        flags.keySet().removeIf(name -> isOurs((String) name));
        copy.put("flags", flags);
        return copy;
    }

    /// A flag without a type is a bool, and what follows it is already its description.
    private static String typeOf(java.util.regex.Matcher match) {
        var flag = ManagerFlags.ALL.named(match.group(2)).orElseThrow();
        return flag.type().name().equals("bool") ? "bool" : match.group(3);
    }

    private static List<String> gates(String help) {
        return help.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("kube:"))
                .toList();
    }

    private static List<String> sections(String help) {
        assertThat(ManagerFlags.ALL.sections().keySet().stream().map(HelpText::title))
                .isNotEmpty();
        return help.lines()
                .filter(line -> line.endsWith(" flags:"))
                .filter(line -> !line.equals(HelpText.title(ShadowOptions.SECTION) + " flags:"))
                .toList();
    }
}
