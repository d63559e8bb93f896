// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.hdfs.attach.HdfsAttachService;
import java.io.IOException;
import picocli.CommandLine.Option;

/** Writing the Global Information File, which attach and status have in common. */
final class InformationOption {

  @Option(
      names = "--gif",
      paramLabel = "FILE",
      description =
          "Write the Global Information File, which says where each block's bytes lie, to this file"
              + " of the same HDFS. It lists paths and hosts, so a new one can be read by its owner"
              + " only; one of your own that is there keeps its permissions.")
  private String file;

  boolean isGiven() {
    return file != null;
  }

  void write(HdfsAttachService service) throws IOException {
    if (file != null) {
      service.writeInformation(file);
    }
  }
}
