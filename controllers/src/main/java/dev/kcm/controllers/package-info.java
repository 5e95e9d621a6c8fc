/// One package per controller, grouped by family.
@NullMarked
package dev.kcm.controllers;

import org.jspecify.annotations.NullMarked;
