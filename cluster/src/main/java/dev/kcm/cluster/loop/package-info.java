/// The work loop of what the embedded cluster adds to the controllers: keys in a queue, workers that
/// take them, time from the one clock.
@NullMarked
package dev.kcm.cluster.loop;

import org.jspecify.annotations.NullMarked;
