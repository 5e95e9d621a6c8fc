/// Simulated storage: a CSI driver `csi.kcm.dev` whose volumes are nothing but names, with what would run beside a real
/// one: a provisioner, an attacher, a resizer, and an entry for each node. Annotations of a StorageClass make them slow
/// or have them fail. What binds claims, and what has volumes attached, are the controllers as everywhere else.
@NullMarked
package dev.kcm.cluster.storage;

import org.jspecify.annotations.NullMarked;
