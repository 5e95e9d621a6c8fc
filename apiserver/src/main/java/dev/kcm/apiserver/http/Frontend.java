package dev.kcm.apiserver.http;

import dev.kcm.apiserver.auth.Access;
import dev.kcm.apiserver.request.Answer;
import dev.kcm.apiserver.request.ApiCall;
import dev.kcm.apiserver.request.Identity;
import java.time.Instant;

/// What HTTP needs of the server behind it.
public interface Frontend {
    /// Authorizes and carries out a request.
    Answer handle(Identity caller, ApiCall call) throws InterruptedException;

    /// Whether somebody may do something outside the resources.
    boolean allows(Identity caller, Access access);

    Instant now();
}
