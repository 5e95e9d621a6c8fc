/// Attaches volumes to the nodes where pods need them and detaches them where none does any more, never under a pod's
/// feet: an event loop with a picture of what is wanted where and what is attached where.
@NullMarked
package dev.kcm.controllers.storage.attachdetach;

import org.jspecify.annotations.NullMarked;
