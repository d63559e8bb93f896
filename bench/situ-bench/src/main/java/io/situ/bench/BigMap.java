package io.situ.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Hadoop's BigMapOutput, which is in a jar of tests that starts another program; here it gets a jar
 * of its own.
 */
final class BigMap {

  static final String MAIN = "org.apache.hadoop.mapred.BigMapOutput";

  private BigMap() {}

  static Path jar(Path directory) throws IOException {
    Path jar = directory.resolve("bigmapoutput.jar");
    String name = MAIN.replace('.', '/') + ".class";
    try (JarFile tests = new JarFile(onClassPath("hadoop-mapreduce-client-jobclient", "tests"));
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        var in = tests.getInputStream(tests.getJarEntry(name))) {
      out.putNextEntry(new JarEntry(name));
      in.transferTo(out);
    }
    return jar;
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
