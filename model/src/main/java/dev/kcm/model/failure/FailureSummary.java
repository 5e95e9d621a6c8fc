package dev.kcm.model.failure;

import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.meta.v1.StatusCause;
import dev.kcm.model.meta.v1.StatusDetails;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A failure without what the server quoted of an object. A server that finds an object invalid, or
/// cannot decode it, repeats the value it stumbled over, be it a Secret's; webhooks and policies write what
/// they like.
final class FailureSummary {
    private static final Pattern DENIED = Pattern.compile("(denied (?:the )?request)\\b.*", Pattern.DOTALL);
    private static final Pattern WEBHOOK = Pattern.compile("failed calling webhook \"[^\"]*\"");

    private FailureSummary() {}

    static String of(ApiFailure failure) {
        var status = failure.status();
        return switch (failure) {
            case ApiFailure.Invalid _,
                    ApiFailure.BadRequest _,
                    ApiFailure.NotSupported _,
                    ApiFailure.TooLarge _,
                    ApiFailure.ServerError _ -> withoutMessage(status);
            case ApiFailure.Unauthorized _,
                    ApiFailure.Forbidden _,
                    ApiFailure.NamespaceEnding _,
                    ApiFailure.NotFound _,
                    ApiFailure.AlreadyExists _,
                    ApiFailure.Conflict _,
                    ApiFailure.Gone _,
                    ApiFailure.TooManyRequests _,
                    ApiFailure.Timeout _,
                    ApiFailure.Transport _,
                    ApiFailure.CloudProvider _,
                    ApiFailure.NotLeader _ -> DENIED.matcher(status.message()).replaceFirst("$1");
        };
    }

    /// The reason, the object's name, the paths of the fields and what is wrong with each.
    private static String withoutMessage(Status status) {
        var details = status.details();
        return Stream.of(
                        Stream.of(status.reason().isEmpty() ? Integer.toString(status.code()) : status.reason()),
                        details.stream()
                                .filter(it -> !it.name().isEmpty())
                                .map(it -> (it.kind() + " \"" + it.name() + "\"").strip()),
                        details.stream().flatMap(FailureSummary::fields),
                        WEBHOOK.matcher(status.message()).results().limit(1).map(found -> found.group()))
                .flatMap(part -> part)
                .collect(Collectors.joining(": "));
    }

    private static Stream<String> fields(StatusDetails details) {
        return Stream.of(details.causes().stream()
                        .filter(cause -> !cause.field().isEmpty())
                        .map(FailureSummary::field)
                        .distinct()
                        .collect(Collectors.joining(", ")))
                .filter(text -> !text.isEmpty());
    }

    private static String field(StatusCause cause) {
        return cause.reason().isEmpty() ? cause.field() : "%s (%s)".formatted(cause.field(), cause.reason());
    }
}
