/// kube-controller-manager as a program: flags, options, configuration, run.
@NullMarked
package dev.kcm.manager;

import org.jspecify.annotations.NullMarked;
