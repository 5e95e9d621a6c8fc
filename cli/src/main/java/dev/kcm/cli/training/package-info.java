/// What a cluster is put through while a JVM writes its AOT cache; used by tools/train only.
@NullMarked
package dev.kcm.cli.training;

import org.jspecify.annotations.NullMarked;
