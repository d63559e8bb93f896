package io.situ.driver.gluster;

import io.situ.storage.Store;
import io.situ.storage.StoreConfig;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.tree.Trees;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** What the lab's tests share. */
final class Lab {

  static final Path BRICKS = Path.of("/run/lab/brick");
  static final Path MOUNTS = Path.of("/run/lab/mnt");

  private Lab() {}

  /** Opens a directory below the lab's mounts; brick N is on the engines' host nodeN. */
  static Store open(String directory, String... keysAndValues) throws IOException {
    Path hosts = Path.of("/run/lab/tmp/hosts.tsv");
    if (!Files.exists(hosts)) {
      Files.write(
          hosts,
          List.of(
              "# brick host, engine host, rack",
              "h1\tnode1\t/r1",
              "h2\tnode2",
              "h3\tnode3",
              "h4\tnode4",
              "h5\tnode5",
              "h6\tnode6"));
    }
    Map<String, String> values = new HashMap<>();
    values.put("root", MOUNTS.resolve(directory).toString());
    values.put("hosts.file", hosts.toString());
    values.put("heal.interval", "1");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new GlusterProvider().open(new StoreConfig("lab", values));
  }

  static byte[] write(Store store, String path, int size) throws StoreException {
    byte[] bytes = new byte[size];
    new Random(path.hashCode()).nextBytes(bytes);
    Trees.writeAll(store, StorePath.of(path), ByteBuffer.wrap(bytes), WriteHandle.Options.REPLACE);
    return bytes;
  }

  /** Runs a program to its end. */
  static void run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(Path.of("/run/lab/log").toFile()))
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(
          String.join(" ", command) + " failed: " + Files.readString(Path.of("/run/lab/log")));
    }
  }
}
