/// Requests to the API as data. One type says what is asked of an API server, whoever says it: the plan of a
/// controller, the client that sends it, the embedded server that handles it. Immutable.
@NullMarked
package dev.kcm.model.operation;

import org.jspecify.annotations.NullMarked;
