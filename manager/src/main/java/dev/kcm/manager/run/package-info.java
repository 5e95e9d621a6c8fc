/// From options to a running program: connects, fills the caches, stands for leadership, runs the
/// controllers while it leads, serves health, and ends in order. Owns the process's life cycle;
/// started once by the command's main.
@NullMarked
package dev.kcm.manager.run;

import org.jspecify.annotations.NullMarked;
