package dev.kcm.apiserver.patch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.core.v1.Service;
import dev.kcm.model.operation.PatchType;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The words are those of a real API server; so is the order of members in the objects they show.
class ParsedPatchTest {
    private final Service service = Service.SERVICES.decodeJson("""
        {"metadata": {"name": "a", "uid": "u"},
         "spec": {"ports": [{"protocol": "TCP", "port": 80, "targetPort": 80}],
                  "type": "ClusterIP"}}
        """.getBytes(StandardCharsets.UTF_8));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "MERGE|{\"spec\":{\"selector\":[1]}}|\"{\\\"apiVersion\\\":\\\"v1\\\",\\\"kind\\\":\\\"Service\\\",\\\"metadata\\\":{\\\"name\\\":\\\"a\\\",\\\"uid\\\":\\\"u\\\"},\\\"spec\\\":{\\\"ports\\\":[{\\\"protocol\\\":\\\"TCP\\\",\\\"port\\\":80,\\\"targetPort\\\":80}],\\\"selector\\\":[1],\\\"type\\\":\\\"ClusterIP\\\"},\\\"status\\\":{\\\"loadBalancer\\\":{}}}\":"
                    + " json: cannot unmarshal array into Go struct field ServiceSpec.spec.selector of type"
                    + " map[string]string",
                "JSON|[{\"op\":\"replace\",\"path\":\"/spec/ports/0/port\",\"value\":\"x\"}]|\"{\\\"apiVersion\\\":\\\"v1\\\",\\\"kind\\\":\\\"Service\\\",\\\"metadata\\\":{\\\"name\\\":\\\"a\\\",\\\"uid\\\":\\\"u\\\"},\\\"spec\\\":{\\\"ports\\\":[{\\\"port\\\":\\\"x\\\",\\\"protocol\\\":\\\"TCP\\\",\\\"targetPort\\\":80}],\\\"type\\\":\\\"ClusterIP\\\"},\\\"status\\\":{\\\"loadBalancer\\\":{}}}\":"
                    + " json: cannot unmarshal string into Go struct field ServicePort.spec.ports.port of type int32",
                "STRATEGIC|{\"spec\":{\"type\":1,\"selector\":{\"b\":null,\"a\":\"x\"}}}|\"map[spec:map[selector:map[a:x"
                    + " b:<nil>] type:1]]\": cannot convert int64 to v1.ServiceType",
            })
    void a_patch_that_makes_something_else_is_refused_with_what_it_makes(PatchType type, String patch, String words) {
        var patches = ParsedPatch.parse(type, patch.getBytes(StandardCharsets.UTF_8), true);
        assertThatThrownBy(() -> patches.applied(service))
                .hasMessageContaining(" \"\" is invalid: patch: Invalid value: " + words);
    }
}
