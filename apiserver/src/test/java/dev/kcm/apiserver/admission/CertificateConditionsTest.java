package dev.kcm.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.VirtualClock;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.certificates.v1.CertificateSigningRequestCondition;
import dev.kcm.model.operation.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificateConditionsTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final VirtualClock clock = new VirtualClock(START);
    private final CertificateConditions step = new CertificateConditions(clock);

    @Test
    void a_condition_without_dates_gets_the_present() {
        assertThat(admitted(condition("Approved", "True"), request()))
                .isEqualTo(
                        condition("Approved", "True").withLastUpdateTime(START).withLastTransitionTime(START));
    }

    @Test
    void a_condition_that_has_not_turned_keeps_the_time_it_did() {
        var old = admitted(condition("Ready", "True"), request());
        clock.advance(Duration.ofMinutes(5));
        var later = START.plus(Duration.ofMinutes(5));
        assertThat(admitted(condition("Ready", "True"), request(old))).isEqualTo(old.withLastUpdateTime(later));
        assertThat(admitted(condition("Ready", "False"), request(old)).lastTransitionTime())
                .contains(later);
    }

    @Test
    void dates_that_are_given_stay() {
        var dated = condition("Approved", "True")
                .withLastUpdateTime(Instant.EPOCH.plusSeconds(1))
                .withLastTransitionTime(Instant.EPOCH.plusSeconds(2));
        assertThat(admitted(dated, request())).isEqualTo(dated);
    }

    private CertificateSigningRequestCondition admitted(
            CertificateSigningRequestCondition wanted, CertificateSigningRequest current) {
        var target = Target.object(current.resource(), current.key()).withSubresource("approval");
        var request =
                (CertificateSigningRequest) step.update(RequestUser.ADMINISTRATOR, target, request(wanted), current);
        return request.status().conditions().getFirst();
    }

    private static CertificateSigningRequest request(CertificateSigningRequestCondition... conditions) {
        return CertificateSigningRequest.builder()
                .metadata(it -> it.name("somebody"))
                .status(it -> it.conditions(List.of(conditions)))
                .build();
    }

    private static CertificateSigningRequestCondition condition(String type, String status) {
        return CertificateSigningRequestCondition.builder()
                .type(type)
                .status(status)
                .build();
    }
}
