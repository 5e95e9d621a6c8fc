package dev.kcm.apiserver.registry;

import dev.kcm.model.authentication.v1.TokenRequest;
import dev.kcm.model.core.v1.ServiceAccount;

/// Signs tokens of service accounts.
@FunctionalInterface
public interface TokenIssuer {
    /// The request with its status filled in.
    TokenRequest issue(ServiceAccount account, TokenRequest request);
}
