// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.yarn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The hosts that YARN runs tasks on, as its ResourceManager names them: {@code
 * /ws/v1/cluster/nodes}, see "ResourceManager REST APIs" in Hadoop's documentation. Only these
 * names make a task local.
 */
public final class YarnHosts {

  private static final int OK = 200;

  private final Set<String> names;

  private YarnHosts(Set<String> names) {
    this.names = names;
  }

  /** Empty where no ResourceManager is named, or none that answers everybody. */
  public static Optional<YarnHosts> of(Map<String, String> conf) {
    Optional<HttpResponse<byte[]>> answer = YarnWeb.of(conf).get("/ws/v1/cluster/nodes");
    try {
      return answer.isPresent() && answer.get().statusCode() == OK
          ? Optional.of(new YarnHosts(names(answer.get().body())))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Set<String> names(byte[] body) throws IOException {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (JsonNode node : new ObjectMapper().readTree(body).path("nodes").path("node")) {
      names.add(node.path("nodeHostName").asText());
    }
    return names;
  }

  /** Those of {@code hosts} that YARN does not know by this name. */
  public List<String> unknown(Collection<String> hosts) {
    return hosts.stream().filter(host -> !names.contains(host)).toList();
  }

  @Override
  public String toString() {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
