/// The daemonset-controller. Runs one pod of each DaemonSet on every node that should have it.
@NullMarked
package dev.kcm.controllers.workload.daemonset;

import org.jspecify.annotations.NullMarked;
