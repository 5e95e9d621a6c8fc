/// The volumeattributesclass-protection-controller. Keeps classes that are deleted until no claim or volume names
/// them.
@NullMarked
package dev.kcm.controllers.storage.attributesclassprotection;

import org.jspecify.annotations.NullMarked;
