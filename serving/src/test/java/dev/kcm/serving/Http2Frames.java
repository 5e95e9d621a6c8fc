package dev.kcm.serving;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;

/// HTTP/2 by hand, for what no client would send.
final class Http2Frames {
    static final int GO_AWAY = 7;
    private static final String AUTHORITY = "localhost";

    private Http2Frames() {}

    /// A connection that has sent its preface and settings.
    static SSLSocket connect(Server server) throws IOException {
        var socket = (SSLSocket) TestPki.clientContext()
                .getSocketFactory()
                .createSocket("127.0.0.1", server.address().getPort());
        socket.setSoTimeout(20_000);
        var parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(frame(0x4, 0, 0, new byte[0]));
        socket.getOutputStream().flush();
        return socket;
    }

    /// A whole request: :method GET, :scheme https and :path / by index, :authority as a literal.
    static byte[] get(int stream) {
        var block = new ByteArrayOutputStream();
        block.writeBytes(new byte[] {(byte) 0x82, (byte) 0x87, (byte) 0x84, 0x01, (byte) AUTHORITY.length()});
        block.writeBytes(AUTHORITY.getBytes(StandardCharsets.US_ASCII));
        return frame(0x1, 0x5, stream, block.toByteArray());
    }

    static byte[] ping() {
        return frame(0x6, 0, 0, new byte[8]);
    }

    /// Reads a frame and says its type, or -1 at the end.
    static int next(DataInputStream in) throws IOException {
        int first = in.read();
        if (first < 0) {
            return -1;
        }
        int length = first << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        in.skipNBytes(5L + length);
        return type;
    }

    static byte[] frame(int type, int flags, int stream, byte[] payload) {
        var out = new ByteArrayOutputStream();
        out.write(payload.length >> 16);
        out.write(payload.length >> 8);
        out.write(payload.length);
        out.write(type);
        out.write(flags);
        out.write(stream >> 24);
        out.write(stream >> 16);
        out.write(stream >> 8);
        out.write(stream);
        out.writeBytes(payload);
        return out.toByteArray();
    }
}
