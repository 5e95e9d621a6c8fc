/// Which Kubernetes release this is. Constants only.
@NullMarked
package dev.kcm.manager.version;

import org.jspecify.annotations.NullMarked;
