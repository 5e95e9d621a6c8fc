/// What several controllers ask about pods, their volumes and the claims these stand for. Pure.
@NullMarked
package dev.kcm.controllers.shared.volumes;

import org.jspecify.annotations.NullMarked;
