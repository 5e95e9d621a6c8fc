package dev.kcm.bench.client;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Prints the results of several clients side by side, then one JSON line. The first argument is
/// client-go's result, the second ours as the product runs, further ones are ours in other ways;
/// each is `NAME=FILE`.
public final class ClientReport {

    private record Result(String name, List<Double> rounds, double total) {
        static Result read(String argument) {
            int equals = argument.indexOf('=');
            try {
                var json = Json.parse(Files.readAllBytes(Path.of(argument.substring(equals + 1))));
                var rounds = json.itemsAt("rounds").stream()
                        .map(round -> number(round, "cpuMicros"))
                        .toList();
                return new Result(argument.substring(0, equals), rounds, number(json, "totalMicros"));
            } catch (IOException missing) {
                throw new IllegalArgumentException("Cannot read " + argument, missing);
            }
        }

        double last() {
            return rounds.getLast();
        }

        /// Everything the process did, from its start.
        double all(int requests) {
            return total / requests;
        }

        private static double number(Json json, String name) {
            return json.at(name).map(it -> Double.parseDouble(it.toText())).orElseThrow();
        }
    }

    private ClientReport() {}

    public static void main(String[] arguments) {
        int requests = Integer.parseInt(arguments[0]);
        var results = new ArrayList<Result>();
        for (int i = 1; i < arguments.length; i++) {
            results.add(Result.read(arguments[i]));
        }
        var go = results.get(0);
        var ours = results.get(1);
        System.out.println("CPU per create in microseconds; a column is a tenth of " + requests);
        results.forEach(result -> System.out.println(line(result, requests)));
        System.out.println("last tenth: %s of client-go (want at most 1.0); all, start of the process"
                        .formatted(text(ours.last() / go.last()))
                + " included: %s of client-go (want at most 4.0)"
                        .formatted(text(ours.all(requests) / go.all(requests))));
        System.out.println(json(go, ours, requests).toText());
    }

    private static String line(Result result, int requests) {
        var line = new StringBuilder(String.format(Locale.ROOT, "%-24s", result.name()));
        result.rounds().forEach(micros -> line.append(String.format(Locale.ROOT, "%7.0f", micros)));
        return line.append(String.format(Locale.ROOT, "   all %7.1f", result.all(requests)))
                .toString();
    }

    private static JsonObject json(Result go, Result ours, int requests) {
        return Json.object("lastMicros", Json.of(rounded(ours.last())))
                .with("goLastMicros", Json.of(rounded(go.last())))
                .with("allMicros", Json.of(rounded(ours.all(requests))))
                .with("goAllMicros", Json.of(rounded(go.all(requests))))
                .with("lastRatio", Json.of(rounded(ours.last() / go.last())))
                .with("allRatio", Json.of(rounded(ours.all(requests) / go.all(requests))));
    }

    private static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
