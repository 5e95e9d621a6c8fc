/// Converts objects between the versions in which they are served and the one in which they are stored. Pure; any
/// thread.
@NullMarked
package dev.kcm.apiserver.conversion;

import org.jspecify.annotations.NullMarked;
