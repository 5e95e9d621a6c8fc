/// Clock and timers, bounded fan-out, PEM and X.509: what every other module stands on.
@NullMarked
package dev.kcm.base;

import org.jspecify.annotations.NullMarked;
