package dev.kcm.model.ownership;

import java.util.List;

/// An apply that would change what others manage. The message is upstream's.
public final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Conflict> conflicts;

    ConflictException(List<Conflict> conflicts) {
        super(Conflict.message(conflicts));
        this.conflicts = List.copyOf(conflicts);
    }

    public List<Conflict> conflicts() {
        return conflicts;
    }
}
