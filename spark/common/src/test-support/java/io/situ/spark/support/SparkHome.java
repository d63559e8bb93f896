// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.support;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A Spark home for executors that a test starts as processes. */
public final class SparkHome {

  private SparkHome() {}

  /**
   * Makes {@code SPARK_HOME} such a home, of the class path of this process. It is a folder with a
   * folder "jars": links to what is on the class path are enough.
   */
  public static void layOut() throws IOException {
    Path jars = Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
    try (DirectoryStream<Path> links = Files.newDirectoryStream(jars)) {
      for (Path link : links) {
        Files.delete(link);
      }
    }
    for (String entry : classPath()) {
      Path jar = Path.of(entry);
      if (entry.endsWith(".jar") && Files.exists(jar)) {
        Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
      }
    }
  }

  /** Returns the jars and directories on the class path of this process. */
  public static String[] classPath() {
    return System.getProperty("java.class.path").split(File.pathSeparator, -1);
  }
}
