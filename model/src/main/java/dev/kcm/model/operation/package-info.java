/// Requests to the API as data. One type says what is asked of an API server, whoever says it: a plan of a controller,
/// the
/// client that sends it, and the embedded server that carries it out.
@NullMarked
package dev.kcm.model.operation;

import org.jspecify.annotations.NullMarked;
