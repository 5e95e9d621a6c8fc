/// HTTP: which path means what, how much and how long, which encoding a client wants, and the documents that describe
/// the API. Everything here ends in an [Operation], the type that the in-process transport uses too.
@NullMarked
package dev.kcm.apiserver.http;

import dev.kcm.model.operation.Operation;
import org.jspecify.annotations.NullMarked;
