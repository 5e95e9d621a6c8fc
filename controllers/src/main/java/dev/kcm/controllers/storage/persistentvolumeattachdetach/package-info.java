/// The persistentvolume-attach-detach-controller. Attaches volumes to the nodes whose pods need
/// them and detaches them again.
@NullMarked
package dev.kcm.controllers.storage.persistentvolumeattachdetach;

import org.jspecify.annotations.NullMarked;
