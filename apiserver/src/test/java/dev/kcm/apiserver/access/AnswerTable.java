package dev.kcm.apiserver.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Answers by the names of the requests. `answers.tsv` has those of a real kube-apiserver, `differences.tsv` the few
/// that the embedded server gives instead, each with the reason.
final class AnswerTable {
    private AnswerTable() {}

    static Map<String, String> of(ServerUnderTest server) throws IOException, GeneralSecurityException {
        var there = new Inhabitants(server);
        there.settle();
        var answers = new LinkedHashMap<String, String>();
        for (var request : AccessCases.all(server, there)) {
            answers.put(request.name(), server.answer(request).line(request.name()));
        }
        return answers;
    }

    static Map<String, String> expected() {
        var answers = new LinkedHashMap<String, String>();
        lines("answers.tsv").forEach(line -> answers.put(line.substring(0, line.indexOf('\t')), line));
        return answers;
    }

    static Map<String, String> expectedOfEmbedded() {
        var answers = expected();
        answers.putAll(differences());
        return answers;
    }

    /// The last cell is the reason.
    static Map<String, String> differences() {
        var answers = new LinkedHashMap<String, String>();
        lines("differences.tsv").stream()
                .map(line -> line.substring(0, line.lastIndexOf('\t')))
                .forEach(line -> answers.put(line.substring(0, line.indexOf('\t')), line));
        return answers;
    }

    private static List<String> lines(String table) {
        try (var in = Objects.requireNonNull(AnswerTable.class.getResourceAsStream(table), table)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
