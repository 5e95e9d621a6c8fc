/// What is special about each kind: defaults, what a create or update may not touch, validation in
/// upstream's words, fields that can be selected by. A kind is declared as data in a [Strategy];
/// kinds without a declaration get what follows from their descriptor. Pure: no store, no clock.
@NullMarked
package dev.kcm.apiserver.kind;

import org.jspecify.annotations.NullMarked;
