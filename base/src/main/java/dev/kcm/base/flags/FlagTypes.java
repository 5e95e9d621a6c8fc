package dev.kcm.base.flags;

import dev.kcm.base.GoDuration;
import dev.kcm.base.GoText;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The types most flags have. Names and printed forms are pflag's.
public final class FlagTypes {
    public static final FlagType<Boolean> BOOL =
            FlagType.of("bool", FlagTypes::bool, String::valueOf, false).withBareValue("true");
    public static final FlagType<String> TEXT = FlagType.of("string", text -> text, text -> text, "");
    public static final FlagType<Integer> COUNT = FlagType.of("int32", FlagTypes::int32, String::valueOf, 0);
    public static final FlagType<Long> NUMBER = FlagType.of("int", FlagTypes::int64, String::valueOf, 0L);
    public static final FlagType<Float> RATE = FlagType.of("float32", FlagTypes::float32, GoText::number, 0f);
    public static final FlagType<Double> DECIMAL = FlagType.of("float", FlagTypes::float64, GoText::number, 0d);
    public static final FlagType<Duration> DURATION =
            FlagType.of("duration", GoDuration::parse, GoDuration::print, Duration.ZERO);
    public static final FlagType<List<String>> LIST = FlagType.of(
                    "strings", CommaLists::parse, CommaLists::print, List.<String>of())
            .mergedBy(joined());
    public static final FlagType<List<Integer>> COUNTS = FlagType.of(
                    "int32Slice", FlagTypes::int32s, FlagTypes::printInt32s, List.<Integer>of())
            .mergedBy(joined())
            .alwaysShown();
    public static final FlagType<Map<String, String>> MAP = FlagType.of(
                    "stringToString", FlagTypes::map, FlagTypes::printMap, Map.<String, String>of())
            .mergedBy(FlagTypes::joinedMaps)
            .alwaysShown();
    public static final FlagType<InetAddress> IP =
            new FlagType<>("ip", IpText::parse, IpText::print, _ -> false, (_, later) -> later, Optional.empty());

    private FlagTypes() {}

    /// A repeated flag adds to the list.
    public static <T> BinaryOperator<List<T>> joined() {
        return (earlier, later) ->
                Stream.concat(earlier.stream(), later.stream()).toList();
    }

    private static boolean bool(String text) {
        return switch (text) {
            case "1", "t", "T", "true", "TRUE", "True" -> true;
            case "0", "f", "F", "false", "FALSE", "False" -> false;
            default -> throw new IllegalArgumentException("write true or false");
        };
    }

    private static int int32(String text) {
        long number = integer(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        return Math.toIntExact(number);
    }

    private static long int64(String text) {
        return integer(text, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /// Decimal, or with a prefix 0x, 0o, 0b or 0, underscores between digits allowed: Go's base 0.
    private static long integer(String text, long lowest, long highest) {
        try {
            var number = GoIntegers.parse(text);
            if (number.bitLength() < Long.SIZE && number.longValue() >= lowest && number.longValue() <= highest) {
                return number.longValue();
            }
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("write a whole number");
        }
        throw new IllegalArgumentException("write a whole number between %d and %d".formatted(lowest, highest));
    }

    private static float float32(String text) {
        double number = float64(text);
        if (Double.isFinite(number) && Math.abs(number) > Float.MAX_VALUE) {
            throw new IllegalArgumentException("the number is too large");
        }
        return (float) number;
    }

    private static double float64(String text) {
        try {
            boolean hasJavaSuffix = text.matches(".*[fFdD]$") && !text.matches("(?i)[+-]?inf");
            if (!hasJavaSuffix && text.equals(text.strip())) {
                return switch (text.toLowerCase(Locale.ROOT)) {
                    case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
                    case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
                    case "nan" -> Double.NaN;
                    default -> Double.parseDouble(text);
                };
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw new IllegalArgumentException("write a number such as 0.5");
    }

    private static List<Integer> int32s(String text) {
        return Stream.of(text.split(",", -1)).map(FlagTypes::int32).toList();
    }

    private static String printInt32s(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }

    private static Map<String, String> map(String text) {
        var map = new TreeMap<String, String>();
        for (String pair : CommaLists.pairs(text)) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("%s is not formatted as key=value".formatted(GoText.quote(pair)));
            }
            map.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return map;
    }

    private static String printMap(Map<String, String> map) {
        return "["
                + CommaLists.write(new TreeMap<>(map)
                        .entrySet().stream()
                                .map(entry -> entry.getKey() + "=" + entry.getValue())
                                .toList())
                + "]";
    }

    private static Map<String, String> joinedMaps(Map<String, String> earlier, Map<String, String> later) {
        var map = new TreeMap<>(earlier);
        map.putAll(later);
        return map;
    }
}
