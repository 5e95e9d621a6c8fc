package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.base.GoText;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import java.util.regex.Pattern;

/// Reads the resource versions of requests, which are revisions of the store.
public final class Revisions {
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");

    private Revisions() {}

    /// The empty one counts as zero.
    ///
    /// @throws ApiException if it is no number; upstream takes that for a failure of its own
    public static long parse(String text) {
        var fault = fault(text);
        if (!fault.isEmpty()) {
            throw ApiErrors.unknown(fault);
        }
        return text.isEmpty() ? 0 : saturated(text);
    }

    /// The same for lists, which upstream checks first.
    static long parseOfList(String text) {
        var fault = fault(text);
        if (!fault.isEmpty()) {
            throw ApiErrors.badRequest("invalid resource version: " + fault);
        }
        return parse(text);
    }

    private static String fault(String text) {
        if (text.isEmpty()) {
            return "";
        }
        var isNumber = DIGITS.matcher(text).matches();
        if (isNumber && isUnsigned(text)) {
            return "";
        }
        return "resourceVersion: Invalid value: %1$s: strconv.ParseUint: parsing %1$s: %2$s"
                .formatted(GoText.quote(text), isNumber ? "value out of range" : "invalid syntax");
    }

    private static boolean isUnsigned(String digits) {
        try {
            Long.parseUnsignedLong(digits);
            return true;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    /// No revision ever reaches what does not fit.
    private static long saturated(String digits) {
        long value = Long.parseUnsignedLong(digits);
        return value < 0 ? Long.MAX_VALUE : value;
    }

    /// @throws ApiException if the wanted revision lies in the future
    public static void requireReached(Resource<?> resource, String text, long wanted, long current) {
        if (wanted > current) {
            throw ApiErrors.futureRevision(text, current, resource.plural().equals("events") ? 0 : 1);
        }
    }
}
