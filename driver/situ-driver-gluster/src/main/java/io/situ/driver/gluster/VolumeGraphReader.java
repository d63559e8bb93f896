// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a volume's graph from {@code .meta/graphs/active} below a mount point. The client process
 * answers from its memory, to any user and without a word on the network. Each translator is a
 * directory there, with files {@code type} and {@code options/*} and links to those below it in
 * {@code subvolumes/}.
 */
final class VolumeGraphReader {

  private static final Set<String> SPLITTING = Set.of("cluster/disperse", "cluster/stripe");
  private static final String DEFAULT_SHARD = "64MB";
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,15}) *([KMGT]?)B?");
  private static final Pattern SHARD_SIZE =
      Pattern.compile("shard-block-size = ([0-9.]{1,15}) *([KMGT]?)B?");

  private final Path graph;
  private final Map<String, String> types = new TreeMap<>();
  private final Map<String, String> sets = new HashMap<>();
  private String id = "";
  private final Set<String> arbiters = new HashSet<>();

  private VolumeGraphReader(Path graph) {
    this.graph = graph;
  }

  /**
   * @throws IOException if there is no graph, as at a directory that is not the top of the mount
   */
  static GlusterVolume read(Path mountPoint) throws IOException {
    return new VolumeGraphReader(mountPoint.resolve(".meta/graphs/active").toRealPath()).read();
  }

  private GlusterVolume read() throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(graph)) {
      for (Path entry : entries) {
        if (Files.isRegularFile(entry.resolve("type"))) {
          types.put(entry.getFileName().toString(), text(entry.resolve("type")));
        }
      }
    }
    for (String replicate : of("cluster/replicate")) {
      readSet(replicate);
    }
    List<GlusterVolume.Brick> bricks = new ArrayList<>();
    for (String client : of("protocol/client")) {
      String set = sets.getOrDefault(client, "");
      String host = option(client, "remote-host", "");
      String path = option(client, "remote-subvolume", "");
      bricks.add(new GlusterVolume.Brick(host, path, set, arbiters.contains(client)));
    }
    if (bricks.isEmpty()) {
      throw new IOException("the graph at " + graph + " has no bricks");
    }
    String client = of("protocol/client").get(0);
    String volume = option(client, "volfile-key", "").replaceFirst("^/", "");
    StorePath below = StorePath.of(option(client, "subdir-mount", "/"));
    boolean whole = types.values().stream().noneMatch(SPLITTING::contains);
    Optional<String> known = id.isEmpty() ? Optional.empty() : Optional.of(id);
    return new GlusterVolume(known, volume, below, whole, shardSize(), bricks);
  }

  private List<String> of(String type) {
    return types.keySet().stream().filter(name -> types.get(name).equals(type)).toList();
  }

  private void readSet(String replicate) throws IOException {
    List<String> children = new ArrayList<>();
    Path below = graph.resolve(replicate).resolve("subvolumes");
    for (int i = 0; Files.isSymbolicLink(below.resolve(Integer.toString(i))); i++) {
      Path child = Files.readSymbolicLink(below.resolve(Integer.toString(i)));
      children.add(child.getFileName().toString());
    }
    children.forEach(child -> sets.put(child, replicate));
    id = option(replicate, "volume-id", id);
    boolean arbiter = !option(replicate, "arbiter-count", "0").equals("0");
    boolean thin = !option(replicate, "thin-arbiter", "").isEmpty();
    if ((arbiter || thin) && !children.isEmpty()) {
      arbiters.add(children.get(children.size() - 1));
    }
  }

  /**
   * The size in force is in the state, rounded to a tenth of its unit ({@code shard-block-size =
   * 64.0MB}); the option is exact, but as it was when the volume was mounted.
   */
  private OptionalLong shardSize() throws IOException {
    List<String> shards = of("features/shard");
    if (shards.isEmpty()) {
      return OptionalLong.empty();
    }
    long mounted = bytes(option(shards.get(0), "shard-block-size", DEFAULT_SHARD));
    String state = text(graph.resolve(shards.get(0)).resolve("private"));
    Matcher now = SHARD_SIZE.matcher(state);
    if (!now.find()) {
      return OptionalLong.of(mounted);
    }
    long unit = bytes("1" + now.group(2));
    boolean same = Math.abs((double) mounted / unit - Double.parseDouble(now.group(1))) < 0.06;
    return OptionalLong.of(same ? mounted : Math.round(Double.parseDouble(now.group(1)) * unit));
  }

  /** A size as the volume's options have it: {@code 4MB}, {@code 64MB}, {@code 4194304}. */
  static long bytes(String size) throws IOException {
    Matcher parts = SIZE.matcher(size);
    if (!parts.matches()) {
      throw new IOException("'" + size + "' is not a size");
    }
    int shift = 10 * " KMGT".indexOf(parts.group(2).isEmpty() ? ' ' : parts.group(2).charAt(0));
    return Long.parseLong(parts.group(1)) << shift;
  }

  private String option(String translator, String name, String fallback) throws IOException {
    Path file = graph.resolve(translator).resolve("options").resolve(name);
    return Files.isRegularFile(file) ? text(file) : fallback;
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
  }
}
