package dev.kcm.model.fuzz;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/// An object of some kind as upstream's codecs wrote it.
record KindFixture(byte[] protobuf, String json) {

    static List<KindFixture> all() {
        var resource = Objects.requireNonNull(KindFixture.class.getResourceAsStream("/codec/kinds-1.36.3.tsv.gz"));
        try (var lines =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(resource), StandardCharsets.UTF_8))) {
            return lines.lines().map(KindFixture::parse).toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static KindFixture parse(String line) {
        var cells = line.split("\t", 7);
        return new KindFixture(Base64.getDecoder().decode(cells[5]), cells[6]);
    }
}
