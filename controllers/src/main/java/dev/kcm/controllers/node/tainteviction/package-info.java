/// The taint-eviction-controller: pods leave nodes with `NoExecute` taints, at once or when they have tolerated these
/// for as long as they wanted to.
@NullMarked
package dev.kcm.controllers.node.tainteviction;

import org.jspecify.annotations.NullMarked;
