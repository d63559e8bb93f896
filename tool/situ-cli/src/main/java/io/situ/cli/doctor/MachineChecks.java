// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import static io.situ.cli.certify.Finding.note;
import static io.situ.cli.certify.Finding.ok;
import static io.situ.cli.certify.Finding.wrong;

import io.situ.cli.certify.Finding;
import io.situ.cli.console.HumanReadable;
import io.situ.cli.context.Installation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Looks at Java, Hadoop and this host. */
final class MachineChecks {

  private static final int NEWEST_TESTED_JAVA = 21;
  private static final long MIN_TEMPORARY = 1L << 30;

  private MachineChecks() {}

  static List<Finding> all() {
    return List.of(java(), hadoop(), hostName(), temporary());
  }

  private static Finding java() {
    String version = System.getProperty("java.version") + " in " + System.getProperty("java.home");
    int feature = Runtime.version().feature();
    if (feature > NEWEST_TESTED_JAVA) {
      return note(
          "Java",
          version,
          "Hadoop is tested up to Java "
              + NEWEST_TESTED_JAVA
              + "; if a job fails oddly, set JAVA_HOME to that");
    }
    return ok("Java", version);
  }

  private static Finding hadoop() {
    Installation installation = Installation.find();
    if (!Files.exists(installation.bundle())) {
      return wrong(
          "Hadoop",
          "the bundle '" + installation.bundle() + "' is missing",
          "delete " + installation.archive().resolveSibling("launch") + " and call bin/situ again");
    }
    return ok(
        "Hadoop", installation.hadoopVersion() + ", unmodified, from " + installation.hadoop());
  }

  private static Finding hostName() {
    try {
      InetAddress own = InetAddress.getLocalHost();
      String name = own.getHostName();
      String text = name + " is " + own.getHostAddress();
      if (own.isLoopbackAddress()) {
        return note(
            "host",
            text + ", an address only this host reaches",
            "on a cluster give " + name + " its network address in /etc/hosts or DNS");
      }
      return ok("host", text);
    } catch (UnknownHostException e) {
      return wrong(
          "host",
          "this host's own name cannot be resolved: " + e.getMessage(),
          "add it to /etc/hosts; Hadoop does not start without it");
    }
  }

  private static Finding temporary() {
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      Files.delete(Files.createTempFile(directory, "situ-doctor", ""));
      long free = Files.getFileStore(directory).getUsableSpace();
      String text = HumanReadable.bytes(free) + " free in " + directory;
      return free < MIN_TEMPORARY
          ? note(
              "temporary",
              text,
              "a job without a cluster sorts there: free some, or run with -D hadoop.tmp.dir=DIR")
          : ok("temporary", text);
    } catch (IOException e) {
      return wrong(
          "temporary",
          "nothing can be written to " + directory + ": " + e.getMessage(),
          "free some room, or run with -D hadoop.tmp.dir=DIR");
    }
  }
}
