// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import static io.situ.cli.certify.Finding.ok;
import static io.situ.cli.certify.Finding.wrong;

import io.situ.cli.certify.Finding;
import io.situ.cli.console.CliException;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.KnownKeys;
import io.situ.cli.context.OpenStores;
import io.situ.mapreduce.ConfFiles;
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
        findings.addAll(cluster(conf.get(), ConfFiles.read(conf.get())));
      }
    } catch (CliException | IOException e) {
      findings.add(wrong("keys", CliException.of(e).getMessage(), "fix it there, or leave it out"));
    }
    return findings;
  }

  private static List<Finding> cluster(Path conf, Map<String, String> values) {
    List<Finding> findings = new ArrayList<>();
    String host = values.get("yarn.resourcemanager.hostname");
    String address = values.get("yarn.resourcemanager.address");
    if (address == null && host != null) {
      address = host + ":" + RESOURCE_MANAGER_PORT;
    }
    if (address == null) {
      findings.add(ok("cluster", conf + " names no ResourceManager: jobs run in one process here"));
    } else {
      findings.add(answers("ResourceManager", address));
    }
    String fs = values.getOrDefault("fs.defaultFS", "");
    if (fs.matches("hdfs://[^/:]+:\\d+/?")) {
      findings.add(answers("NameNode", fs.replaceFirst("hdfs://([^/]+)/?", "$1")));
    }
    return findings;
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
