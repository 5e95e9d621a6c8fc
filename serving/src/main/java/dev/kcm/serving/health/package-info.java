/// Health endpoints with upstream's texts. Checks may be added and removed while serving, from any
/// thread.
@NullMarked
package dev.kcm.serving.health;

import org.jspecify.annotations.NullMarked;
