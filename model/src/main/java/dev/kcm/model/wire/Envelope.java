package dev.kcm.model.wire;

import java.util.Arrays;

/// What Kubernetes wraps around a protobuf message: four magic bytes, then a message of type,
/// content and encoding (upstream's `runtime.Unknown`).
public record Envelope(String apiVersion, String kind, ProtoReader content) {
    /// The media type of enveloped messages.
    public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int TYPE = 1 << 3 | 2;
    private static final int CONTENT = 2 << 3 | 2;
    private static final int CONTENT_ENCODING = 3 << 3 | 2;
    private static final int CONTENT_TYPE = 4 << 3 | 2;
    private static final int API_VERSION = 1 << 3 | 2;
    private static final int KIND = 2 << 3 | 2;

    /// Opens an envelope; the content is read in place.
    public static Envelope open(byte[] document) {
        return open(document, 0, document.length);
    }

    public static Envelope open(byte[] source, int from, int to) {
        if (to - from < MAGIC.length || !Arrays.equals(source, from, from + MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new ProtoException("not Kubernetes protobuf: it does not start with the bytes k8s\\0");
        }
        ProtoReader in = ProtoReader.of(source, from + MAGIC.length, to);
        String apiVersion = "";
        String kind = "";
        int contentStart = to;
        int contentEnd = to;
        for (int tag = in.tag(); tag != 0; tag = in.tag()) {
            switch (tag) {
                case TYPE -> {
                    int outer = in.enter();
                    for (int part = in.tag(); part != 0; part = in.tag()) {
                        switch (part) {
                            case API_VERSION -> apiVersion = in.string();
                            case KIND -> kind = in.string();
                            default -> in.skip(part);
                        }
                    }
                    in.leave(outer);
                }
                case CONTENT -> {
                    int outer = in.enter();
                    contentStart = in.position();
                    in.leave(outer);
                    contentEnd = in.position();
                }
                default -> in.skip(tag);
            }
        }
        return new Envelope(apiVersion, kind, ProtoReader.of(source, contentStart, contentEnd));
    }

    /// Starts an enveloped message; its content comes next, back to front. Give the result to
    /// [#end].
    public static int begin(ProtoWriter out) {
        out.string(CONTENT_TYPE, "");
        out.string(CONTENT_ENCODING, "");
        return out.length();
    }

    /// Closes the content and puts type and magic in front.
    public static void end(ProtoWriter out, int begun, String apiVersion, String kind) {
        out.close(CONTENT, begun);
        int end = out.length();
        out.string(KIND, kind);
        out.string(API_VERSION, apiVersion);
        out.close(TYPE, end);
        out.raw(MAGIC);
    }

    static void write(ProtoWriter out, TopLevel message) {
        int begun = begin(out);
        message.encode(out);
        end(out, begun, message.apiVersionName(), message.kindName());
    }
}
