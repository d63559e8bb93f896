// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YarnClusterTest {

  @Test
  void onlyWhatClientsOfYarnNeedIsNoted() throws IOException {
    YarnCluster cluster =
        YarnCluster.of(
            Map.of(
                "yarn.resourcemanager.address", "rm:8032",
                "hadoop.security.authentication", "kerberos",
                "hadoop.security.group.mapping.ldap.bind.password", "x",
                "fs.s3a.secret.key", "y"));
    JsonNode json = new ObjectMapper().readTree(cluster.toJson().toString());

    assertThat(json.size()).isEqualTo(2);
    assertThat(YarnCluster.of(json)).isEqualTo(cluster);
    assertThat(cluster.values().get("yarn.resourcemanager.address")).isEqualTo("rm:8032");
    assertThat(YarnCluster.of(new ObjectMapper().readTree("[1]"))).isEqualTo(YarnCluster.UNKNOWN);
  }
}
