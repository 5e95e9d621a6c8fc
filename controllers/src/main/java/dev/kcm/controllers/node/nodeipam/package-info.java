/// The node-ipam-controller: an event loop that gives every node a range of addresses for its pods, out of the ranges
/// of
/// the cluster, one per IP family. No two nodes get the same.
@NullMarked
package dev.kcm.controllers.node.nodeipam;

import org.jspecify.annotations.NullMarked;
