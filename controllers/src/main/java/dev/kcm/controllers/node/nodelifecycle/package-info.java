/// The node-lifecycle-controller. Watches the health of nodes and taints the sick ones.
@NullMarked
package dev.kcm.controllers.node.nodelifecycle;

import org.jspecify.annotations.NullMarked;
