package dev.kcm.controllers.identity.serviceaccounttoken;

import dev.kcm.controllers.shared.authorities.ServerAuthorities;
import dev.kcm.controllers.shared.serviceaccounttokens.ServiceAccountOptions;
import dev.kcm.controllers.shared.serviceaccounttokens.TokenSecrets;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.value.Bytes;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Fills secrets that ask for the token of a service account, deletes them when the account is gone
/// and, when such a secret goes, takes it off the accounts that list it. Reconciles secrets.
/// Stateless.
public final class ServiceAccountTokenController implements Reconciler<ServiceAccountTokenController.Snapshot> {
    private static final Index<Secret> TOKENS_BY_ACCOUNT = new Index<>(
            Secret.SECRETS,
            "service account",
            secret -> TokenSecret.is(secret) ? List.of(new TokenSecret(secret).account()) : List.of());

    private static final Index<ServiceAccount> ACCOUNTS_BY_SECRET = new Index<>(
            ServiceAccount.SERVICE_ACCOUNTS,
            "listed secret",
            account -> account.secrets().stream()
                    .map(it -> ObjectKey.of(account.namespace(), it.name()))
                    .distinct()
                    .toList());

    public static final ControllerSpec SPEC = ControllerSpec.named("serviceaccount-token-controller")
            .alias("serviceaccount-token")
            .queue("serviceaccount_tokens_service")
            .disabledWhen(ServiceAccountTokenController::disabledReason)
            .reconciles(tokens())
            .watches(lostAccounts())
            .indexes(ACCOUNTS_BY_SECRET)
            .workers(options -> options.of(ServiceAccountOptions.FLAGS).concurrentTokenSyncs())
            .writes("update secrets", "delete secrets", "update serviceaccounts")
            .builtBy(settings -> new ServiceAccountTokenController(
                    LegacyTokens.signedWith(keyFile(settings.options())),
                    Bytes.utf8(ServerAuthorities.of(settings)),
                    settings.live()));

    sealed interface Snapshot {
        /// A token, the account it is for, and what goes into it.
        ///
        /// @param written the token to put in, where it has none
        record Token(TokenSecret token, ServiceAccount account, Optional<Bytes> written) implements Snapshot {
            @Override
            public String toString() {
                return "Token[" + token.secret().key() + "]"; // the token is nobody's business
            }
        }

        /// A token of an account that does not exist.
        record Orphaned(Secret secret) implements Snapshot {}

        /// A secret that names no account.
        record Nobodys(Secret secret) implements Snapshot {}

        /// A token that is gone, and the accounts that still list it.
        record Listed(String secretName, List<ServiceAccount> accounts) implements Snapshot {}
    }

    private final LegacyTokens tokens;
    private final Bytes authorities;
    private final LiveReads live;

    ServiceAccountTokenController(LegacyTokens tokens, Bytes authorities, LiveReads live) {
        this.tokens = tokens;
        this.authorities = authorities;
        this.live = live;
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(Secret.SECRETS, key);
        if (found.isPresent()) {
            return TokenSecret.is(found.get())
                    ? new Observation.Observed<>(snapshot(new TokenSecret(found.get()), caches))
                    : new Observation.Gone<>();
        }
        var listing = caches.of(ServiceAccount.SERVICE_ACCOUNTS).byIndex(ACCOUNTS_BY_SECRET, key);
        return listing.isEmpty()
                ? new Observation.Gone<>()
                : new Observation.Observed<>(new Snapshot.Listed(key.name(), listing));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        return switch (snapshot) {
            case Snapshot.Token token -> filled(token);
            case Snapshot.Orphaned(var secret) -> Plan.of("its account is gone", Step.delete(secret));
            case Snapshot.Nobodys _ -> Plan.nothing("it names no service account");
            case Snapshot.Listed(var name, var accounts) ->
                Plan.together(
                        "the token is gone, accounts list it still",
                        accounts.stream()
                                .map(account -> withoutSecret(account, name))
                                .toList());
        };
    }

    private Snapshot snapshot(TokenSecret token, Caches caches) {
        if (token.account().name().isEmpty()) {
            return new Snapshot.Nobodys(token.secret());
        }
        return caches.find(ServiceAccount.SERVICE_ACCOUNTS, token.account())
                .filter(token::isFor)
                .or(() -> live.get(ServiceAccount.SERVICE_ACCOUNTS, token.account()))
                .filter(token::isFor)
                .<Snapshot>map(account -> new Snapshot.Token(token, account, written(token, account)))
                .orElseGet(() -> new Snapshot.Orphaned(token.secret()));
    }

    private Optional<Bytes> written(TokenSecret token, ServiceAccount account) {
        return token.needsToken() ? Optional.of(tokens.write(account, token.secret())) : Optional.empty();
    }

    private Plan filled(Snapshot.Token snapshot) {
        var token = snapshot.token();
        if (token.isComplete(authorities)) {
            return Plan.nothing("it has its token");
        }
        var secret = token.secret();
        var filled = secret.toBuilder();
        if (token.needsAuthorities(authorities)) {
            filled.putData(SecretKeys.AUTHORITIES, authorities);
        }
        if (token.needsNamespace()) {
            filled.putData(SecretKeys.NAMESPACE, Bytes.utf8(secret.namespace()));
        }
        snapshot.written().ifPresent(text -> filled.putData(SecretKeys.TOKEN, text));
        filled.metadata(it -> it.putAnnotations(
                        TokenSecrets.ACCOUNT_NAME, snapshot.account().name())
                .putAnnotations(TokenSecrets.ACCOUNT_UID, snapshot.account().uid()));
        return Plan.of("it is not complete", Step.update(filled.build()));
    }

    private static Step withoutSecret(ServiceAccount account, String name) {
        List<ObjectReference> kept =
                account.secrets().stream().filter(it -> !it.name().equals(name)).toList();
        return Step.update(account.withSecrets(kept));
    }

    private static Optional<String> disabledReason(Settings.Options options) {
        return options.of(ServiceAccountOptions.FLAGS).privateKeyFile().isEmpty()
                ? Optional.of("there is no --service-account-private-key-file")
                : Optional.empty();
    }

    private static Path keyFile(Settings.Options options) {
        return Path.of(options.of(ServiceAccountOptions.FLAGS).privateKeyFile());
    }

    private static WatchMapping<Secret> tokens() {
        return new WatchMapping<>(Secret.SECRETS, List.of(), (change, _, into) -> {
            if (TokenSecret.is(change.object())) {
                into.accept(change.object().key());
            }
        });
    }

    private static WatchMapping<ServiceAccount> lostAccounts() {
        return new WatchMapping<>(
                ServiceAccount.SERVICE_ACCOUNTS, List.of(TOKENS_BY_ACCOUNT), (change, stores, into) -> {
                    if (change instanceof Change.Deleted<ServiceAccount>(var account)) {
                        stores.of(Secret.SECRETS)
                                .byIndex(TOKENS_BY_ACCOUNT, account.key())
                                .forEach(secret -> into.accept(secret.key()));
                    }
                });
    }
}
