/// Random users and a random adversary, both from a seed and both as data: a [Schedule] is two lists of lines, and
/// the same schedule on the embedded cluster is the same run, thread by thread. A schedule that breaks a promise is
/// shrunk to the shortest that still does. The users alone also run on a real cluster, with any manager.
///
/// Everything here is used by one thread at a time.
@NullMarked
package dev.kcm.testing.chaos;

import org.jspecify.annotations.NullMarked;
