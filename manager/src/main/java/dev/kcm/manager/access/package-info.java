/// Authentication and authorization of requests to the HTTPS port: client certificates, a
/// front proxy's headers, and TokenReviews and SubjectAccessReviews by the API server.
/// Thread-safe; a review may block on the API server.
@NullMarked
package dev.kcm.manager.access;

import org.jspecify.annotations.NullMarked;
