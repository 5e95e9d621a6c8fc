package dev.kcm.apiserver.restriction;

import dev.kcm.apiserver.ApiServer;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.VirtualClock;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.model.KubeObject;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import dev.kcm.model.rbac.v1.PolicyRule;
import dev.kcm.model.rbac.v1.Role;
import dev.kcm.model.rbac.v1.RoleBinding;
import dev.kcm.model.rbac.v1.RoleRef;
import dev.kcm.model.rbac.v1.Subject;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/// A whole API server in memory, with short ways to ask it as somebody and to allow somebody something.
final class RestrictedServer {
    private static final String RBAC = "rbac.authorization.k8s.io";

    private final ApiServer server;

    RestrictedServer() {
        try {
            var clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
            server = ApiServer.start(
                    new ApiServer.Parts(VersionedStore.inMemory(), clock, new Random(1), KeyKind.EC_P256.generate()));
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /// Allows a user something in the whole cluster.
    void allow(RequestUser user, PolicyRule... rules) {
        var name = "of-" + user.name().replace(':', '-');
        create(
                RequestUser.ADMINISTRATOR,
                ClusterRole.builder()
                        .metadata(m -> m.name(name))
                        .rules(List.of(rules))
                        .build());
        create(
                RequestUser.ADMINISTRATOR,
                ClusterRoleBinding.builder()
                        .metadata(m -> m.name(name))
                        .roleRef(clusterRole(name))
                        .addSubjects(subject(user))
                        .build());
    }

    /// Allows a user something in the namespace `default`.
    void allowHere(RequestUser user, PolicyRule... rules) {
        var name = "of-" + user.name().replace(':', '-');
        create(
                RequestUser.ADMINISTRATOR,
                Role.builder()
                        .metadata(m -> m.namespace("default").name(name))
                        .rules(List.of(rules))
                        .build());
        create(
                RequestUser.ADMINISTRATOR,
                RoleBinding.builder()
                        .metadata(m -> m.namespace("default").name(name))
                        .roleRef(role(name))
                        .addSubjects(subject(user))
                        .build());
    }

    static PolicyRule rule(String group, String resource, String... verbs) {
        return PolicyRule.builder()
                .addApiGroups(group)
                .addResources(resource)
                .verbs(List.of(verbs))
                .build();
    }

    static RoleRef role(String name) {
        return RoleRef.builder().apiGroup(RBAC).kind("Role").name(name).build();
    }

    static RoleRef clusterRole(String name) {
        return RoleRef.builder().apiGroup(RBAC).kind("ClusterRole").name(name).build();
    }

    static Subject subject(RequestUser user) {
        return Subject.builder().apiGroup(RBAC).kind("User").name(user.name()).build();
    }

    <T extends KubeObject> T create(RequestUser caller, T object) {
        return ask(
                caller,
                new Operation.Create(
                        Target.collection(object.resource(), object.namespace()), object, WriteOptions.NONE));
    }

    <T extends KubeObject> T update(RequestUser caller, T object) {
        return ask(
                caller,
                new Operation.Update(Target.object(object.resource(), object.key()), object, WriteOptions.NONE));
    }

    <T extends KubeObject> T update(RequestUser caller, T object, String subresource) {
        var target = Target.object(object.resource(), object.key()).withSubresource(subresource);
        return ask(caller, new Operation.Update(target, object, WriteOptions.NONE));
    }

    void delete(RequestUser caller, KubeObject object) {
        handle(caller, new Operation.Delete(Target.object(object.resource(), object.key()), DeleteOptions.EMPTY));
    }

    @SuppressWarnings("unchecked") // the server answers with the kind it was given
    <T extends KubeObject> T ask(RequestUser caller, Operation call) {
        return (T) ((ApiResponse.One) handle(caller, call)).object();
    }

    ApiResponse handle(RequestUser caller, Operation call) {
        try {
            return server.handle(caller, call);
        } catch (InterruptedException problem) {
            throw new IllegalStateException(problem);
        }
    }
}
