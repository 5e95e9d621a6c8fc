/// Authentication and authorization: client certificates, tokens of service accounts, role-based access control, and
/// the review resources. Reads the store; writes nothing.
@NullMarked
package dev.kcm.apiserver.auth;

import org.jspecify.annotations.NullMarked;
