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
        assertThat(BuiltControllers.refused(options("--controllers=ttl"))).containsExactly("ttl-controller");
    }

    private static ManagerOptions options(String... arguments) {
        return ((CommandLine.Run) CommandLine.read(List.of(arguments), () -> 0)).options();
    }
}
