/// Responses, errors and callers as data, at the level of objects: what both transports, HTTP and the one
/// inside the process, get from the server. No encoding, no strategies.
@NullMarked
package dev.kcm.apiserver.request;

import org.jspecify.annotations.NullMarked;
