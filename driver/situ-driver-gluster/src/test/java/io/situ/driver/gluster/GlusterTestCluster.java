// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import io.situ.storage.util.StoreFiles;
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
final class GlusterTestCluster {

  private static final Path HERE = Path.of("").toAbsolutePath();
  static final Path BRICKS = HERE.resolve("brick");
  static final Path MOUNTS = HERE.resolve("mnt");
  private static final Path LOG = HERE.resolve("log");

  private GlusterTestCluster() {}

  /** Opens a directory below the lab's mounts; brick N is on the engines' host nodeN. */
  static synchronized Store open(String directory, String... keysAndValues) throws IOException {
    Path hosts = HERE.resolve("hosts.tsv");
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

  /** All bricks, as a store: it reads names of any bytes. */
  static Store bricks() throws StoreException {
    StoreConfig config = new StoreConfig("bricks", Map.of("root", BRICKS.toString()));
    return MountedStore.open(config, "bricks", Placement.NONE);
  }

  static byte[] write(Store store, String path, int size) throws StoreException {
    byte[] bytes = new byte[size];
    new Random(path.hashCode()).nextBytes(bytes);
    StoreFiles.writeAll(
        store, StorePath.of(path), ByteBuffer.wrap(bytes), WriteHandle.Options.REPLACE);
    return bytes;
  }

  /** Runs a program to its end. */
  static void run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(LOG.toFile()))
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(String.join(" ", command) + " failed: " + Files.readString(LOG));
    }
  }
}
