/// The mains of kcm and kube-controller-manager.
@NullMarked
package dev.kcm.cli;

import org.jspecify.annotations.NullMarked;
