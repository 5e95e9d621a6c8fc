package dev.kcm.model.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.meta.v1.Status;
import org.junit.jupiter.api.Test;

class FailureSummaryTest {
    @Test
    void an_invalid_object_is_told_by_its_fields_and_not_by_their_values() {
        var status = status(
                        422,
                        "Invalid",
                        "Secret \"db\" is invalid: [data[password]: Invalid value: \"hunter2\": too short, type:"
                                + " Invalid value: \"Opaque\": field is immutable]")
                .withDetails(details -> details.kind("Secret")
                        .name("db")
                        .addCauses(cause -> cause.reason("FieldValueInvalid")
                                .field("data[password]")
                                .message("Invalid value: \"hunter2\": too short"))
                        .addCauses(cause -> cause.reason("FieldValueInvalid").field("type")));
        assertThat(ApiFailure.of(status).summary())
                .isEqualTo("Invalid: Secret \"db\": data[password] (FieldValueInvalid), type (FieldValueInvalid)");
    }

    @Test
    void what_cannot_be_decoded_or_went_wrong_inside_is_not_repeated() {
        assertThat(summary(400, "BadRequest", "json: cannot unmarshal \"hunter2\" into int"))
                .isEqualTo("BadRequest");
        assertThat(summary(500, "InternalError", "Internal error occurred: bad object {\"password\":\"hunter2\"}"))
                .isEqualTo("InternalError");
        assertThat(summary(
                        500,
                        "InternalError",
                        "Internal error occurred: failed calling webhook \"check.example.com\": hunter2"))
                .isEqualTo("InternalError: failed calling webhook \"check.example.com\"");
        assertThat(summary(418, "", "hunter2")).isEqualTo("418");
    }

    @Test
    void a_webhook_or_policy_that_denies_is_named_and_not_repeated() {
        assertThat(summary(
                        403, "Forbidden", "admission webhook \"no.example.com\" denied the request: \"hunter2\"\nno"))
                .isEqualTo("admission webhook \"no.example.com\" denied the request");
        assertThat(summary(
                        403,
                        "Forbidden",
                        "pods \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied"
                                + " request: hunter2"))
                .isEqualTo("pods \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request");
    }

    @Test
    void what_servers_say_about_quota_permissions_and_names_stays() {
        var quota = "pods \"a\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=5, limited: pods=5";
        assertThat(summary(403, "Forbidden", quota)).isEqualTo(quota);
        assertThat(summary(404, "NotFound", "pods \"a\" not found")).isEqualTo("pods \"a\" not found");
        assertThat(ApiFailure.notLeader().summary()).startsWith("not sent");
    }

    private static String summary(int code, String reason, String message) {
        return ApiFailure.of(status(code, reason, message)).summary();
    }

    private static Status status(int code, String reason, String message) {
        return Status.builder()
                .status("Failure")
                .code(code)
                .reason(reason)
                .message(message)
                .build();
    }
}
