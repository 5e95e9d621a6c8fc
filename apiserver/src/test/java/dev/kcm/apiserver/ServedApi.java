package dev.kcm.apiserver;

import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.Clock;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.TrustedAuthorities;
import dev.kcm.model.KubeObject;
import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import dev.kcm.serving.Server;
import java.util.List;
import java.util.Random;

/// An API server, usually in memory, that serves HTTP on a free port, and the token of a service account that may do
/// everything.
public final class ServedApi implements AutoCloseable {
    private final ApiServer api;
    private final Server server;
    private final String token;

    private ServedApi(VersionedStore store) throws Exception {
        this.api =
                ApiServer.start(new ApiServer.Parts(store, Clock.system(), new Random(1), KeyKind.EC_P256.generate()));
        this.server = Server.on("127.0.0.1", 0).start(api.handler(new TrustedAuthorities(List.of())));
        var account = create(ServiceAccount.builder()
                .metadata(m -> m.namespace("default").name("default"))
                .build());
        create(ClusterRoleBinding.builder()
                .metadata(m -> m.name("test"))
                .roleRef(r -> r.apiGroup("rbac.authorization.k8s.io")
                        .kind("ClusterRole")
                        .name("cluster-admin"))
                .addSubjects(s -> s.kind("ServiceAccount").namespace("default").name("default"))
                .build());
        this.token =
                api.tokens().issue(account.key(), TokenRequest.EMPTY).status().token();
    }

    public static ServedApi start() throws Exception {
        return start(VersionedStore.inMemory());
    }

    public static ServedApi start(VersionedStore store) throws Exception {
        return new ServedApi(store);
    }

    public ApiServer api() {
        return api;
    }

    public int port() {
        return server.address().getPort();
    }

    public String token() {
        return token;
    }

    @SuppressWarnings("unchecked") // a create returns the type it gets
    public <T extends KubeObject> T create(T object) throws InterruptedException {
        var target = Target.collection(object.resource(), object.namespace());
        var created = api.handle(RequestUser.ADMINISTRATOR, new Operation.Create(target, object, WriteOptions.NONE));
        return (T) ((ApiResponse.One) created).object();
    }

    @Override
    public void close() {
        server.close();
        api.close();
    }
}
