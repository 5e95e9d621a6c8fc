package dev.kcm.controllers.identity.bootstrapsigner;

import dev.kcm.controllers.shared.bootstraptokens.BootstrapToken;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Signs the kubeconfig in `kube-public/cluster-info`, which anybody may read, with every bootstrap
/// token that is meant for it, so that a new node with a token knows that it reads the truth.
/// Signatures of tokens that are gone or have expired are taken away. Stateless.
public final class BootstrapSignerController implements Reconciler<BootstrapSignerController.Snapshot> {
    private static final ObjectKey CLUSTER_INFO = ObjectKey.of("kube-public", "cluster-info");
    private static final String CONTENT = "kubeconfig";
    private static final String SIGNATURE_PREFIX = "jws-kubeconfig-";
    private static final Index<Secret> TOKENS = new Index<>(
            Secret.SECRETS, "bootstrap token", secret -> BootstrapToken.is(secret) ? List.of(true) : List.of());

    public static final ControllerSpec SPEC = ControllerSpec.named("bootstrap-signer-controller")
            .alias("bootstrapsigner")
            .queue("bootstrap_signer_queue")
            .reconciles(clusterInfo())
            .watches(tokens())
            .indexes(TOKENS)
            .writes("update configmaps")
            .builtBy(_ -> new BootstrapSignerController());

    record Snapshot(ConfigMap info, List<BootstrapToken> tokens, Instant now) {}

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return caches.find(ConfigMap.CONFIG_MAPS, CLUSTER_INFO)
                .<Observation<Snapshot>>map(info -> new Observation.Observed<>(new Snapshot(
                        info,
                        caches.of(Secret.SECRETS).byIndex(TOKENS, true).stream()
                                .map(BootstrapToken::new)
                                .toList(),
                        now)))
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var content = snapshot.info().data().get(CONTENT);
        if (content == null) {
            return Plan.nothing("there is nothing to sign");
        }
        var signing = snapshot.tokens().stream()
                .filter(token -> token.isForSigning() && !token.hasExpired(snapshot.now()))
                .toList();
        var signed = signed(snapshot.info().data(), content, signing);
        var plan = signed.equals(snapshot.info().data())
                ? Plan.nothing("signed with every token")
                : Plan.of(
                        "signatures are missing, wrong or over",
                        Step.update(snapshot.info().withData(signed)));
        return plan.wakingIn(untilOneExpires(signing, snapshot.now()));
    }

    private static Map<String, String> signed(Map<String, String> data, String content, List<BootstrapToken> tokens) {
        var signed = new LinkedHashMap<String, String>();
        data.forEach((key, value) -> {
            if (!key.startsWith(SIGNATURE_PREFIX)) {
                signed.put(key, value);
            }
        });
        tokens.forEach(token -> signed.put(SIGNATURE_PREFIX + token.id(), DetachedSignature.of(content, token)));
        return signed;
    }

    private static Optional<Duration> untilOneExpires(List<BootstrapToken> tokens, Instant now) {
        return tokens.stream()
                .flatMap(token -> token.expires().stream())
                .min(Instant::compareTo)
                .map(end -> Duration.between(now, end));
    }

    private static WatchMapping<ConfigMap> clusterInfo() {
        return new WatchMapping<>(ConfigMap.CONFIG_MAPS, List.of(), (change, _, into) -> {
            if (change.object().key().equals(CLUSTER_INFO)) {
                into.accept(CLUSTER_INFO);
            }
        });
    }

    private static WatchMapping<Secret> tokens() {
        return new WatchMapping<>(Secret.SECRETS, List.of(), (change, _, into) -> {
            if (BootstrapToken.is(change.object())) {
                into.accept(CLUSTER_INFO);
            }
        });
    }
}
