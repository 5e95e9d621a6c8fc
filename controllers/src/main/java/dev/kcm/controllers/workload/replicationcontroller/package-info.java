/// The replicationcontroller-controller. Keeps as many pods of one template running as each ReplicationController asks
/// for.
@NullMarked
package dev.kcm.controllers.workload.replicationcontroller;

import org.jspecify.annotations.NullMarked;
