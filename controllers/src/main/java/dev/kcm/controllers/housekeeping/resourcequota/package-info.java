/// The resourcequota-controller: writes what namespaces use of what their quotas limit. One class
/// per kind says what an object uses; everything but [ResourceQuotaController]'s `observe` is pure.
@NullMarked
package dev.kcm.controllers.housekeeping.resourcequota;

import org.jspecify.annotations.NullMarked;
