package dev.kcm.client.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.Patch;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.patch.JsonPatch;
import dev.kcm.model.patch.MergePatch;
import dev.kcm.model.patch.PatchException;
import dev.kcm.model.patch.PatchSchema;
import dev.kcm.model.patch.StrategicPatch;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Patches as functions of ours against what a real kube-apiserver makes of them. Each seeded patch
/// is sent as a patch, and its result as we compute it as an update, both as dry runs: the server
/// must refuse both or answer both with the same object.
@EnabledIfEnvironmentVariable(
        named = "KCM_KUBECONFIG",
        matches = ".+",
        disabledReason = "needs a real API server: `conformance/run up --kcm none`, then set KCM_KUBECONFIG")
@Timeout(300)
class RealServerPatchTest {
    private static final int PATCHES = 500;
    private static final String SPACE = "patch-test-" + Long.toString(System.nanoTime(), 36);
    private static final ObjectKey PATCHED = new ObjectKey(SPACE, "patched");
    private static final PatchSchema SCHEMA =
            PatchSchema.ofKind("apps", "v1", "Deployment").orElseThrow();

    private static Client client;
    private static Api<DynamicObject> trying;
    private static JsonObject before;

    /// The three kinds of patch: how one is made up, sent, and applied by us.
    private enum Kind {
        STRATEGIC(
                RandomPatches::strategic,
                Patch::strategic,
                patch -> StrategicPatch.apply(before, (JsonObject) patch, SCHEMA)),
        MERGE(RandomPatches::merge, Patch::merge, patch -> MergePatch.apply(before, patch)),
        JSON(RandomPatches::json, Patch::json, patch -> JsonPatch.apply(before, patch));

        private final Function<RandomPatches, Json> madeUp;
        private final Function<byte[], Patch> sent;
        private final Function<Json, Json> applied;

        Kind(Function<RandomPatches, Json> madeUp, Function<byte[], Patch> sent, Function<Json, Json> applied) {
            this.madeUp = madeUp;
            this.sent = sent;
            this.applied = applied;
        }
    }

    @BeforeAll
    static void connect() {
        var settings = ClientSettings.usual().withoutRateLimit();
        client = RealServer.client(settings);
        client.on(Namespace.NAMESPACES)
                .create(Namespace.builder().metadata(m -> m.name(SPACE)).build());
        var deployments = DynamicObject.resource(Deployment.DEPLOYMENTS);
        client.on(deployments).create(DynamicObject.of(deployments, RandomPatches.deployment(PATCHED)));
        before = withoutManagers(client.on(deployments).get(PATCHED));
        trying = RealServer.client(settings.withWrites(new WriteOptions(true, "tester", false)))
                .on(deployments);
    }

    @AfterAll
    static void disconnect() {
        client.on(Namespace.NAMESPACES).delete(ObjectKey.of(SPACE), DeleteOptions.plain());
        client.close();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void patches_give_what_the_server_gives(Kind kind) {
        int accepted = 0;
        for (int seed = 0; seed < PATCHES; seed++) {
            var patch = kind.madeUp.apply(new RandomPatches(new Random(seed)));
            var bytes = patch.toText().getBytes(StandardCharsets.UTF_8);
            var theirs = answer(() -> trying.patch(PATCHED, kind.sent.apply(bytes)));
            var ours = ours(kind, patch);
            assertThat(ours).as("seed %d: %s", seed, patch.toText()).isEqualTo(theirs);
            accepted += theirs.isPresent() ? 1 : 0;
        }
        assertThat(accepted).as("accepted of %d", PATCHES).isBetween(PATCHES / 6, PATCHES - 10);
    }

    private static Optional<Json> ours(Kind kind, Json patch) {
        try {
            var result = (JsonObject) kind.applied.apply(patch);
            return answer(() -> trying.update(DynamicObject.of(trying.resource(), result)));
        } catch (PatchException | JsonException refused) {
            return Optional.empty();
        }
    }

    /// What the server answers, or nothing if it refuses; a contradictory order of a list is an
    /// internal error to it.
    private static Optional<Json> answer(Supplier<DynamicObject> request) {
        try {
            return Optional.of(withoutManagers(request.get()).sorted());
        } catch (ApiException refused) {
            assertThat(refused.failure().status().code())
                    .as(refused.getMessage())
                    .isIn(400, 422, 500);
            return Optional.empty();
        }
    }

    /// Who manages which field says who wrote, not what.
    private static JsonObject withoutManagers(DynamicObject object) {
        return object.content().withoutAt("metadata", "managedFields");
    }
}
