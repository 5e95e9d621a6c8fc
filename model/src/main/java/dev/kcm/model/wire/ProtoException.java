package dev.kcm.model.wire;

/// Bytes that are not the protobuf message they were taken for: cut off, or of another type.
public final class ProtoException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ProtoException(String problem) {
        super(problem);
    }
}
