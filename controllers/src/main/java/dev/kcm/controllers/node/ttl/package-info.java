/// The ttl-controller: tells kubelets, by an annotation of their nodes, for how long they may use Secrets and
/// ConfigMaps
/// without asking again; the larger the cluster, the longer.
@NullMarked
package dev.kcm.controllers.node.ttl;

import org.jspecify.annotations.NullMarked;
