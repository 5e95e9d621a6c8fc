package dev.kcm.testing.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// What users and the adversary do and when: all there is to a run. The seed also decides the order of threads, uids
/// and jitter.
///
/// @param users by time
/// @param adversary by time
public record Schedule(long seed, List<Timed<UserAction>> users, List<Timed<Disturbance>> adversary) {
    private static final String SEED = "seed ";
    private static final String USER = "user ";
    private static final String FAULT = "fault ";

    public Schedule {
        users = List.copyOf(users);
        adversary = List.copyOf(adversary);
    }

    public static Schedule of(long seed) {
        var random = new SplittableRandom(seed);
        var users = new RandomUsers(random.split()).actions();
        return new Schedule(seed, users, new RandomAdversary(random.split(), end(users)).disturbances());
    }

    /// The same users, and nobody to disturb them.
    public Schedule withoutAdversary() {
        return new Schedule(seed, users, List.of());
    }

    Schedule withUsers(List<Timed<UserAction>> value) {
        return new Schedule(seed, value, adversary);
    }

    Schedule withAdversary(List<Timed<Disturbance>> value) {
        return new Schedule(seed, users, value);
    }

    int size() {
        return users.size() + adversary.size();
    }

    /// As lines that [#parse] reads.
    public String toText() {
        var lines = new ArrayList<String>();
        lines.add(SEED + seed);
        users.forEach(it -> lines.add(USER + it));
        adversary.forEach(it -> lines.add(FAULT + it));
        return String.join("\n", lines) + "\n";
    }

    /// Reads lines as [#toText] has them; `#` begins a comment.
    ///
    /// @throws IllegalArgumentException if one makes no sense
    public static Schedule parse(String text) {
        var lines = text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
        long seed = after(lines, SEED).mapToLong(Long::parseLong).findFirst().orElse(0);
        return new Schedule(
                seed,
                after(lines, USER).map(line -> ScheduleLine.parse(line).user()).toList(),
                after(lines, FAULT)
                        .map(line -> ScheduleLine.parse(line).disturbance())
                        .toList());
    }

    private static Stream<String> after(List<String> lines, String word) {
        return lines.stream().filter(line -> line.startsWith(word)).map(line -> line.substring(word.length()));
    }

    private static Duration end(List<Timed<UserAction>> users) {
        return users.isEmpty() ? Duration.ZERO : users.getLast().at();
    }
}
