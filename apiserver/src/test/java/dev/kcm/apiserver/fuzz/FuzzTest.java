package dev.kcm.apiserver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.ApiServer;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.Clock;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.model.KubeObject;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import dev.kcm.serving.Server;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Whatever arrives, the server answers, never with a fault of its own, and a refused request
/// changes nothing. `-Dkcm.fuzz=100000` sends more; the seed of a request is its number.
class FuzzTest {
    private static final int REQUESTS = Integer.getInteger("kcm.fuzz", 3000);

    private ApiServer api;
    private Server server;
    private String token;

    @BeforeEach
    void start() throws Exception {
        api = ApiServer.start(new ApiServer.Parts(
                VersionedStore.inMemory(), Clock.system(), new Random(1), KeyKind.EC_P256.generate()));
        server = Server.on("127.0.0.1", 0).start(api.handler(new TrustedAuthorities(List.of())));
        var account = (ServiceAccount) create(ServiceAccount.builder()
                .metadata(m -> m.namespace("default").name("default"))
                .build());
        create(ClusterRoleBinding.builder()
                .metadata(m -> m.name("fuzz"))
                .roleRef(r -> r.apiGroup("rbac.authorization.k8s.io")
                        .kind("ClusterRole")
                        .name("cluster-admin"))
                .addSubjects(s -> s.kind("ServiceAccount").namespace("default").name("default"))
                .build());
        create(ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("target").putLabels("a", "b"))
                .putData("a", "b")
                .build());
        token = api.tokens().issue(account, TokenRequest.EMPTY).status().token();
    }

    @AfterEach
    void stop() {
        server.close();
        api.close();
    }

    @Test
    void bad_requests_are_refused_and_change_nothing() throws Exception {
        var answers = new TreeMap<Integer, Integer>();
        for (long seed = 1; seed <= REQUESTS; seed++) {
            var request = Mischief.of(seed);
            long before = api.store().revision();
            int status = request.send(server.address().getPort(), token);
            answers.merge(status, 1, Integer::sum);
            check(seed, request, status, api.store().revision() != before);
        }
        assertThat(answers).containsKeys(400, 401, 404, 405, 413, 415, 422);
        assertThat(RawRequest.get("/api/v1/namespaces/default/configmaps")
                        .send(server.address().getPort(), token))
                .as("the server works after all that")
                .isEqualTo(200);
    }

    private static void check(long seed, RawRequest request, int status, boolean hasChanged) {
        assertThat(status).as("seed %d: %s", seed, request).isBetween(200, 499);
        if (request.mustBeRefused()) {
            assertThat(status).as("seed %d must be refused: %s", seed, request).isGreaterThan(399);
        }
        if (status >= 400) {
            assertThat(hasChanged)
                    .as("seed %d changed something: %s", seed, request)
                    .isFalse();
        }
    }

    private KubeObject create(KubeObject object) throws InterruptedException {
        var target = Target.collection(object.resource(), object.namespace());
        var call = new Operation.Create(target, object, WriteOptions.NONE);
        return ((dev.kcm.apiserver.request.ApiResponse.One) api.handle(RequestUser.ADMINISTRATOR, call)).object();
    }
}
