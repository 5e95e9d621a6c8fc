/// The persistentvolume-expander-controller. Says who expands the volumes of claims that ask for more, and does so
/// for FlexVolumes, whose drivers expand them on the node.
@NullMarked
package dev.kcm.controllers.storage.expander;

import org.jspecify.annotations.NullMarked;
