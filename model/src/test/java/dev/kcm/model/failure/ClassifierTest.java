package dev.kcm.model.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.meta.v1.Status;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.Optional;

class ClassifierTest {
    private static ApiFailure classify(int code, Status status) {
        return Classifier.classify(code, status, Optional.empty());
    }

    private static Status status(String reason) {
        return Status.builder().status("Failure").reason(reason).message("why").build();
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
        "405, MethodNotAllowed, BadRequest, false",
        "413, RequestEntityTooLarge, BadRequest, false",
        "415, UnsupportedMediaType, BadRequest, false",
    })
    void the_reason_decides(int code, String reason, String kind, boolean isRetryable) {
        var failure = classify(code, status(reason));
        assertThat(failure.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(failure.isRetryable()).isEqualTo(isRetryable);
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure.message()).isEqualTo("why");
    }

    @ParameterizedTest
    @CsvSource({
        "404, NotFound",
        "409, Conflict",
        "410, Gone",
        "422, Invalid",
        "401, Unauthorized",
        "403, Forbidden",
        "429, TooManyRequests",
        "504, Timeout",
        "500, ServerError",
        "502, ServerError",
        "503, ServerError",
        "400, BadRequest",
        "418, BadRequest",
    })
    void without_a_known_reason_the_code_decides(int code, String kind) {
        assertThat(classify(code, Status.EMPTY).getClass().getSimpleName()).isEqualTo(kind);
        var unheardOf = classify(code, status("Whim"));
        assertThat(unheardOf.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(unheardOf.reason()).isEqualTo("Whim");
    }

    @Test
    void a_dying_namespace_is_not_just_forbidden() {
        var status =
                status("Forbidden")
                        .withDetails(
                                details ->
                                        details.addCauses(
                                                cause -> cause.reason("NamespaceTerminating")));
        assertThat(classify(403, status)).isInstanceOf(ApiFailure.NamespaceEnding.class);
    }

    @Test
    void a_failed_precondition_tells_whether_the_object_is_another_one() {
        var replaced =
                status("Conflict")
                        .withMessage(
                                "Operation cannot be fulfilled on pods \"a\": Precondition failed:"
                                        + " UID in precondition: x, UID in object meta: y");
        assertThat(classify(409, replaced))
                .isInstanceOfSatisfying(
                        ApiFailure.Conflict.class,
                        conflict -> assertThat(conflict.isOtherObject()).isTrue());
        assertThat(((ApiFailure.Conflict) classify(409, status("Conflict"))).isOtherObject())
                .isFalse();
    }

    @Test
    void waits_come_from_the_header_or_else_from_the_details() {
        var status = status("TooManyRequests").withDetails(details -> details.retryAfterSeconds(7));
        assertThat(classify(429, status).waitAskedFor()).contains(Duration.ofSeconds(7));
        assertThat(Classifier.classify(429, status, Optional.of(Duration.ofSeconds(3))))
                .isEqualTo(new ApiFailure.TooManyRequests(status, Duration.ofSeconds(3)));
        assertThat(classify(429, status("TooManyRequests")).waitAskedFor())
                .contains(Duration.ofSeconds(1));
        assertThat(classify(503, status("ServiceUnavailable")).waitAskedFor()).isEmpty();
        assertThat(classify(404, status("NotFound")).waitAskedFor()).isEmpty();
    }

    @Test
    void a_broken_connection_is_retryable_and_says_what_broke() {
        var failure = ApiFailure.transport("connection reset");
        assertThat(failure.isRetryable()).isTrue();
        assertThat(new ApiException(failure)).hasMessage("Transport: connection reset");
    }
}
