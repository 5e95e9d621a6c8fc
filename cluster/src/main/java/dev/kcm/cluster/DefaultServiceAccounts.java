package dev.kcm.cluster;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.cluster.loop.KeyLoop;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// Gives every namespace the service account `default`, without which it takes no pods. Stands in
/// where the serviceaccount controller does not run.
final class DefaultServiceAccounts implements AutoCloseable {
    private static final String NAME = "default";

    private final Api<ServiceAccount> api;
    private final Store<Namespace> namespaces;
    private final Store<ServiceAccount> accounts;
    private final KeyLoop loop;

    DefaultServiceAccounts(Client client, Informers informers, Clock clock, Metrics metrics) {
        this.api = client.on(ServiceAccount.SERVICE_ACCOUNTS);
        this.namespaces = informers.store(Namespace.NAMESPACES);
        this.accounts = informers.store(ServiceAccount.SERVICE_ACCOUNTS);
        this.loop = new KeyLoop("default-service-accounts", 2, clock, metrics, this::sync);
        namespaces.onChange(change -> loop.enqueue(change.object().key()));
        accounts.onChange(change -> {
            if (change instanceof Change.Deleted<ServiceAccount>) {
                loop.enqueue(ObjectKey.of(change.object().namespace()));
            }
        });
    }

    /// What it watches.
    Set<Resource<?>> resources() {
        return Set.of(Namespace.NAMESPACES, ServiceAccount.SERVICE_ACCOUNTS);
    }

    void start() {
        loop.start();
    }

    boolean isQuiet() {
        return loop.isQuiet();
    }

    @Override
    public void close() {
        loop.close();
    }

    private Optional<Duration> sync(ObjectKey namespace) {
        var account = ObjectKey.of(namespace.name(), NAME);
        boolean isLiving =
                namespaces.find(namespace).filter(found -> !found.isDeleting()).isPresent();
        if (isLiving && accounts.find(account).isEmpty()) {
            create(account);
        }
        return Optional.empty();
    }

    private void create(ObjectKey account) {
        try {
            api.create(ServiceAccount.builder()
                    .metadata(metadata -> metadata.name(account.name()).namespace(account.namespace()))
                    .build());
        } catch (ApiException refused) {
            switch (refused.failure()) {
                case ApiFailure.AlreadyExists _, ApiFailure.NotFound _, ApiFailure.NamespaceEnding _ -> {}
                default -> throw refused;
            }
        }
    }
}
