/// Simulated nodes: every Node object of the cluster is one. They say that they are ready, renew
/// their leases and simulate the kubelet for the pods bound to them; nothing is ever executed. What a
/// pod does is a function of its spec, its annotations and the time, so nothing is remembered and a
/// restart goes on where it stood. docs/conformance.md has the rules, which are those of the KWOK
/// stages there.
@NullMarked
package dev.kcm.cluster.nodes;

import org.jspecify.annotations.NullMarked;
