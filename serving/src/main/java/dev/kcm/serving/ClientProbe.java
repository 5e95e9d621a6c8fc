package dev.kcm.serving;

import java.io.IOException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/// Notices that an HTTP/1.1 client closed its connection while a long response is idle.
/// The library does not read while it responds (HTTP/2 it always reads), so this waits for the
/// connection to become readable and checks whether that is the end of it. The connection is not
/// used for another request after that, which keeps this from fighting over it with the library.
final class ClientProbe implements Callback {
    private static final int MOST_WAKE_UPS = 100;

    private final EndPoint connection;
    private final Disconnection departure;
    private int wakeUps;

    private ClientProbe(EndPoint connection, Disconnection departure) {
        this.connection = connection;
        this.departure = departure;
    }

    static void prepare(Request request, Response response, Disconnection departure) {
        var metadata = request.getConnectionMetaData();
        if (metadata.getHttpVersion() == HttpVersion.HTTP_2) {
            return;
        }
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        if (request.getLength() <= 0 && metadata.isSecure()) {
            new ClientProbe(metadata.getConnection().getEndPoint(), departure).watch();
        }
    }

    private void watch() {
        connection.tryFillInterested(this);
    }

    /// Readable. Reading into an empty buffer tells the end of the connection (-1) from data, which
    /// stays where it is; TLS housekeeping also wakes us, so check again, but not for ever: a client
    /// that sends more requests meanwhile would keep us busy.
    @Override
    public void succeeded() {
        try {
            if (connection.fill(BufferUtil.EMPTY_BUFFER) < 0) {
                departure.happen();
            } else if (++wakeUps < MOST_WAKE_UPS) {
                watch();
            }
        } catch (IOException gone) {
            departure.happen();
        }
    }

    @Override
    public void failed(Throwable cause) {
        departure.happen();
    }
}
