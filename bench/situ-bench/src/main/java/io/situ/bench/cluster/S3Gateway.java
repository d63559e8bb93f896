// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import static java.util.stream.Collectors.joining;

import io.situ.testbed.Testbed;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** The S3 side of a testbed's Ceph, with one bucket. */
public final class S3Gateway {

  public static final String BUCKET = "s3a://data/";

  /** The same as a store of the testbed. */
  static final String STORE = "situ://s3/";

  private static final String OF_FIRST_HOST = "http://node1:7480";
  private static final String OF_SAME_HOST = "http://localhost:7480";

  private final Testbed testbed;
  private final List<String> keys;

  private S3Gateway(Testbed testbed, List<String> keys) {
    this.testbed = testbed;
    this.keys = keys;
  }

  /** Makes the bucket. */
  public static S3Gateway withBucket(Testbed testbed) throws IOException {
    Path file = Path.of(testbed.storeKeys().get("conf")).resolveSibling("s3.credentials");
    List<String> keys =
        Files.readAllLines(file).stream()
            .filter(line -> line.contains(" = "))
            .map(line -> line.replaceFirst(".*= ", ""))
            .toList();
    S3Gateway gateway = new S3Gateway(testbed, keys);
    gateway.makeBucket();
    return gateway;
  }

  private void makeBucket() {
    List<String> argv = new ArrayList<>(List.of("curl", "-sS", "-f", "-X", "PUT"));
    argv.addAll(List.of("--user", String.join(":", keys)));
    argv.addAll(List.of("-H", "x-amz-content-sha256: UNSIGNED-PAYLOAD"));
    argv.addAll(List.of("--aws-sigv4", "aws:amz:us-east-1:s3", OF_FIRST_HOST + "/data"));
    testbed.run("node1", argv.toArray(String[]::new)).orThrow();
  }

  /** S3A for this process; the caller closes it. */
  public FileSystem open() throws IOException {
    Configuration conf = new Configuration();
    settings(OF_FIRST_HOST).forEach(conf::set);
    return FileSystem.newInstance(URI.create(BUCKET), conf);
  }

  /**
   * Makes objects of a directory's files that have bytes, and of nothing else, one by one: of an
   * empty object, such as one for the directory, RGW says that its checksum is wrong.
   *
   * @param top what the objects' names are relative to
   */
  public void copy(Path top, String directory) throws IOException {
    try (FileSystem objects = open();
        Stream<Path> files = Files.walk(top.resolve(directory))) {
      objects.delete(new org.apache.hadoop.fs.Path(BUCKET + directory), true);
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (Files.size(file) == 0) {
          continue;
        }
        var to = new org.apache.hadoop.fs.Path(BUCKET + top.relativize(file));
        try (OutputStream out = objects.create(to)) {
          Files.copy(file, out);
        }
      }
    }
  }

  /** Options of a stock job that reads by S3A, each task from the gateway of its own host. */
  List<String> options() {
    List<String> options =
        new ArrayList<>(
            List.of(
                "-libjars", libraries(".*/(hadoop-aws|software/amazon|org/reactivestreams)/.*")));
    settings(OF_SAME_HOST).forEach((key, value) -> options.add("-D" + key + "=" + value));
    return options;
  }

  /**
   * Options of {@code spark-submit} for the same.
   *
   * @param s3a the jar of S3A for Spark's own Hadoop
   */
  public List<String> sparkOptions(Path s3a) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--jars", s3a + "," + libraries(".*/(software/amazon|org/reactivestreams)/.*")));
    settings(OF_SAME_HOST)
        .forEach(
            (key, value) -> options.addAll(List.of("--conf", "spark.hadoop." + key + "=" + value)));
    return options;
  }

  private Map<String, String> settings(String endpoint) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("fs.s3a.endpoint", endpoint);
    all.put("fs.s3a.endpoint.region", "us-east-1");
    all.put("fs.s3a.path.style.access", "true");
    all.put("fs.s3a.connection.ssl.enabled", "false");
    all.put("fs.s3a.access.key", keys.get(0));
    all.put("fs.s3a.secret.key", keys.get(1));
    all.put("fs.s3a.input.stream.type", "classic");
    all.put("fs.s3a.bucket.probe", "0");
    all.put("fs.s3a.multiobjectdelete.enable", "false");
    return all;
  }

  /** What of this process's class path jobs need: S3A, and what it calls that is not of Hadoop. */
  private static String libraries(String pattern) {
    return Stream.of(System.getProperty("java.class.path").split(":"))
        .filter(jar -> jar.matches(pattern))
        .collect(joining(","));
  }
}
