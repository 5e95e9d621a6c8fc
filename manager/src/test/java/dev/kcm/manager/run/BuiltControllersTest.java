package dev.kcm.manager.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.runtime.controller.ControllerSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/// With [TestCloud] on the class path, which serves one of the three cloud loops.
class BuiltControllersTest {
    @Test
    void a_cloud_loop_runs_when_a_provider_brings_it() {
        assertThat(BuiltControllers.selected(options("--controllers=*")))
                .extracting(ControllerSpec::name)
                .contains(TestCloud.ROUTES, "replicaset-controller")
                .doesNotContain("service-lb-controller");
        assertThat(BuiltControllers.selected(options("--controllers=*,-route")))
                .extracting(ControllerSpec::name)
                .doesNotContain(TestCloud.ROUTES);
    }

    @Test
    void the_other_cloud_loops_say_why_they_do_nothing() {
        assertThat(BuiltControllers.disabledReasons(options("--controllers=*")))
                .containsKeys("service-lb-controller", "cloud-node-lifecycle-controller")
                .doesNotContainKey(TestCloud.ROUTES)
                .extractingByKey("service-lb-controller")
                .asString()
                .contains("cloud provider", "--cloud-provider=external");
        assertThat(BuiltControllers.disabledReasons(options("--controllers=job")))
                .doesNotContainKey("service-lb-controller");
    }

    /// As upstream does: it has none of them either.
    @Test
    void a_cloud_loop_is_neither_missing_nor_refused() {
        var options = options("--controllers=*,service-lb-controller");

        assertThat(BuiltControllers.missing(options))
                .isNotEmpty()
                .doesNotContain("service-lb-controller", "node-route-controller");
        assertThat(BuiltControllers.refused(options)).isEmpty();
        assertThat(BuiltControllers.refused(options("--controllers=persistentvolume-expander")))
                .containsExactly("persistentvolume-expander-controller");
    }

    /// As upstream does: what others need before they can have an identity is not theirs to choose.
    @Test
    void the_token_controller_runs_whatever_the_selection_says() {
        for (var selection : List.of("--controllers=job", "--controllers=*,-serviceaccount-token-controller")) {
            assertThat(BuiltControllers.selected(options(selection, "--service-account-private-key-file=sa.key")))
                    .extracting(ControllerSpec::name)
                    .startsWith("serviceaccount-token-controller")
                    .contains("job-controller");
            assertThat(BuiltControllers.disabledReasons(options(selection)))
                    .containsKey("serviceaccount-token-controller");
        }
    }

    @Test
    void the_signer_is_skipped_when_one_of_its_two_files_is_missing() {
        var signer = "certificatesigningrequest-signing-controller";
        var onlyCertificate = options("--cluster-signing-cert-file=ca.crt");
        assertThat(BuiltControllers.selected(onlyCertificate))
                .extracting(ControllerSpec::name)
                .doesNotContain(signer);
        assertThat(BuiltControllers.disabledReasons(onlyCertificate).get(signer))
                .isEqualTo("--cluster-signing-key-file is not given");
        assertThat(BuiltControllers.disabledReasons(options("--cluster-signing-key-file=ca.key"))
                        .get(signer))
                .isEqualTo("--cluster-signing-cert-file is not given");
        assertThat(BuiltControllers.selected(options(
                        "--cluster-signing-legacy-unknown-cert-file=ca.crt",
                        "--cluster-signing-legacy-unknown-key-file=ca.key")))
                .extracting(ControllerSpec::name)
                .contains(signer);
    }

    private static ManagerOptions options(String... arguments) {
        return ((CommandLine.Run) CommandLine.read(List.of(arguments), () -> 0)).options();
    }
}
