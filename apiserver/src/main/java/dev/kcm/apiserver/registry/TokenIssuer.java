package dev.kcm.apiserver.registry;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.authentication.v1.TokenRequest;

/// Signs tokens of service accounts.
@FunctionalInterface
public interface TokenIssuer {
    /// The request with its status filled in.
    ///
    /// @throws dev.kcm.model.failure.ApiException if there is no such account, or no such token
    TokenRequest issue(ObjectKey account, TokenRequest request);
}
