package dev.kcm.controllers.identity.tokencleaner;

import dev.kcm.controllers.shared.bootstraptokens.BootstrapToken;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Deletes bootstrap tokens at the moment they expire. Reconciles secrets. Stateless.
public final class TokenCleanerController implements Reconciler<TokenCleanerController.Snapshot> {
    public static final ControllerSpec SPEC = ControllerSpec.named("token-cleaner-controller")
            .alias("tokencleaner")
            .queue("token_cleaner")
            .reconciles(tokens())
            .writes("delete secrets")
            .builtBy(_ -> new TokenCleanerController());

    record Snapshot(BootstrapToken token, Instant now) {}

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return caches.find(Secret.SECRETS, key)
                .filter(secret -> BootstrapToken.is(secret) && !secret.isDeleting())
                .<Observation<Snapshot>>map(
                        secret -> new Observation.Observed<>(new Snapshot(new BootstrapToken(secret), now)))
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var token = snapshot.token();
        if (token.hasExpired(snapshot.now())) {
            return Plan.of("expired", Step.delete(token.stored()));
        }
        return Plan.nothing(token.expires().isPresent() ? "not expired yet" : "never expires")
                .wakingIn(token.expires().map(end -> Duration.between(snapshot.now(), end)));
    }

    private static WatchMapping<Secret> tokens() {
        return new WatchMapping<>(Secret.SECRETS, List.of(), (change, _, into) -> {
            if (BootstrapToken.is(change.object())) {
                into.accept(change.object().key());
            }
        });
    }
}
