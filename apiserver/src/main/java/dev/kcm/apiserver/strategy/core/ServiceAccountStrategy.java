package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.ServiceAccount;

/// Defaulting, validation and update rules of service accounts.
public final class ServiceAccountStrategy {
    public static final Strategy<ServiceAccount> STRATEGY =
            Strategy.of(ServiceAccount.SERVICE_ACCOUNTS).returnsDeletedObject().build();

    private ServiceAccountStrategy() {}
}
