package dev.kcm.apiserver.restriction;

import static dev.kcm.apiserver.restriction.RestrictedServer.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.storage.v1.CSIDriver;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tokens that a node requests for the pods that run on it.
class NodeTokensTest {
    private static final RequestUser NODE = RequestUser.of("system:node:one", "system:nodes");
    private static final RequestUser ADMINISTRATOR = RequestUser.ADMINISTRATOR;

    private final RestrictedServer server = new RestrictedServer();

    @BeforeEach
    void account() {
        server.allow(NODE, rule("", "serviceaccounts/token", "create"));
        server.create(
                ADMINISTRATOR,
                ServiceAccount.builder()
                        .metadata(m -> m.namespace("default").name("default"))
                        .build());
    }

    @Test
    void a_token_is_bound_to_a_pod_of_the_node_by_its_uid() {
        var there = server.create(ADMINISTRATOR, pod("there", "two", _ -> {}));

        assertDenied(() -> request("", "", ""), "node requested token not bound to a pod");
        assertDenied(() -> request("there", "", ""), "node requested token with a pod binding without a uid");
        assertDenied(
                () -> request("there", "other", ""),
                "the UID in the bound object reference (other) does not match the UID in record. The object might have"
                        + " been deleted and then recreated");
        assertDenied(
                () -> request("there", there.uid(), ""),
                "node requested token bound to a pod scheduled on a different node");
        assertThatThrownBy(() -> request("absent", "x", "")).hasMessage("pods \"absent\" not found");
    }

    @Test
    void the_audience_is_one_that_the_pods_volumes_name() {
        var here = server.create(
                ADMINISTRATOR,
                pod(
                        "here",
                        "one",
                        spec -> spec.addVolumes(volume -> volume.name("vault")
                                .projected(projected -> projected.addSources(source -> source.serviceAccountToken(
                                        token -> token.audience("vault").path("token")))))));

        assertThat(request("here", here.uid(), "vault").status().token()).isNotEmpty();
        assertThat(request("here", here.uid(), "").status().token()).isNotEmpty();
        assertDenied(
                () -> request("here", here.uid(), "other"),
                "audience \"other\" not found in pod spec volume, system:node:one is not authorized to request tokens"
                        + " for this audience");
        assertDenied(() -> request("here", here.uid(), "vault", "other"), "node may only request 0 or 1 audiences");
    }

    @Test
    void the_audience_may_be_one_of_the_volumes_driver_or_one_the_node_is_allowed() {
        server.create(
                ADMINISTRATOR,
                CSIDriver.builder()
                        .metadata(m -> m.name("csi.example.com"))
                        .spec(spec -> spec.addTokenRequests(token -> token.audience("storage")))
                        .build());
        var here = server.create(
                ADMINISTRATOR,
                pod(
                        "here",
                        "one",
                        spec -> spec.addVolumes(
                                volume -> volume.name("data").csi(csi -> csi.driver("csi.example.com")))));
        assertThat(request("here", here.uid(), "storage").status().token()).isNotEmpty();

        server.allowHere(NODE, rule("", "other", "request-serviceaccounts-token-audience"));
        assertThat(request("here", here.uid(), "other").status().token()).isNotEmpty();
    }

    @Test
    void a_driver_that_is_missing_is_named() {
        var here = server.create(
                ADMINISTRATOR,
                pod(
                        "here",
                        "one",
                        spec -> spec.addVolumes(
                                volume -> volume.name("data").csi(csi -> csi.driver("csi.example.com")))));

        assertDenied(
                () -> request("here", here.uid(), "storage"),
                "error validating audience \"storage\": csidriver.storage.k8s.io \"csi.example.com\" not found");
    }

    private TokenRequest request(String pod, String uid, String... audiences) {
        var target = Target.object(ServiceAccount.SERVICE_ACCOUNTS, ObjectKey.of("default", "default"))
                .withSubresource("token");
        var request = TokenRequest.builder().spec(spec -> {
            spec.audiences(audiences[0].isEmpty() ? List.of() : List.of(audiences));
            if (!pod.isEmpty()) {
                spec.boundObjectRef(
                        ref -> ref.apiVersion("v1").kind("Pod").name(pod).uid(uid));
            }
        });
        return server.ask(NODE, new Operation.Create(target, request.build(), WriteOptions.NONE));
    }

    private static void assertDenied(Runnable request, String why) {
        assertThatThrownBy(request::run).hasMessage("serviceaccounts \"default\" is forbidden: " + why);
    }

    private static Pod pod(String name, String node, Consumer<PodSpec.Builder> edit) {
        return Pod.builder()
                .metadata(m -> m.namespace("default").name(name))
                .spec(spec -> {
                    spec.nodeName(node).addContainers(c -> c.name("main").image("registry.example/app:1"));
                    edit.accept(spec);
                })
                .build();
    }
}
