/// The three kinds of patch the API knows (JSON patch, merge patch, strategic merge patch) as pure
/// functions on JSON trees, applied as the API server applies them and made as upstream's clients
/// make them.
///
/// No state; everything here may be called from any thread.
@NullMarked
package dev.kcm.model.patch;

import org.jspecify.annotations.NullMarked;
