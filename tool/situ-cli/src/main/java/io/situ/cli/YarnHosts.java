package io.situ.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
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
final class YarnHosts {

  private static final String HOST = "yarn.resourcemanager.hostname";
  private static final String WEB = "yarn.resourcemanager.webapp.address";
  private static final int WEB_PORT = 8088;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Set<String> names;

  private YarnHosts(Set<String> names) {
    this.names = names;
  }

  /** Empty where no ResourceManager is named, or none that answers everybody. */
  static Optional<YarnHosts> of(Map<String, String> conf) {
    String host = conf.get(HOST);
    String web = conf.getOrDefault(WEB, host == null ? "" : host + ":" + WEB_PORT);
    if (web.isEmpty()) {
      return Optional.empty();
    }
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + web + "/ws/v1/cluster/nodes"))
              .header("Accept", "application/json")
              .timeout(PATIENCE)
              .build();
      HttpResponse<byte[]> answer =
          HttpClient.newBuilder()
              .connectTimeout(PATIENCE)
              .build()
              .send(request, HttpResponse.BodyHandlers.ofByteArray());
      return answer.statusCode() == 200
          ? Optional.of(new YarnHosts(names(answer.body())))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
  List<String> unknown(Collection<String> hosts) {
    return hosts.stream().filter(host -> !names.contains(host)).toList();
  }

  @Override
  public String toString() {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
