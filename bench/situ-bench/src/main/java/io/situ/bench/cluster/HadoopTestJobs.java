// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Hadoop's BigMapOutput, TestDFSIO and load generator, which are in a jar of tests that starts
 * another program; here they get a jar of their own.
 */
public final class HadoopTestJobs {

  static final String BIG_MAP_OUTPUT = "org.apache.hadoop.mapred.BigMapOutput";
  static final String LOAD = "org.apache.hadoop.mapreduce.GenericMRLoadGenerator";
  static final String DFSIO = "org.apache.hadoop.fs.TestDFSIO";

  /** They and what they are made of. */
  private static final String CLASSES =
      "org/apache/hadoop/(mapred/(BigMapOutput|SortValidator)"
          + "|mapreduce/GenericMRLoadGenerator"
          + "|fs/(TestDFSIO|IOMapperBase|AccumulatingReducer))(\\$.*)?\\.class";

  private HadoopTestJobs() {}

  public static Path jar(Path directory) throws IOException {
    Path jar = directory.resolve("test-jobs.jar");
    try (JarFile tests = new JarFile(onClassPath("hadoop-mapreduce-client-jobclient", "tests"));
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (JarEntry entry : Collections.list(tests.entries())) {
        if (entry.getName().matches(CLASSES)) {
          out.putNextEntry(new JarEntry(entry.getName()));
          try (InputStream in = tests.getInputStream(entry)) {
            in.transferTo(out);
          }
        }
      }
    }
    return jar;
  }

  /** The jar of Hadoop's examples, such as TeraSort. */
  public static String examples() {
    return onClassPath("hadoop-mapreduce-examples");
  }

  /** A jar on the class path whose name contains all these parts. */
  static String onClassPath(String... parts) {
    return Arrays.stream(System.getProperty("java.class.path").split(":"))
        .filter(
            jar -> Arrays.stream(parts).allMatch(Path.of(jar).getFileName().toString()::contains))
        .findFirst()
        .orElseThrow();
  }
}
