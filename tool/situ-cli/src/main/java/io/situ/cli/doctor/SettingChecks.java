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
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at the configuration, and whether the services it names answer. */
final class SettingChecks {

  private static final int MILLIS = 2_000;
  private static final int RESOURCE_MANAGER_PORT = 8032;
  private static final String FRAMEWORK = "situ.mapreduce.framework";
  private static final String HOST = "yarn.resourcemanager.hostname";
  private static final String ADDRESS = "yarn.resourcemanager.address";
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
    String framework = values.getOrDefault(FRAMEWORK, "auto").strip();
    List<String> managers = resourceManagers(values);
    if (framework.equals("local")) {
      findings.add(ok("cluster", FRAMEWORK + " is local: jobs run in one process here"));
    } else if (managers.isEmpty() && framework.equals("yarn")) {
      findings.add(
          wrong(
              "cluster",
              conf + " names no ResourceManager, and " + FRAMEWORK + " is yarn",
              "set " + HOST + " there"));
    } else if (managers.isEmpty()) {
      findings.add(ok("cluster", conf + " names no ResourceManager: jobs run in one process here"));
    } else {
      findings.addAll(resourceManagers(managers));
    }
    String fs = values.getOrDefault("fs.defaultFS", "");
    if (fs.matches("hdfs://[^/:]+:\\d+/?")) {
      findings.add(answers("NameNode", fs.replaceFirst("hdfs://([^/]+)/?", "$1")));
    }
    return findings;
  }

  /** Those that jobs are submitted to, as HOST:PORT. */
  private static List<String> resourceManagers(Map<String, String> values) {
    List<String> addresses = new ArrayList<>();
    for (String id : values.getOrDefault(IDS, "").split(",")) {
      String suffix = id.isBlank() ? "" : "." + id.strip();
      String host = values.getOrDefault(HOST + suffix, NOWHERE).strip();
      String address =
          values.getOrDefault(ADDRESS + suffix, host + ":" + RESOURCE_MANAGER_PORT).strip();
      if (!address.startsWith(NOWHERE)) {
        addresses.add(address);
      }
    }
    return addresses;
  }

  /** One that answers is enough. */
  private static List<Finding> resourceManagers(List<String> addresses) {
    List<Finding> each =
        addresses.stream().map(address -> answers("ResourceManager", address)).toList();
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

  private static Finding answers(String service, String address) {
    int colon = address.lastIndexOf(':');
    if (!address.matches(".+:\\d{1,5}")) {
      return wrong(service, "'" + address + "' is not HOST:PORT", "fix it in the configuration");
    }
    String host = address.substring(0, colon);
    int port = Integer.parseInt(address.substring(colon + 1));
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), MILLIS);
      return ok(service, address + " answers");
    } catch (IOException | IllegalArgumentException e) {
      return wrong(
          service,
          address + " does not answer: " + e.getMessage(),
          "start it, or fix its address in the configuration");
    }
  }
}
