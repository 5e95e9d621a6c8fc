package dev.kcm.base.log;

import java.util.Map;

/// A value with parts, such as a namespace and a name: text lines show its `toString`, JSON lines
/// show the parts as an object.
public interface LogFields {
    /// The parts in the order they are to be written.
    Map<String, ?> logFields();
}
