/// HTTP: which path means what, which encoding a client wants, and the documents that describe the
/// API. Everything here ends in an [Operation] handed to the same entry the in-process transport
/// uses.
@NullMarked
package dev.kcm.apiserver.http;

import dev.kcm.model.operation.Operation;
import org.jspecify.annotations.NullMarked;
