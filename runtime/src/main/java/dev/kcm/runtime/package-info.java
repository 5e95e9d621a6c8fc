/// What controllers stand on: informers and stores, queues, the worker loop, plans and their
/// executor, events, leader election.
@NullMarked
package dev.kcm.runtime;

import org.jspecify.annotations.NullMarked;
