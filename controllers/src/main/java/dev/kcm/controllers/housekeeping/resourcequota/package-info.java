/// The resourcequota-controller. Counts what namespaces use against their quotas.
@NullMarked
package dev.kcm.controllers.housekeeping.resourcequota;

import org.jspecify.annotations.NullMarked;
