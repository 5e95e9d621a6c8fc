package dev.kcm.model.patch;

/// A patch that cannot be applied or made; the message is upstream's or close to it.
public final class PatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// The status code a server responds with.
    public enum Problem {
        /// The patch itself is malformed: 400.
        MALFORMED,
        /// The patch is well formed and does not fit the object: 422.
        DOES_NOT_APPLY,
        /// The patch asks for too much: 413.
        TOO_LARGE,
        /// The patch contradicts the schema of the object: upstream responds 500.
        UNFIT
    }

    private final Problem problem;

    PatchException(Problem problem, String message) {
        super(message);
        this.problem = problem;
    }

    static PatchException malformed(String message) {
        return new PatchException(Problem.MALFORMED, message);
    }

    static PatchException doesNotApply(String message) {
        return new PatchException(Problem.DOES_NOT_APPLY, message);
    }

    static PatchException unfit(String message) {
        return new PatchException(Problem.UNFIT, message);
    }

    public Problem problem() {
        return problem;
    }
}
