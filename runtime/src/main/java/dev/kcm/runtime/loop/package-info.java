/// Runs controllers: the only worker loop in the project, the supervision around it and the decision log
/// of what was decided. Owns all threads that controllers run on.
@NullMarked
package dev.kcm.runtime.loop;

import org.jspecify.annotations.NullMarked;
