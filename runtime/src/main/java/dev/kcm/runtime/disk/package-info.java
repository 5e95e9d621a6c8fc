/// Changes on the disk of the machine that the program runs on, as data: steps of a plan for the few volumes that are
/// directories there. The executor makes them.
@NullMarked
package dev.kcm.runtime.disk;

import org.jspecify.annotations.NullMarked;
