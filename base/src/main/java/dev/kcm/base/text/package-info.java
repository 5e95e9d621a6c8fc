/// How texts differ, line by line. Immutable; any thread.
@NullMarked
package dev.kcm.base.text;

import org.jspecify.annotations.NullMarked;
