// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.driver.gluster.GlusterVolume.Brick;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes below a directory what a client of GlusterFS 10 shows as {@code .meta/graphs} below its
 * mount point: a directory for each translator, with its type, its options, its state and links to
 * the translators below it.
 */
final class MetaGraph {

  private static final String NAME = "host1-4711-2026-11-21-13:46:56:059656-rep-client-0-0-0";

  /** The identifier of the volume of two sets. */
  static final String ID = "1740f489-5a58-477f-b441-315b754a8d6a";

  private final Path graph;

  /** Makes a graph without translators of a volume, the active one. */
  MetaGraph(Path mountPoint) throws IOException {
    Path graphs = Files.createDirectories(mountPoint.resolve(".meta/graphs"));
    graph = Files.createDirectory(graphs.resolve(NAME));
    Files.createSymbolicLink(graphs.resolve("active"), Path.of(NAME));
    Files.writeString(graph.resolve("volfile"), "volume\nend-volume\n");
    Files.createSymbolicLink(graph.resolve("top"), Path.of("rep"));
    translator("rep-io-threads", "performance/io-threads");
  }

  /** Adds a translator over others. */
  MetaGraph translator(String name, String type, String... below) throws IOException {
    Path translator = Files.createDirectory(graph.resolve(name));
    Files.writeString(translator.resolve("type"), type + "\n");
    Files.writeString(translator.resolve("name"), name + "\n");
    Files.writeString(translator.resolve("private"), "[" + type + "." + name + "]\n");
    Files.createDirectory(translator.resolve("options"));
    Path links = Files.createDirectory(translator.resolve("subvolumes"));
    for (int i = 0; i < below.length; i++) {
      Files.createSymbolicLink(links.resolve("" + i), Path.of("../../" + below[i]));
    }
    return this;
  }

  /** Adds what leads to a brick. */
  MetaGraph brick(String name, String host, String path) throws IOException {
    return translator(name, "protocol/client")
        .option(name, "remote-host", host)
        .option(name, "remote-subvolume", path)
        .option(name, "volfile-key", "/" + name.replaceFirst("-client-.*", ""));
  }

  /** Sets an option of a translator. */
  MetaGraph option(String translator, String name, String value) throws IOException {
    Files.writeString(graph.resolve(translator).resolve("options").resolve(name), value + "\n");
    return this;
  }

  /** Sets what a translator reports of its state. */
  MetaGraph state(String translator, String... lines) throws IOException {
    Files.writeString(
        graph.resolve(translator).resolve("private"),
        "[" + translator + ".priv]\n" + String.join("\n", lines) + "\n");
    return this;
  }

  /** Returns a volume of two sets of two copies, on the hosts h1 to h4, as its graph shows it. */
  static GlusterVolume twoSets(String thirdPath, String fourthPath) {
    return new GlusterVolume(
        Optional.of(ID),
        "rep",
        StorePath.ROOT,
        true,
        OptionalLong.empty(),
        List.of(
            new Brick("h1", "/b/1/rep", "rep-replicate-0", false),
            new Brick("h2", "/b/2/rep", "rep-replicate-0", false),
            new Brick("h3", thirdPath, "rep-replicate-1", false),
            new Brick("h4", fourthPath, "rep-replicate-1", false)));
  }

  /** Adds two sets of two copies, on the hosts h1 to h4, and what distributes names over them. */
  static MetaGraph ofTwoSets(Path mountPoint) throws IOException {
    MetaGraph graph = new MetaGraph(mountPoint);
    for (int i = 0; i < 4; i++) {
      graph.brick("rep-client-" + i, "h" + (i + 1), "/b/" + (i + 1) + "/rep");
    }
    return graph
        .translator("rep-replicate-0", "cluster/replicate", "rep-client-0", "rep-client-1")
        .translator("rep-replicate-1", "cluster/replicate", "rep-client-2", "rep-client-3")
        .option("rep-replicate-0", "volume-id", ID)
        .option("rep-replicate-1", "volume-id", ID)
        .translator("rep-dht", "cluster/distribute", "rep-replicate-0", "rep-replicate-1");
  }
}
