package dev.kcm.testing.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A scenario that cannot run on the embedded cluster, and why; listed in docs/parity.md.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface RealOnly {
    String value();
}
