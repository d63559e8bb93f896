// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.cli.console.Console;
import io.situ.hdfs.attach.HdfsAttachService;
import java.io.IOException;
import picocli.CommandLine.Parameters;

/** What is attached, as the commands name it that do something with it. */
final class AttachedTarget extends HdfsOptions {

  @Parameters(paramLabel = "TARGET", description = "A directory of HDFS, or one attached file.")
  private String target;

  /** As the user wrote it. */
  String name() {
    return target;
  }

  HdfsAttachService open() throws IOException {
    return open(target);
  }

  HdfsAttachService open(LinkOptions links) throws IOException {
    return open(target, links.keys());
  }

  Console out() {
    return situ().out();
  }
}
