/// The namespace-controller. Empties and finalizes namespaces that are being deleted.
@NullMarked
package dev.kcm.controllers.housekeeping.namespace;

import org.jspecify.annotations.NullMarked;
