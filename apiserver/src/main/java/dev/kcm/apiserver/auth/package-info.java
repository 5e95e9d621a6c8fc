/// Who asks and what they may do: client certificates, tokens of service accounts, role-based
/// access, and the resources that answer such questions. Reads the store; writes nothing.
@NullMarked
package dev.kcm.apiserver.auth;

import org.jspecify.annotations.NullMarked;
