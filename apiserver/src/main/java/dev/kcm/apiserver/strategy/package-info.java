/// What a strategy is: the defaults of a kind, what a create or update may not touch, validation with upstream's
/// messages, the fields that can be selected by. [Strategy] holds that as data; each API group has a package below this
/// one with a class per kind, and `lookup` finds the strategy of a resource. Pure: no store, no clock; any thread.
@NullMarked
package dev.kcm.apiserver.strategy;

import org.jspecify.annotations.NullMarked;
