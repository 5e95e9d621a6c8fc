/// The node-ipam-controller. Gives each node a range of pod addresses.
@NullMarked
package dev.kcm.controllers.node.nodeipam;

import org.jspecify.annotations.NullMarked;
