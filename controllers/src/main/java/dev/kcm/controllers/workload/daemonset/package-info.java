/// The daemonset-controller. Has every node that a DaemonSet may run on run one pod of it, and replaces these pods, a
/// few at a time, when its template changes.
@NullMarked
package dev.kcm.controllers.workload.daemonset;

import org.jspecify.annotations.NullMarked;
