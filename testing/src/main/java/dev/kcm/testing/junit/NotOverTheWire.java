package dev.kcm.testing.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Scenarios that cannot run with HTTPS between our controllers and the embedded server, and why;
/// in process they can.
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface NotOverTheWire {
    String value();
}
