/// The namespace-controller: empties namespaces that are being deleted, pods first, and lets them
/// go when nothing is left.
@NullMarked
package dev.kcm.controllers.housekeeping.namespace;

import org.jspecify.annotations.NullMarked;
