package dev.kcm.base.log;

import java.util.List;

/// Which V-levels are printed: one number for everything, and numbers for single source files as in
/// `--vmodule=DeploymentReconciler=5,Lease*=4`. A file pattern can only let more through.
public record Verbosity(int general, List<Module> modules) {
    public static final Verbosity NONE = of(0);

    public Verbosity {
        modules = List.copyOf(modules);
    }

    public static Verbosity of(int general) {
        return new Verbosity(general, List.of());
    }

    /// The level for one source file, named without its extension: the first pattern that matches
    /// decides.
    int forFile(String file) {
        return modules.stream()
                .filter(module -> module.matches(file))
                .findFirst()
                .map(module -> Math.max(general, module.level()))
                .orElse(general);
    }

    /// One `pattern=N`.
    public record Module(String pattern, int level) {
        boolean matches(String file) {
            return FilePattern.matches(pattern, file);
        }

        @Override
        public String toString() {
            return pattern + "=" + level;
        }
    }
}
