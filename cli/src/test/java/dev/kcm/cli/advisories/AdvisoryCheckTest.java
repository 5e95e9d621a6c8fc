package dev.kcm.cli.advisories;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdvisoryCheckTest {
    private static final Path FIXTURES = fixtures();

    @TempDir
    private Path directory;

    /// What a check said and ended with.
    private record Said(int code, String out, String err) {}

    @Test
    void names_the_vulnerable_part_and_not_the_fixed_one() {
        var said = check(FIXTURES.resolve("bill.cdx.json"), FIXTURES.resolve("database"));
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.out()).isEqualTo("""
            org.example:parser 2.3.1: TEST-2026-0001 (CVE-2026-0001): The parser never ends; fixed in 1.9.7, 2.3.2
            1 of 4 entries concern one of 3 parts; the newest entry is of 2026-04-01T00:00:00Z
            """);
    }

    @Test
    void reads_the_database_as_osv_publishes_it() throws IOException {
        var zip = directory.resolve("all.zip");
        try (var out = new ZipOutputStream(Files.newOutputStream(zip));
                var entries = Files.list(FIXTURES.resolve("database"))) {
            for (var entry : entries.toList()) {
                out.putNextEntry(new ZipEntry(entry.getFileName().toString()));
                out.write(Files.readAllBytes(entry));
            }
        }
        assertThat(check(FIXTURES.resolve("bill.cdx.json"), zip).out())
                .contains("TEST-2026-0001", "1 of 4 entries concern one of 3 parts");
    }

    @Test
    void ends_with_nothing_when_no_entry_concerns_it() {
        var said = check(FIXTURES.resolve("bill.cdx.json"), FIXTURES.resolve("database/TEST-2026-0002.json"));
        assertThat(said.code()).isZero();
        assertThat(said.out()).startsWith("0 of 1 entries concern one of 3 parts");
    }

    @Test
    void says_so_when_it_cannot_tell() throws IOException {
        var empty = Files.createDirectory(directory.resolve("empty"));
        var bill = FIXTURES.resolve("bill.cdx.json");
        assertThat(check(bill, empty).code()).isEqualTo(2);
        assertThat(check(bill, empty).err()).contains("0 entries");
        assertThat(check(bill, directory.resolve("none.zip")).code()).isEqualTo(2);
        assertThat(check(FIXTURES.resolve("database/TEST-2026-0002.json"), FIXTURES.resolve("database"))
                        .err())
                .contains("no CycloneDX bill");
        var broken = Files.writeString(directory.resolve("broken.json"), "{");
        assertThat(check(bill, broken).err()).contains("broken.json");
    }

    private static Said check(Path bill, Path database) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int code = AdvisoryCheck.run(
                List.of(bill.toString(), database.toString()),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static Path fixtures() {
        try {
            return Path.of(AdvisoryCheckTest.class.getResource("/advisories").toURI());
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
