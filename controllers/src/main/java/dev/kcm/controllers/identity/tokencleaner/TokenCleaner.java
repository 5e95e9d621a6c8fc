package dev.kcm.controllers.identity.tokencleaner;

import dev.kcm.controllers.identity.bootstraptokens.BootstrapToken;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Sight;
import dev.kcm.runtime.controller.Watching;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Deletes bootstrap tokens at the moment they expire. Reconciles secrets. Stateless.
public final class TokenCleaner implements Reconciler<TokenCleaner.Seen> {
    public static final ControllerSpec SPEC = ControllerSpec.named("token-cleaner-controller")
            .alias("tokencleaner")
            .queue("token_cleaner")
            .watches(tokens())
            .writes("delete secrets")
            .builtBy(_ -> new TokenCleaner());

    record Seen(BootstrapToken token, Instant now) {}

    @Override
    public Sight<Seen> observe(ObjectKey key, Caches caches, Instant now) {
        return caches.find(Secret.SECRETS, key)
                .filter(secret -> BootstrapToken.is(secret) && !secret.isDeleting())
                .<Sight<Seen>>map(secret -> new Sight.Seen<>(new Seen(new BootstrapToken(secret), now)))
                .orElseGet(Sight.Gone::new);
    }

    @Override
    public Plan decide(Seen seen) {
        var token = seen.token();
        if (token.hasExpired(seen.now())) {
            return Plan.of("expired", Step.delete(Secret.SECRETS, token.stored()));
        }
        return Plan.nothing(token.expires().isPresent() ? "not expired yet" : "never expires")
                .wakingIn(token.expires().map(end -> Duration.between(seen.now(), end)));
    }

    private static Watching<Secret> tokens() {
        return new Watching<>(Secret.SECRETS, List.of(), (change, _, into) -> {
            if (BootstrapToken.is(change.object())) {
                into.accept(change.object().key());
            }
        });
    }
}
