package dev.kcm.apiserver.table;

import static dev.kcm.apiserver.table.PrintedTables.NOW;
import static dev.kcm.apiserver.table.PrintedTables.header;
import static dev.kcm.apiserver.table.PrintedTables.object;
import static dev.kcm.apiserver.table.PrintedTables.row;
import static dev.kcm.apiserver.table.PrintedTables.wideHeader;
import static dev.kcm.apiserver.table.PrintedTables.wideRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.rbac.v1.Role;
import dev.kcm.model.rbac.v1.RoleBinding;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Kinds with few columns. See [PrintedTables].
class OtherTablesTest {
    @Test
    void a_namespace_a_config_map_and_a_secret() {
        assertThat(row(object(Namespace.NAMESPACES, "{\"status\": {\"phase\": \"Active\"}}")))
                .isEqualTo("test|Active|5m");
        assertThat(header(ConfigMap.CONFIG_MAPS)).isEqualTo("NAME|DATA|AGE");
        assertThat(row(object(
                        ConfigMap.CONFIG_MAPS,
                        "{\"data\": {\"a\": \"1\", \"b\": \"2\"}, \"binaryData\": {\"c\": \"AA==\"}}")))
                .isEqualTo("test|3|5m");
        assertThat(header(Secret.SECRETS)).isEqualTo("NAME|TYPE|DATA|AGE");
        assertThat(row(object(Secret.SECRETS, "{\"type\": \"Opaque\", \"data\": {\"a\": \"AA==\"}}")))
                .isEqualTo("test|Opaque|1|5m");
    }

    @Test
    void volumes_and_claims() {
        assertThat(wideHeader(PersistentVolume.PERSISTENT_VOLUMES))
                .isEqualTo("NAME|CAPACITY|ACCESS MODES|RECLAIM POLICY|STATUS|CLAIM|STORAGECLASS"
                        + "|VOLUMEATTRIBUTESCLASS|REASON|AGE|VOLUMEMODE");
        assertThat(wideRow(object(PersistentVolume.PERSISTENT_VOLUMES, """
            {"spec": {"capacity": {"storage": "4Gi"}, "accessModes": ["ReadWriteMany", "ReadWriteOnce"],
                      "persistentVolumeReclaimPolicy": "Retain", "storageClassName": "fast",
                      "claimRef": {"namespace": "default", "name": "data"}, "volumeMode": "Filesystem"},
             "status": {"phase": "Bound"}}\
            """)))
                .isEqualTo("test|4Gi|RWO,RWX|Retain|Bound|default/data|fast|<unset>||5m|Filesystem");
        assertThat(header(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS))
                .isEqualTo("NAME|STATUS|VOLUME|CAPACITY|ACCESS MODES|STORAGECLASS|VOLUMEATTRIBUTESCLASS|AGE");
        assertThat(row(object(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, """
            {"spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "fast",
                      "resources": {"requests": {"storage": "1Gi"}}},
             "status": {"phase": "Pending"}}\
            """)))
                .isEqualTo("test|Pending||||fast|<unset>|5m");
        var bound = object(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, """
            {"spec": {"volumeName": "v"},
             "status": {"phase": "Bound", "capacity": {"storage": "2Gi"}, "accessModes": ["ReadOnlyMany"]}}\
            """);
        assertThat(row(bound)).isEqualTo("test|Bound|v|2Gi|ROX||<unset>|5m");
        assertThat(row(bound.withMetadata(m -> m.deletionTimestamp(NOW))))
                .isEqualTo("test|Terminating|v|2Gi|ROX||<unset>|5m");
    }

    @Test
    void a_role_binding_lists_its_subjects() {
        assertThat(wideHeader(RoleBinding.ROLE_BINDINGS)).isEqualTo("NAME|ROLE|AGE|USERS|GROUPS|SERVICEACCOUNTS");
        assertThat(wideRow(object(RoleBinding.ROLE_BINDINGS, """
            {"roleRef": {"kind": "Role", "name": "reader"}, "subjects": [
               {"kind": "User", "name": "alice"}, {"kind": "User", "name": "bob"}, {"kind": "Group", "name": "dev"},
               {"kind": "ServiceAccount", "namespace": "ci", "name": "robot"}]}\
            """)))
                .isEqualTo("test|Role/reader|5m|alice, bob|dev|ci/robot");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|``|Pending",
                "Approved|``|Approved",
                "Approved|Y2VydA==|Approved,Issued",
                "Denied|``|Denied",
                "Approved,Failed|``|Approved,Failed",
            })
    void a_certificate_signing_request(String conditions, String certificate, String condition) {
        var listed = Arrays.stream(conditions.split(","))
                .map(type -> "{\"type\": \"" + type + "\"}")
                .collect(Collectors.joining(", "));
        var request =
                object(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS, """
                    {"spec": {"signerName": "example.com/signer", "username": "alice", "expirationSeconds": 7200},
                     "status": {"conditions": [%s], "certificate": "%s"}}\
                    """.formatted(listed, certificate));
        assertThat(row(request)).isEqualTo("test|5m|example.com/signer|alice|120m|" + condition);
    }

    @Test
    void a_kind_without_columns_of_its_own_shows_when_it_was_created() {
        assertThat(header(Role.ROLES)).isEqualTo("NAME|CREATED AT");
        assertThat(row(object(Role.ROLES, "{}"))).isEqualTo("test|2026-01-01T11:55:00Z");
    }
}
