package dev.kcm.manager.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.options.ManagerOptions;
import dev.kcm.runtime.controller.ControllerSpec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// With [TestCloud] on the class path, which has routes only.
class BuiltControllersTest {
    private static final String RANGE = "--cluster-cidr=10.244.0.0/16";

    @Test
    void a_cloud_loop_runs_when_there_is_a_provider_for_it() {
        assertThat(BuiltControllers.selected(options("--controllers=*", RANGE)))
                .extracting(ControllerSpec::name)
                .contains(TestCloud.ROUTES, "replicaset-controller")
                .doesNotContain("service-lb-controller");
        assertThat(BuiltControllers.selected(options("--controllers=*,-route", RANGE)))
                .extracting(ControllerSpec::name)
                .doesNotContain(TestCloud.ROUTES);
    }

    @Test
    void a_cloud_loop_says_what_its_provider_lacks() {
        assertThat(BuiltControllers.disabledReasons(options("--controllers=*", RANGE)))
                .containsEntry("service-lb-controller", "the cloud provider does not support external load balancers")
                .containsEntry("cloud-node-lifecycle-controller", "cloud provider does not support instances")
                .doesNotContainKey(TestCloud.ROUTES);
        assertThat(BuiltControllers.disabledReasons(options("--controllers=job")))
                .doesNotContainKey("service-lb-controller");
        assertThat(BuiltControllers.withoutCloud(options("--controllers=*"))).isEmpty();
    }

    /// As upstream does: it has none of them either.
    @Test
    void without_a_provider_cloud_loops_are_skipped_and_neither_missing_nor_refused() {
        var options = options("--controllers=*,service-lb-controller").withCloud(Optional.empty());

        assertThat(BuiltControllers.withoutCloud(options))
                .containsExactly("service-lb-controller", "cloud-node-lifecycle-controller", TestCloud.ROUTES);
        assertThat(BuiltControllers.selected(options))
                .extracting(ControllerSpec::name)
                .doesNotContainAnyElementsOf(BuiltControllers.withoutCloud(options));
        assertThat(BuiltControllers.disabledReasons(options)).doesNotContainKey("service-lb-controller");
        assertThat(BuiltControllers.missing(options)).isNotEmpty().doesNotContain("service-lb-controller");
        assertThat(BuiltControllers.refused(options)).isEmpty();
        assertThat(BuiltControllers.refused(options("--controllers=selinux-warning-controller")))
                .containsExactly("selinux-warning-controller");
    }

    @Test
    void ranges_that_make_no_sense_keep_the_routes_from_starting() {
        assertThat(BuiltControllers.startupErrors(
                        options("--controllers=route", "--cluster-cidr=10.0.0.0/8,10.1.0.0/16")))
                .containsExactly("--cluster-cidr: len of ClusterCIDRs==2 and they are not configured as dual stack"
                        + " (at least one from each IPFamily");
        assertThat(BuiltControllers.startupErrors(options("--controllers=route", "--cluster-cidr=ten")))
                .containsExactly("--cluster-cidr: invalid CIDR address: ten");
        assertThat(BuiltControllers.startupErrors(
                        options("--controllers=route", "--cluster-cidr=ten", "--configure-cloud-routes=false")))
                .isEmpty();
        assertThat(BuiltControllers.disabledReasons(options("--controllers=route")))
                .containsEntry(TestCloud.ROUTES, "--cluster-cidr is not given");
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
