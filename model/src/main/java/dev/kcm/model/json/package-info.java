/// JSON as Go reads and writes it: a pull reader over Jackson's tokens and a writer whose bytes are
/// those of Go's `encoding/json`. Readers and writers belong to one thread; what they make is
/// immutable.
@NullMarked
package dev.kcm.model.json;

import org.jspecify.annotations.NullMarked;
