// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.Testbed;
import io.situ.testbed.process.Commands;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kills a daemon while a tree is being attached. */
final class DaemonFailureDuringAttach {

  private final Testbed testbed;

  DaemonFailureDuringAttach(Testbed testbed) {
    this.testbed = testbed;
  }

  /**
   * Calls the tool, kills node1's daemon when so many files are made, and starts it again; the tool
   * then goes on or says in one sentence why not.
   */
  void kill(String daemon, int files, List<String> tool, String target, Path log)
      throws IOException, InterruptedException {
    Process attach = Commands.detach(tool, log);
    while (attach.isAlive() && made(target) < files) {
      attach.waitFor(2, TimeUnit.MILLISECONDS);
    }
    testbed.killDaemon("node1", daemon);
    testbed.startDaemon("node1", daemon);
    if (attach.waitFor() != 0) {
      assertThat(Files.readString(log)).startsWith("situ: ").hasLineCount(1);
    }
    testbed.awaitHadoop();
    testbed.hadoop("hdfs", "dfsadmin", "-safemode", "wait").orThrow();
  }

  /** How many files there are in the directory in which they are made. */
  private static long made(String target) {
    try {
      Matcher hidden =
          Pattern.compile("\\.situ-attach-\\d+-" + target.substring(1) + "(?=\")")
              .matcher(ask("?op=LISTSTATUS"));
      if (!hidden.find()) {
        return 0;
      }
      Matcher count =
          Pattern.compile("\"fileCount\":(\\d+)")
              .matcher(ask(hidden.group() + "?op=GETCONTENTSUMMARY"));
      return count.find() ? Long.parseLong(count.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  private static String ask(String what) throws IOException {
    URI uri = URI.create("http://node1:9870/webhdfs/v1/" + what + "&user.name=root");
    try (var in = uri.toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
