package dev.kcm.cluster.program;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests of whole managers on an embedded server, a new one for each test.
@Timeout(120)
abstract class WithEmbeddedServer {
    @TempDir
    private Path directory;

    protected EmbeddedServer server;

    @BeforeEach
    void open() throws Exception {
        server = new EmbeddedServer(directory);
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }
}
