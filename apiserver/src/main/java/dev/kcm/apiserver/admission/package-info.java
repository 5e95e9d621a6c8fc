/// What upstream's admission plugins do between a request and the rules of its kind: fill in what
/// depends on other objects, and refuse what the state of the cluster forbids. Each step is a class
/// of its own; [Admission] runs them in upstream's order.
@NullMarked
package dev.kcm.apiserver.admission;

import org.jspecify.annotations.NullMarked;
