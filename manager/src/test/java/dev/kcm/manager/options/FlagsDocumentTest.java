package dev.kcm.manager.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FlagsDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "flags.md");

    @Test
    void the_document_is_up_to_date() throws IOException {
        assertThat(Files.readString(DOCUMENT))
                .as("stale: run tools/flags-document")
                .isEqualTo(FlagsDocument.text());
    }
}
