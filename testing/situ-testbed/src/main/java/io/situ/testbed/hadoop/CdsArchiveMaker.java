// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.hadoop;

import io.situ.testbed.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Makes a class data sharing archive; a process of its own, since it takes half a minute. */
final class CdsArchiveMaker {

  private CdsArchiveMaker() {}

  /** Arguments: the list of classes, the archive that is to be, the class path. */
  public static void main(String[] args) throws IOException {
    make(Path.of(args[0]), Path.of(args[1]), args[2]);
  }

  /** The archive is written beside the list and put in its place when it is whole. */
  static void make(Path list, Path kept, String classPath) throws IOException {
    Path archive = list.resolveSibling("classes.jsa");
    Commands.run(
        List.of(
            HadoopJava.executable(),
            "-Xshare:dump",
            "-XX:SharedClassListFile=" + list,
            "-XX:SharedArchiveFile=" + archive,
            "-XX:+UseSerialGC",
            "-Xmx512m",
            "-Xlog:disable",
            "-Xlog:all=error",
            "-cp",
            classPath));
    Path copy = kept.resolveSibling(kept.getFileName() + ".new");
    Files.copy(archive, copy, StandardCopyOption.REPLACE_EXISTING);
    Files.move(copy, kept, StandardCopyOption.ATOMIC_MOVE);
    Files.delete(archive);
  }
}
