/// Upstream's admission plugins, which run between a request and the strategy of its kind: they fill in what depends on
/// other objects, and deny what the state of the cluster forbids. [AdmissionChain] runs them in upstream's order.
@NullMarked
package dev.kcm.apiserver.admission;

import org.jspecify.annotations.NullMarked;
