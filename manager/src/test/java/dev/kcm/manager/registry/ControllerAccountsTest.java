package dev.kcm.manager.registry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ControllerAccountsTest {
    /// The names that upstream's roles are bound to.
    @Test
    void controllers_act_as_upstreams_accounts() {
        assertThat(ControllerAccounts.of("deployment-controller")).isEqualTo("deployment-controller");
        assertThat(ControllerAccounts.of("replicaset-controller")).isEqualTo("replicaset-controller");
        assertThat(ControllerAccounts.of("replicationcontroller-controller")).isEqualTo("replication-controller");
        assertThat(ControllerAccounts.of("garbage-collector-controller")).isEqualTo("generic-garbage-collector");
        assertThat(ControllerAccounts.of("taint-eviction-controller")).isEqualTo("node-controller");
    }

    @Test
    void only_controllers_that_exist_have_another_account() {
        assertThat(ControllerDescriptors.names()).containsAll(ControllerAccounts.renamed());
    }
}
