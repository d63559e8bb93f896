// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.Variants;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * How fast a job's client lists one directory of many files with the hosts that hold them, as every
 * input format does before a job starts.
 */
public final class ListBench {

  /** For situ:// alone: a round of LocalFileSystem takes a minute, in processes that it starts. */
  private static final int WARM_UPS = 10;

  private static final String LOCAL = "LocalFileSystem";
  private static final String SITU = "situ://, hosts from a map";

  private final Path directory;
  private final int files;

  private ListBench(Path directory, int files) {
    this.directory = directory;
    this.files = files;
  }

  /**
   * @param args see {@link Benchmark#run}
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults = BenchmarkOptions.none().and("rounds", 5).and("files", 10_000);
    Benchmark.run("list", defaults, settings -> 200, ListBench::run, args);
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    int files = settings.number("files");
    Path directory = Files.createDirectory(scratch.resolve("files"));
    for (int i = 0; i < files; i++) {
      Files.write(directory.resolve("part-" + i), new byte[1]);
    }
    Path map = Files.writeString(scratch.resolve("hosts"), "/\tnode1\n");
    new ListBench(directory, files).run(map, settings.number("rounds"));
  }

  private void run(Path hostMap, int rounds) throws Exception {
    Configuration conf = new Configuration();
    conf.set("fs.situ.store.bench.root", directory.toString());
    conf.set("fs.situ.store.bench.placement.file", hostMap.toString());
    FileSystem situ = FileSystem.get(URI.create("situ://bench/"), conf);
    FileSystem local = FileSystem.getLocal(conf);
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path("/");
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(directory.toString());
    for (int i = 0; i < WARM_UPS; i++) {
      list(situ, root, "node1");
    }
    new Variants("Listing " + files + " files with locations", "files/s")
        .arm(LOCAL, () -> rate(local, path, "localhost"))
        .arm(SITU, () -> rate(situ, root, "node1"))
        .run(0, rounds, System.out)
        .claim(SITU, LOCAL, 100, System.out);
  }

  private double rate(FileSystem fs, org.apache.hadoop.fs.Path path, String host) throws Exception {
    return files / Variants.seconds(() -> list(fs, path, host));
  }

  private void list(FileSystem fs, org.apache.hadoop.fs.Path path, String host) throws IOException {
    int seen = 0;
    RemoteIterator<LocatedFileStatus> listing = fs.listLocatedStatus(path);
    while (listing.hasNext()) {
      LocatedFileStatus status = listing.next();
      if (!String.join(",", status.getBlockLocations()[0].getHosts()).equals(host)) {
        throw new IOException(status.getPath() + " is not on " + host);
      }
      seen++;
    }
    if (seen != files) {
      throw new IOException("listed " + seen + " of " + files + " files");
    }
  }
}
