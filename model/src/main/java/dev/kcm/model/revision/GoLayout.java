package dev.kcm.model.revision;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A Go struct: its fields in order, and the type Go prints for each.
///
/// @param type the name Go prints for the struct
record GoLayout(String type, List<Field> fields) {

    /// A field. `member` is its name in JSON, `*` for an embedded struct whose members stand beside
    /// the others; `struct` is the position of the struct it contains, if any, among all layouts.
    record Field(String name, String member, String shape, String type, int struct) {
        boolean isEmbedded() {
            return member.equals("*");
        }
    }

    private static final String RESOURCE = "pod-template.tsv";

    /// The structs of a pod template, itself first; read from the jar at first use.
    static List<GoLayout> ofPodTemplate() {
        return Holder.LAYOUTS;
    }

    private static final class Holder {
        private static final List<GoLayout> LAYOUTS = read();
    }

    private static List<GoLayout> read() {
        try (var stream = GoLayout.class.getResourceAsStream(RESOURCE)) {
            if (stream == null) {
                throw new IllegalStateException("the jar lacks " + RESOURCE);
            }
            var text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().map(GoLayout::parse).toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static GoLayout parse(String line) {
        var cells = line.split("\t");
        var fields = new ArrayList<Field>();
        for (var i = 1; i < cells.length; i++) {
            var words = cells[i].split(" ");
            var struct = words.length > 4 ? Integer.parseInt(words[4]) : -1;
            fields.add(new Field(words[0], words[1], words[2], words[3], struct));
        }
        return new GoLayout(cells[0], List.copyOf(fields));
    }
}
