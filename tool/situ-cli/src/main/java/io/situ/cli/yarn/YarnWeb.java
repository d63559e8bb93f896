// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.yarn;

import io.situ.storage.http.BoundedBody;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a YARN's ResourceManagers report to every user, see "ResourceManager REST APIs" in Hadoop's
 * documentation.
 *
 * @param addresses host and port of each; none where none is named
 */
public record YarnWeb(List<String> addresses) {

  private static final String HA = "yarn.resourcemanager.ha.enabled";
  private static final String IDS = "yarn.resourcemanager.ha.rm-ids";
  private static final String HOST = "yarn.resourcemanager.hostname";
  private static final String WEB = "yarn.resourcemanager.webapp.address";
  private static final int WEB_PORT = 8088;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final int MAX_ANSWER = 64 << 20;

  public YarnWeb {
    addresses = List.copyOf(addresses);
  }

  /** Those that a configuration names; of several only where it has high availability. */
  public static YarnWeb of(Map<String, String> conf) {
    boolean several = Boolean.parseBoolean(conf.getOrDefault(HA, "").strip());
    List<String> addresses = new ArrayList<>();
    for (String id : (several ? conf.getOrDefault(IDS, "") : "").split(",")) {
      String suffix = id.isBlank() ? "" : "." + id.strip();
      String host = conf.get(HOST + suffix);
      String web = conf.getOrDefault(WEB + suffix, host == null ? "" : host + ":" + WEB_PORT);
      if (!web.isEmpty()) {
        addresses.add(web);
      }
    }
    return new YarnWeb(addresses);
  }

  /** The first answer to a question, whatever it is; empty where no one answers. */
  Optional<HttpResponse<byte[]>> get(String path) {
    HttpClient client =
        HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    for (String address : addresses) {
      try {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create("http://" + address + path))
                .header("Accept", "application/json")
                .build();
        return Optional.of(
            client
                .sendAsync(request, BoundedBody.handler(MAX_ANSWER))
                .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      } catch (ExecutionException | TimeoutException | IllegalArgumentException e) {
        // Another may answer.
        continue;
      }
    }
    return Optional.empty();
  }
}
