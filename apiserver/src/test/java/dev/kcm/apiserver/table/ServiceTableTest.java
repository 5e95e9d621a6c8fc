package dev.kcm.apiserver.table;

import static dev.kcm.apiserver.table.PrintedTables.header;
import static dev.kcm.apiserver.table.PrintedTables.object;
import static dev.kcm.apiserver.table.PrintedTables.row;
import static dev.kcm.apiserver.table.PrintedTables.wideHeader;
import static dev.kcm.apiserver.table.PrintedTables.wideRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.networking.v1.Ingress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Services, their endpoints and ingresses. See [PrintedTables].
class ServiceTableTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`\"type\": \"ClusterIP\"`|``|ClusterIP|<none>|<none>",
                "`\"type\": \"ClusterIP\", \"clusterIP\": \"None\", \"clusterIPs\":"
                        + " [\"None\"]`|``|ClusterIP|None|<none>",
                "`\"type\": \"NodePort\", \"clusterIPs\": [\"1.1.1.1\", \"fd00::1\"], \"externalIPs\":"
                        + " [\"2.2.2.2\", \"3.3.3.3\"]`|``|NodePort|1.1.1.1|2.2.2.2,3.3.3.3",
                "`\"type\": \"LoadBalancer\"`|``|LoadBalancer|<none>|<pending>",
                "`\"type\": \"LoadBalancer\"`|`{\"ip\": \"5.5.5.5\"}, {\"hostname\": \"a.example\"}, {\"ip\":"
                        + " \"4.4.4.4\"}`|LoadBalancer|<none>|4.4.4.4,5.5.5.5,a.example",
                "`\"type\": \"LoadBalancer\", \"externalIPs\": [\"2.2.2.2\"]`|`{\"ip\": \"5.5.5.5\"}`"
                        + "|LoadBalancer|<none>|5.5.5.5,2.2.2.2",
                "`\"type\": \"ExternalName\", \"externalName\": \"db.example\"`|``|ExternalName|<none>|db.example",
                "`\"type\": \"\"`|``|``|<none>|<unknown>",
            })
    void the_addresses_of_a_service(String spec, String ingress, String type, String cluster, String external) {
        var service = object(
                Service.SERVICES,
                "{\"spec\": {%s}, \"status\": {\"loadBalancer\": {\"ingress\": [%s]}}}".formatted(spec, ingress));

        assertThat(row(service)).isEqualTo(String.join("|", "test", type, cluster, external, "<none>", "5m"));
    }

    @Test
    void the_ports_and_the_selector_of_a_service() {
        assertThat(wideHeader(Service.SERVICES)).isEqualTo("NAME|TYPE|CLUSTER-IP|EXTERNAL-IP|PORT(S)|AGE|SELECTOR");
        assertThat(wideRow(object(Service.SERVICES, """
            {"spec": {"type": "NodePort", "selector": {"b": "2", "a": "1"},
                      "ports": [{"port": 80, "protocol": "TCP", "nodePort": 30080},
                                {"port": 53, "protocol": "UDP"}]}}\
            """)))
                .isEqualTo("test|NodePort|<none>|<none>|80:30080/TCP,53/UDP|5m|a=1,b=2");
    }

    @Test
    void endpoints_show_three_addresses() {
        assertThat(row(object(Endpoints.ENDPOINTS, "{}"))).isEqualTo("test|<none>|5m");
        assertThat(row(object(Endpoints.ENDPOINTS, "{\"subsets\": [{\"ports\": [{\"port\": 80}]}]}")))
                .isEqualTo("test||5m");
        assertThat(row(object(
                        Endpoints.ENDPOINTS,
                        "{\"subsets\": [{\"addresses\": [{\"ip\": \"1.2.3.4\"}, {\"ip\": \"fd00::1\"}]}]}")))
                .isEqualTo("test|1.2.3.4,fd00::1|5m");
        assertThat(row(object(Endpoints.ENDPOINTS, """
            {"subsets": [{"addresses": [{"ip": "1.2.3.4"}, {"ip": "fd00::1"}],
                          "ports": [{"port": 80}, {"port": 443}]}]}\
            """)))
                .isEqualTo("test|1.2.3.4:80,[fd00::1]:80,1.2.3.4:443 + 1 more...|5m");
    }

    @Test
    void an_endpoint_slice() {
        assertThat(header(EndpointSlice.ENDPOINT_SLICES)).isEqualTo("NAME|ADDRESSTYPE|PORTS|ENDPOINTS|AGE");
        assertThat(row(object(EndpointSlice.ENDPOINT_SLICES, "{\"addressType\": \"IPv4\", \"endpoints\": [{}]}")))
                .isEqualTo("test|IPv4|<unset>|<unset>|5m");
        assertThat(row(object(EndpointSlice.ENDPOINT_SLICES, """
            {"addressType": "IPv4",
             "ports": [{"port": 80}, {"name": "web"}, {}, {"port": 443}],
             "endpoints": [{"addresses": ["1.1.1.1", "2.2.2.2"]}, {"addresses": ["3.3.3.3", "4.4.4.4"]}]}\
            """)))
                .isEqualTo("test|IPv4|80,web,* + 1 more...|1.1.1.1,2.2.2.2,3.3.3.3 + 1 more...|5m");
    }

    @Test
    void an_ingress() {
        assertThat(header(Ingress.INGRESSES)).isEqualTo("NAME|CLASS|HOSTS|ADDRESS|PORTS|AGE");
        assertThat(row(object(Ingress.INGRESSES, "{\"spec\": {\"rules\": [{}]}}")))
                .isEqualTo("test|<none>|*||80|5m");
        assertThat(row(object(Ingress.INGRESSES, """
            {"spec": {"ingressClassName": "nginx", "tls": [{}], "rules": [
               {"host": "a"}, {"host": "b"}, {}, {"host": "c"}, {"host": "d"}]},
             "status": {"loadBalancer": {"ingress": [{"ip": "2.2.2.2"}, {"ip": "1.1.1.1"}]}}}\
            """)))
                .isEqualTo("test|nginx|a,b,c + 2 more...|1.1.1.1,2.2.2.2|80, 443|5m");
    }
}
