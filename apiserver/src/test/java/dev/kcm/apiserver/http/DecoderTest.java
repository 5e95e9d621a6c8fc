package dev.kcm.apiserver.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.core.v1.Pod;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The words are those of a real API server.
class DecoderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"spec\":{\"containers\":{}}}|Pod in version \"v1\" cannot be handled as a Pod:"
                        + " json: cannot unmarshal object into Go struct field PodSpec.spec.containers"
                        + " of type []v1.Container",
                "{\"spec\":{\"containers\":[{\"ports\":[{\"containerPort\":80.5}]}]}}|Pod in"
                        + " version \"v1\" cannot be handled as a Pod: json: cannot unmarshal number"
                        + " 80.5 into Go struct field ContainerPort.spec.containers.ports.containerPort"
                        + " of type int32",
                "{\"metadata\":{\"creationTimestamp\":\"soon\"}}|Pod in version \"v1\" cannot be"
                        + " handled as a Pod: parsing time \"soon\" as \"2006-01-02T15:04:05Z07:00\":"
                        + " cannot parse \"soon\" as \"2006\"",
                "{\"apiVersion\": \"v1\", \"kind\": 5, \"metadata\": {}}|the object provided is"
                        + " unrecognized (must be of type Pod): couldn't get version/kind; json parse"
                        + " error: json: cannot unmarshal number into Go struct field .kind of type"
                        + " string ({\"apiVersion\": \"v1\", \"kind\": 5 ...)",
                "{\"spec\":|the object provided is unrecognized (must be of type Pod): couldn't get"
                        + " version/kind; json parse error: unexpected end of JSON input ({\"spec\":)",
                "[1]|the object provided is unrecognized (must be of type Pod): couldn't get"
                        + " version/kind; json parse error: json: cannot unmarshal array into Go value"
                        + " of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\";"
                        + " Kind string \"json:\\\"kind,omitempty\\\"\" } (5b315d)",
                "``|the object provided is unrecognized (must be of type Pod): couldn't get"
                        + " version/kind; json parse error: unexpected end of JSON input (<empty>)",
            })
    void what_is_no_object_of_the_kind_is_told_in_upstreams_words(String body, String words) {
        var decoder = new Decoder("application/json", "Strict");
        assertThatThrownBy(() -> decoder.object(Pod.PODS, body.getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining(words);
    }
}
