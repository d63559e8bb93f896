// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.Testbed;
import io.situ.testbed.hadoop.HadoopDaemons;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.HostCommandResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Future;

/** The tool's commands for attached files, one after the other as an administrator calls them. */
final class HdfsAttachTool {

  private static final String TARGET = HadoopDaemons.NAME_NODE + "/tool";

  private final Testbed testbed;
  private final HdfsAttachment attachment;
  private final Path state;
  private final String inventory;

  HdfsAttachTool(Testbed testbed, HdfsAttachment attachment, Path state) {
    this.testbed = testbed;
    this.attachment = attachment;
    this.state = state;
    this.inventory = state.resolve("tool-inventory").toString();
  }

  private HostCommandResult situ(String command, String... words) {
    return Commands.result(attachment.situ(state, command, words), "");
  }

  private String said(String command, String... words) {
    return situ(command, words).orThrow();
  }

  private void write(String name, String text) throws IOException {
    attachment.write("tool/" + name, text.getBytes(StandardCharsets.UTF_8));
  }

  private String cat(String file) {
    return testbed.hadoop("hdfs", "dfs", "-cat", file).orThrow();
  }

  /** From a scan with checksums to the day it is taken out again. */
  void run() throws IOException {
    write("one", "1");
    write("deep/two", "22");
    write("three", "333");
    said("scan", "--checksums", "situ://vol/tool", "--inventory", inventory);
    assertThat(said("attach", "--json", "--gif", "/tool.tsv", inventory, TARGET))
        .contains("\"files\":3", "\"added\":3", "\"blocks\":3")
        .doesNotContain("Copied");
    assertThat(cat("/tool.tsv").lines())
        .hasSize(1 + 3 * 2)
        .first()
        .asString()
        .startsWith("File Name\t");
    assertThat(said("status", TARGET))
        .contains("is situ://vol/tool, attached at", "3 attached files")
        .contains("100.0 % of 3 blocks");
    assertThat(said("verify", "--json", "--inventory", inventory, TARGET))
        .contains("\"files\":3", "\"compared\":3", "\"broken\":0");
    repair();
    onlyWhatTheInventoryReports();
    detach();
  }

  private void repair() throws IOException {
    write("three", "three");
    HostCommandResult verified = situ("verify", TARGET);
    assertThat(verified.exitCode()).isEqualTo(1);
    assertThat(verified.out()).contains("changed /tool/three: ", "had 3 bytes and has 5 now");
    assertThat(said("repair", "--json", TARGET)).contains("\"changed\":1", "\"unchanged\":2");
    assertThat(said("verify", TARGET)).contains("all as their objects are");
    assertThat(cat("/tool/three")).isEqualTo("three");
  }

  private void onlyWhatTheInventoryReports() throws IOException {
    write("deep/two", "two");
    write("four", "4444");
    said("refresh", "--inventory", inventory);
    assertThat(said("attach", "--json", inventory, TARGET))
        .contains("\"files\":4", "\"added\":1", "\"changed\":1", "\"passedOver\":1")
        .contains("\"unchanged\":1");
    assertThat(cat("/tool/deep/two") + cat("/tool/four")).isEqualTo("two4444");
    assertThat(said("attach", "--json", inventory, TARGET)).contains("\"passedOver\":4");
    assertThat(said("attach", "--json", "--whole", inventory, TARGET)).contains("\"unchanged\":4");
  }

  private void detach() {
    assertThat(said("detach", TARGET)).contains("4 files");
    assertThat(testbed.hadoop("hdfs", "dfs", "-test", "-e", "/tool").exitCode()).isEqualTo(1);
    assertThat(situ("status", TARGET).exitCode()).isNotZero();
  }

  /** Adds files to a directory again and again until another thread is ready; how often. */
  int attachUntil(Future<?> ready, String directory) throws IOException {
    int times = 0;
    while (!ready.isDone()) {
      times++;
      attachment.write(directory + "/more-" + times, new byte[times]);
      attachment.attach(state, directory, "/" + directory);
    }
    return times;
  }
}
