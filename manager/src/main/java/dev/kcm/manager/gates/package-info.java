/// Upstream's feature gates for this release: the table of facts and the flags that set them. The
/// result is a `FeatureGates` value that is handed to whoever needs it.
@NullMarked
package dev.kcm.manager.gates;

import org.jspecify.annotations.NullMarked;
