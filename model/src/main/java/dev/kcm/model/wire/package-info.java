/// What the generated types share: the protobuf reader and writer, the field-by-field rules of Go's
/// JSON, the compact collections objects hold, and the pool that lets equal parts be one object.
/// Controllers have no business here; generated code, the client and the API server do. Readers and
/// writers belong to one thread, [Pool] to all.
@NullMarked
package dev.kcm.model.wire;

import org.jspecify.annotations.NullMarked;
