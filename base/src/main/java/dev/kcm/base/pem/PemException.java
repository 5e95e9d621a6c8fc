package dev.kcm.base.pem;

/// PEM text that cannot be used; the message begins with the name of its source.
public final class PemException extends IllegalArgumentException {

    public PemException(String source, String problem) {
        super(source + " " + problem);
    }

    public PemException(String source, String problem, Throwable cause) {
        super(source + " " + problem + ": " + cause.getMessage(), cause);
    }
}
