/// Keeps the arrows between modules and packages honest.
@NullMarked
package dev.kcm.architecture;

import org.jspecify.annotations.NullMarked;
