// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import static io.situ.cli.certify.Finding.note;
import static io.situ.cli.certify.Finding.ok;
import static io.situ.cli.certify.Finding.wrong;

import io.situ.cli.certify.Finding;
import io.situ.cli.certify.Finding.Severity;
import io.situ.cli.console.CliException;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.KnownKeys;
import io.situ.cli.context.OpenStores;
import io.situ.mapreduce.ResourceManagers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Looks at the configuration, and whether the services it names answer. */
final class SettingChecks {

  private static final int MILLIS = 2_000;
  private static final String FRAMEWORK = "situ.mapreduce.framework";
  private static final String HOST = "yarn.resourcemanager.hostname";
  private static final String HA = "yarn.resourcemanager.ha.enabled";
  private static final String IDS = "yarn.resourcemanager.ha.rm-ids";

  /** Hadoop's own default, which names no host. */
  private static final String NOWHERE = "0.0.0.0";

  private SettingChecks() {}

  static List<Finding> all(GlobalOptions situ) {
    List<Finding> findings = new ArrayList<>();
    try (OpenStores stores = situ.stores()) {
      Map<String, String> set = situ.settings().values();
      new KnownKeys(stores.finder()).check(set);
      findings.add(
          ok("keys", set.isEmpty() ? "no key of Situ is set" : String.join(", ", set.keySet())));
      Optional<Path> conf = situ.conf();
      if (conf.isEmpty()) {
        findings.add(ok("cluster", "none: jobs run in one process here; --conf DIR names one"));
      } else {
        findings.addAll(cluster(conf.get(), situ.hadoop()));
      }
    } catch (CliException | IOException e) {
      findings.add(wrong("keys", CliException.of(e).getMessage(), "fix it there, or leave it out"));
    }
    return findings;
  }

  private static List<Finding> cluster(Path conf, Map<String, String> values) {
    List<Finding> findings = new ArrayList<>();
    try {
      findings.addAll(
          ResourceManagers.of(values)
              .map(addresses -> resourceManagers(conf, values, addresses))
              .orElseGet(() -> List.of(withoutCluster(conf, values))));
    } catch (IllegalArgumentException e) {
      String reason = String.valueOf(e.getMessage());
      findings.add(wrong("cluster", conf + " cannot be used: " + reason, "fix it there"));
    }
    String fs = values.getOrDefault("fs.defaultFS", "");
    if (fs.matches("hdfs://[^/:]+:\\d+/?")) {
      findings.add(connects("NameNode", fs.replaceFirst("hdfs://([^/]+)/?", "$1")));
    }
    return findings;
  }

  private static Finding withoutCluster(Path conf, Map<String, String> values) {
    String why =
        framework(values).equals("local")
            ? FRAMEWORK + " is local"
            : conf + " names no ResourceManager";
    return ok("cluster", why + ": jobs run in one process here");
  }

  private static String framework(Map<String, String> values) {
    return values.getOrDefault(FRAMEWORK, "auto").strip().toLowerCase(Locale.ROOT);
  }

  /** One that answers is enough. */
  private static List<Finding> resourceManagers(
      Path conf, Map<String, String> values, List<InetSocketAddress> addresses) {
    if (addresses.stream().allMatch(address -> address.getHostString().equals(NOWHERE))) {
      String why =
          framework(values).equals("yarn")
              ? FRAMEWORK + " is yarn"
              : IDS + " counts only where " + HA + " is true";
      return List.of(
          wrong(
              "cluster", conf + " names no ResourceManager, and " + why, "set " + HOST + " there"));
    }
    List<Finding> each =
        addresses.stream().map(address -> resourceManager(values, address)).toList();
    if (each.stream().allMatch(finding -> finding.grade() == Severity.WRONG)) {
      return each;
    }
    return each.stream()
        .map(
            finding ->
                finding.grade() == Severity.WRONG
                    ? note(finding.topic(), finding.what(), finding.remedy())
                    : finding)
        .toList();
  }

  private static Finding resourceManager(Map<String, String> values, InetSocketAddress address) {
    String service = "ResourceManager";
    String name = address.getHostString() + ":" + address.getPort();
    try {
      return ResourceManagers.failure(values, address)
          .map(
              failure ->
                  failure.timedOut()
                      ? wrong(
                          service,
                          name + " " + failure.reason(),
                          "see whether it is overloaded or stopped")
                      : silent(service, name, failure.reason()))
          .orElseGet(() -> ok(service, name + " answers"));
    } catch (IOException e) {
      // That this user cannot log in is said where the nodes are asked for.
      return ok(service, name + " takes connections");
    }
  }

  private static Finding silent(String service, String address, String reason) {
    return wrong(
        service,
        address + " does not answer: " + reason,
        "start it, or fix its address in the configuration");
  }

  private static Finding connects(String service, String address) {
    int colon = address.lastIndexOf(':');
    if (!address.matches(".+:\\d{1,5}")) {
      return wrong(service, "'" + address + "' is not HOST:PORT", "fix it in the configuration");
    }
    String host = address.substring(0, colon);
    int port = Integer.parseInt(address.substring(colon + 1));
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), MILLIS);
      return ok(service, address + " takes connections");
    } catch (IOException | IllegalArgumentException e) {
      return silent(service, address, String.valueOf(e.getMessage()));
    }
  }
}
