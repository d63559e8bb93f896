// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mount.Mount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a volume that a mount cannot reach at this moment. GlusterFS distributes names over
 * parts, and leaves the names of a part that is away out of its listings without a word.
 *
 * <p>The client reports in {@code .meta/graphs/active/TRANSLATOR/private} of its translator {@code
 * cluster/distribute}, from its memory. Thread-safe.
 */
final class UnreachableSubvolumes {

  private static final String DISTRIBUTE = "cluster/distribute";
  private static final String CLIENT = "protocol/client";

  /** {@code subvolumes[0] = cluster/replicate.vol-replicate-0}. */
  private static final Pattern PART =
      Pattern.compile("subvolumes\\[([0-9]+)] = [a-z]+/[a-z-]+\\.(\\S+)");

  private static final Pattern STATUS = Pattern.compile("subvolume_status\\[([0-9]+)] = ([0-9]+)");

  private final Optional<Path> graph;
  private volatile List<Path> distributors = List.of();

  UnreachableSubvolumes(Mount mount) {
    this.graph = graph(mount);
  }

  /** Empty where this process cannot name the mount point, in its locale's encoding. */
  private static Optional<Path> graph(Mount mount) {
    try {
      return Optional.of(Path.of(mount.point().toString()).resolve(".meta/graphs/active"));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * Bricks as {@code host:/path}, of parts that are away; none where nothing is away or the mount
   * does not report them.
   */
  List<String> bricks() {
    return graph.map(this::bricks).orElse(List.of());
  }

  private List<String> bricks(Path active) {
    try {
      if (distributors.isEmpty()) {
        distributors = distributors(active);
      }
      List<String> bricks = new ArrayList<>();
      for (Path distributor : distributors) {
        for (String part : away(text(distributor))) {
          addBricks(active, part, bricks);
        }
      }
      return bricks;
    } catch (IOException | DirectoryIteratorException e) {
      distributors = List.of();
      return List.of();
    }
  }

  /**
   * Fails while parts are away.
   *
   * @param directory that is asked about
   * @param what GlusterFS does meanwhile, before the clause that names the bricks
   * @throws StoreException {@code UNAVAILABLE}
   */
  void requireNone(StorePath directory, String what) throws StoreException {
    List<String> bricks = bricks();
    if (!bricks.isEmpty()) {
      throw new StoreException(Kind.UNAVAILABLE, directory, what + cannotBeReached(bricks));
    }
  }

  /** A clause that names bricks, with what to do. */
  static String cannotBeReached(List<String> bricks) {
    return "these bricks cannot be reached: "
        + String.join(", ", bricks)
        + "; start them (gluster volume status), then try again";
  }

  static List<String> away(String state) {
    Map<String, String> parts = new HashMap<>();
    Matcher part = PART.matcher(state);
    while (part.find()) {
      parts.put(part.group(1), part.group(2));
    }
    List<String> away = new ArrayList<>();
    Matcher status = STATUS.matcher(state);
    while (status.find()) {
      if (status.group(2).equals("0") && parts.containsKey(status.group(1))) {
        away.add(parts.get(status.group(1)));
      }
    }
    return away;
  }

  private static List<Path> distributors(Path active) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> translators = Files.newDirectoryStream(active)) {
      for (Path translator : translators) {
        Path type = translator.resolve("type");
        if (Files.isRegularFile(type) && text(type).strip().equals(DISTRIBUTE)) {
          found.add(translator.resolve("private"));
        }
      }
    }
    return found;
  }

  private static void addBricks(Path active, String name, List<String> bricks) throws IOException {
    Path translator = active.resolve(name);
    if (text(translator.resolve("type")).strip().equals(CLIENT)) {
      Path options = translator.resolve("options");
      bricks.add(
          text(options.resolve("remote-host")).strip()
              + ":"
              + text(options.resolve("remote-subvolume")).strip());
      return;
    }
    Path below = translator.resolve("subvolumes");
    for (int i = 0; Files.isSymbolicLink(below.resolve(Integer.toString(i))); i++) {
      Path child = Files.readSymbolicLink(below.resolve(Integer.toString(i)));
      addBricks(active, child.getFileName().toString(), bricks);
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
