package dev.kcm.model.json;

/// Input that is not JSON, or JSON of another shape than the field it stands in. The message says
/// what was expected and what was found; `path` says where (`spec.containers[0].name`).
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String path;

    public JsonException(String path, String problem) {
        super(path.isEmpty() ? problem : path + ": " + problem);
        this.path = path;
    }

    public JsonException(String path, String problem, Throwable cause) {
        super(path.isEmpty() ? problem : path + ": " + problem, cause);
        this.path = path;
    }

    /// Where in the document, as Kubernetes prints field paths; empty at the root.
    public String path() {
        return path;
    }
}
