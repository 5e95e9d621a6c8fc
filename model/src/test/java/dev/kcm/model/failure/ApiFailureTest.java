package dev.kcm.model.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.meta.v1.Status;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiFailureTest {
    private static Status status(int code, String reason) {
        return Status.builder()
                .status("Failure")
                .code(code)
                .reason(reason)
                .message("why")
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "404, NotFound, NotFound, false",
        "409, AlreadyExists, AlreadyExists, false",
        "409, Conflict, Conflict, false",
        "410, Expired, Gone, false",
        "410, Gone, Gone, false",
        "422, Invalid, Invalid, false",
        "401, Unauthorized, Unauthorized, false",
        "403, Forbidden, Forbidden, false",
        "429, TooManyRequests, TooManyRequests, true",
        "504, Timeout, Timeout, true",
        "500, ServerTimeout, Timeout, true",
        "500, InternalError, ServerError, true",
        "503, ServiceUnavailable, ServerError, true",
        "400, BadRequest, BadRequest, false",
        "405, MethodNotAllowed, NotSupported, false",
        "413, RequestEntityTooLarge, TooLarge, false",
        "415, UnsupportedMediaType, NotSupported, false",
        "418, Teapot, BadRequest, false",
    })
    void refusals_are_sorted(int code, String reason, String kind, boolean isRetryable) {
        var failure = ApiFailure.of(status(code, reason));
        assertThat(failure.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(failure.isRetryable()).isEqualTo(isRetryable);
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure.message()).isEqualTo("why");
    }

    @Test
    void a_dying_namespace_is_not_just_forbidden() {
        var status = status(403, "Forbidden")
                .withDetails(details -> details.addCauses(cause -> cause.reason("NamespaceTerminating")));
        assertThat(ApiFailure.of(status)).isInstanceOf(ApiFailure.NamespaceEnding.class);
    }

    @Test
    void a_failed_precondition_tells_whether_the_object_is_another_one() {
        var on = "Operation cannot be fulfilled on pods \"a\": ";
        var stored = "StorageError: invalid object, Code: 4, Key: /registry/pods/n/a, ResourceVersion: 0, "
                + "AdditionalErrorMsg: Precondition failed: UID in precondition: x, UID in object meta: y";
        var record = "the UID in the precondition (x) does not match the UID in record (y). "
                + "The object might have been deleted and then recreated";

        assertThat(isOther(on + stored, "x")).isTrue();
        assertThat(isOther(on + record, "x")).isTrue();
    }

    @Test
    void a_conflict_about_anything_else_does_not_say_that_the_object_is_another_one() {
        var on = "Operation cannot be fulfilled on pods \"a\": ";
        var other = "Precondition failed: UID in precondition: x, UID in object meta: y";

        assertThat(isOther("Conflict", "x")).isFalse();
        assertThat(isOther(on + "the object has been modified", "x")).isFalse();
        assertThat(isOther(on + other, "z")).as("another request's").isFalse();
        assertThat(isOther(on + "Precondition failed: UID in precondition: x, UID in object meta: x", "x"))
                .isFalse();
        assertThat(isOther("admission webhook \"w\" denied the request: " + on + other, "x"))
                .isFalse();
    }

    private static boolean isOther(String message, String uid) {
        var failure = ApiFailure.of(status(409, "Conflict").withMessage(message));
        return ((ApiFailure.Conflict) failure).isOtherObjectThan(uid);
    }

    @Test
    void the_wait_a_server_asks_for_stands_in_the_details() {
        var busy = status(429, "TooManyRequests").withDetails(details -> details.retryAfterSeconds(7));
        assertThat(ApiFailure.of(busy).retryAfter()).contains(Duration.ofSeconds(7));
        assertThat(ApiFailure.of(status(429, "TooManyRequests")).retryAfter()).isEmpty();
    }
}
