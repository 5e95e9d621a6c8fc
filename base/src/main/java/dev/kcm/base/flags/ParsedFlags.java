package dev.kcm.base.flags;

import java.util.List;

/// What a command line said.
///
/// @param arguments what was neither a flag nor a flag's value
/// @param problems what could not be understood, one sentence each, in order
/// @param warnings deprecated flags that were used
public record ParsedFlags(FlagValues values, List<String> arguments, List<String> problems, List<String> warnings) {
    public ParsedFlags {
        arguments = List.copyOf(arguments);
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
    }
}
