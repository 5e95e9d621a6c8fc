/// Flags declared once, beside what they configure: a record of options holds a [Flags] constant
/// that names its flags, their types, defaults and help and builds the record from a parsed command
/// line. [FlagSet] gathers many such groups and parses as pflag does, so that command lines written
/// for upstream's binary mean the same here. Pure values; nothing here reads files or prints.
@NullMarked
package dev.kcm.base.flags;

import org.jspecify.annotations.NullMarked;
