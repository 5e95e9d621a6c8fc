/// The replicationcontroller-controller. Keeps as many pods as ReplicationControllers ask for.
@NullMarked
package dev.kcm.controllers.workload.replicationcontroller;

import org.jspecify.annotations.NullMarked;
