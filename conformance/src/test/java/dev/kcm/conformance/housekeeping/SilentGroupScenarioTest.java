package dev.kcm.conformance.housekeeping;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.pod;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.junit.RealOnly;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/// A group whose server is down, as it is when somebody removes a metrics adapter and forgets its
/// registration.
@KubeScenario(controllers = "namespace-controller")
@ResourceLock(ServedGroups.LOCK)
class SilentGroupScenarioTest {
    private static final Resource<DynamicObject> SERVICES = DynamicObject.resource(new Resource.Names(
            "apiregistration.k8s.io",
            "v1",
            "APIService",
            "apiservices",
            "apiservice",
            false,
            "",
            "",
            "create,delete,get",
            ""));

    @Test
    @RealOnly("the embedded server hands no group on to others")
    void a_registration_without_a_server_stops_nothing_but_the_end(Scenario scenario) {
        var namespace = ObjectLocator.named(Namespace.NAMESPACES, scenario.namespace());
        var settings =
                object(ConfigMap.builder().metadata(it -> it.name("settings")).build());
        scenario.given(settings, pod("web"), registration("v1", "silent.example.com"))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5));

        scenario.when(delete(namespace))
                .advance(Duration.ofSeconds(10))
                .awaitQuiet()
                .then(settings)
                .isGone()
                .then(pod("web"))
                .isGone()
                .then(namespace)
                .status("phase", "Terminating")
                .condition("NamespaceDeletionDiscoveryFailure", "True", "DiscoveryFailed");
    }

    private static AnyObjectBuilder<DynamicObject> registration(String version, String group) {
        var spec = Json.object(
                        "service", Json.object().with("namespace", "default").with("name", "no-one"))
                .with("group", group)
                .with("version", version)
                .with("insecureSkipTLSVerify", true)
                .with("groupPriorityMinimum", 1000)
                .with("versionPriority", 15);
        return object(DynamicObject.of(
                SERVICES,
                JsonObject.EMPTY
                        .with("apiVersion", "apiregistration.k8s.io/v1")
                        .with("kind", "APIService")
                        .with("metadata", Json.object().with("name", version + "." + group))
                        .with("spec", spec)));
    }
}
