// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.driver.gluster.GlusterVolume.Brick;
import io.situ.storage.config.HostMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the attribute {@code glusterfs.pathinfo} says of a file.
 *
 * <p>Its text is {@code (<DISTRIBUTE:name> CHILD)}, {@code (<REPLICATE:name> COPY COPY ...)} or a
 * copy: {@code <POSIX(BRICK):HOST:BRICK/PATH>}. Nothing in it is escaped, so a path may hold
 * anything that structures the text; it is read with the help of the bricks that exist and the path
 * that is expected, and a text that does not come out to the last character is not taken at all.
 *
 * @param set the name of the replica set, empty where files have one copy only
 * @param copies in the order of the text, each on another brick
 */
record PathInfo(String set, List<Copy> copies) {

  PathInfo {
    copies = List.copyOf(copies);
  }

  /**
   * One copy.
   *
   * @param brick the brick's directory
   * @param host how the brick's host calls itself, or its identifier
   * @param path the file's place below the brick, with a leading slash: the expected path, another
   *     name of the same file, or {@code /.glusterfs/..} where the brick knows its identifier only
   */
  record Copy(String brick, String host, String path) {}

  /**
   * Parses a text.
   *
   * @param volume whose bricks the text may name
   * @param path the expected place in the volume, in the same form as {@code text}
   * @return empty if the text says anything else than that certain bricks hold the file
   */
  static Optional<PathInfo> parse(String text, GlusterVolume volume, String path) {
    Parser parser = new Parser(text, volume, path);
    return parser.file() ? parser.result() : Optional.empty();
  }

  /**
   * Which brick a copy lies on: the only one of its set with that path, or that on the host of that
   * name; empty where the names do not show it.
   */
  Optional<Brick> brickOf(Copy copy, GlusterVolume volume, HostMapping hosts) {
    List<Brick> same =
        volume.set(set).stream().filter(brick -> brick.path().equals(copy.brick())).toList();
    if (same.size() == 1) {
      return Optional.of(same.get(0));
    }
    List<Brick> there = same.stream().filter(brick -> brick.isOn(copy.host())).toList();
    if (there.isEmpty()) {
      Optional<HostMapping.Host> engine = hosts.find(copy.host());
      there =
          same.stream()
              .filter(brick -> engine.isPresent() && hosts.find(brick.host()).equals(engine))
              .toList();
    }
    return there.size() == 1 ? Optional.of(there.get(0)) : Optional.empty();
  }

  private static final class Parser {
    private final String text;
    private final List<String> bricks;
    private final String path;
    private final List<Copy> copies = new ArrayList<>();
    private String set = "";
    private int at;

    Parser(String text, GlusterVolume volume, String path) {
      this.text = text;
      this.bricks = volume.bricks().stream().map(Brick::path).distinct().toList();
      this.path = path;
    }

    Optional<PathInfo> result() {
      long places =
          copies.stream().map(copy -> copy.host() + ":" + copy.brick()).distinct().count();
      return places == copies.size() && places > 0
          ? Optional.of(new PathInfo(set, copies))
          : Optional.empty();
    }

    boolean file() {
      return child() && text.substring(at).isBlank();
    }

    private boolean child() {
      if (take("(<DISTRIBUTE:")) {
        return name() != null && take(" ") && child() && end();
      }
      if (take("(<REPLICATE:")) {
        set = name();
        while (set != null && take(" ")) {
          if (!copy()) {
            return false;
          }
        }
        return set != null && end();
      }
      return copy();
    }

    /** A translator's name and what ends it; null if there is none. */
    private String name() {
      int end = text.indexOf('>', at);
      if (end < 0) {
        return null;
      }
      String name = text.substring(at, end);
      at = end + 1;
      return name;
    }

    private boolean end() {
      take(" ");
      return take(")");
    }

    private boolean copy() {
      if (!take("<POSIX(")) {
        return false;
      }
      int start = at;
      for (String brick : bricks) {
        at = start;
        if (take(brick + "):") && rest(brick)) {
          return true;
        }
      }
      return false;
    }

    private boolean rest(String brick) {
      int colon = text.indexOf(':', at);
      if (colon <= at) {
        return false;
      }
      String host = text.substring(at, colon);
      at = colon + 1;
      if (!take(brick) || at == text.length() || text.charAt(at) != '/') {
        return false;
      }
      int end = text.startsWith(path + ">", at) ? at + path.length() : text.indexOf('>', at);
      if (end < 0) {
        return false;
      }
      copies.add(new Copy(brick, host, text.substring(at, end)));
      at = end + 1;
      return true;
    }

    private boolean take(String expected) {
      boolean there = text.startsWith(expected, at);
      at += there ? expected.length() : 0;
      return there;
    }
  }
}
