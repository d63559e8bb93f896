package io.situ.bench;

import io.situ.storage.StoreProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * How fast a job's client lists one directory of many files with the hosts that hold them, as every
 * input format does before a job starts.
 */
public final class ListBench {

  private final Path directory;
  private final int files;

  private ListBench(Path directory, int files) {
    this.directory = directory;
    this.files = files;
  }

  /**
   * @param args scratch directory, rounds (default 5), files (default 10,000)
   */
  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      System.err.println("usage: ListBench SCRATCH [ROUNDS [FILES]]");
      System.exit(2);
    }
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    int files = args.length > 2 ? Integer.parseInt(args[2]) : 10_000;
    Path scratch = Files.createTempDirectory(Path.of(args[0]), "list-bench");
    Machine.print(scratch, System.out);
    try {
      Path directory = Files.createDirectory(scratch.resolve("files"));
      for (int i = 0; i < files; i++) {
        Files.write(directory.resolve("part-" + i), new byte[1]);
      }
      Path map = Files.writeString(scratch.resolve("hosts"), "/\tnode1\n");
      new ListBench(directory, files).run(map, rounds);
    } finally {
      Trees.delete(scratch);
    }
    System.exit(0);
  }

  private void run(Path hostMap, int rounds) throws Exception {
    Configuration conf = new Configuration();
    conf.set("fs.situ.store.bench.root", directory.toString());
    boolean placed = knowsHostMaps();
    if (placed) {
      conf.set("fs.situ.store.bench.placement.file", hostMap.toString());
    }
    FileSystem situ = FileSystem.get(URI.create("situ://bench/"), conf);
    FileSystem local = FileSystem.getLocal(conf);
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path("/");
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(directory.toString());
    new Arms("listing " + files + " files with locations", "files/s")
        .arm("LocalFileSystem", () -> rate(local, path, "localhost"))
        .arm("situ://", () -> rate(situ, root, placed ? "node1" : ""))
        .run(1, rounds, System.out);
  }

  private static boolean knowsHostMaps() {
    return ServiceLoader.load(StoreProvider.class).stream()
        .flatMap(provider -> provider.get().keys().stream())
        .anyMatch(key -> key.name().equals("placement.file"));
  }

  private double rate(FileSystem fs, org.apache.hadoop.fs.Path path, String host) throws Exception {
    return files / Arms.seconds(() -> list(fs, path, host));
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
