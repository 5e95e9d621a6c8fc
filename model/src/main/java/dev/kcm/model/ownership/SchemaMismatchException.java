package dev.kcm.model.ownership;

/// A value that does not fit its type. The message is upstream's; the path to the value comes first, once it is known.
public final class SchemaMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String path;
    private final String problem;

    SchemaMismatchException(String problem) {
        this("", problem);
    }

    private SchemaMismatchException(String path, String problem) {
        super(path.isEmpty() ? problem : path + ": " + problem);
        this.path = path;
        this.problem = problem;
    }

    /// The same, found below an element.
    SchemaMismatchException below(PathElement element) {
        return new SchemaMismatchException(element + path, problem);
    }
}
