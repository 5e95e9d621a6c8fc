/// Requests nobody should send, by the thousand.
@NullMarked
package dev.kcm.apiserver.fuzz;

import org.jspecify.annotations.NullMarked;
