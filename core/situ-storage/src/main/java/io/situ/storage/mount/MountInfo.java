// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mount;

import io.situ.storage.StorePath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The text of {@code /proc/self/mountinfo}, understood: which mount a path lies on.
 *
 * <p>Format: Linux, {@code Documentation/filesystems/proc.rst}, section 3.5. Mounts hide each
 * other: the kernel walks a path from the root mount and steps into whatever is mounted on the
 * mount it stands on, so a mount counts only if that walk reaches it. Immutable, thread-safe.
 */
public final class MountInfo {

  private record Line(int parent, Mount mount) {}

  /** By the text of their points. */
  private final Map<String, Mount> visible = new HashMap<>();

  private final Map<Integer, Mount> byId = new HashMap<>();
  private final List<Mount> mounts;
  private final int longest;

  private MountInfo(List<Line> lines) {
    Map<Integer, List<Mount>> children = new HashMap<>();
    lines.forEach(line -> byId.put(line.mount.id(), line.mount));
    for (Line line : lines) {
      boolean top = line.parent == line.mount.id() || !byId.containsKey(line.parent);
      children.computeIfAbsent(top ? null : line.parent, id -> new ArrayList<>()).add(line.mount);
    }
    for (Mount mount : byId.values()) {
      Mount reached = walk(mount.point(), children);
      if (reached != null && reached.point().equals(mount.point())) {
        visible.put(mount.point().toString(), reached);
      }
    }
    longest = visible.keySet().stream().mapToInt(String::length).max().orElse(1);
    mounts = visible.values().stream().sorted(Comparator.comparing(Mount::point)).toList();
  }

  private static Mount walk(StorePath path, Map<Integer, List<Mount>> children) {
    Mount here = null;
    for (int steps = 0; steps <= children.size(); steps++) {
      Mount next = step(path, children.getOrDefault(here == null ? null : here.id(), List.of()));
      if (next == null) {
        break;
      }
      here = next;
    }
    return here;
  }

  /** The first of {@code mounts} met on the way to {@code path}; of two on one point the last. */
  private static Mount step(StorePath path, List<Mount> mounts) {
    Mount first = null;
    for (Mount mount : mounts) {
      if (path.startsWith(mount.point())
          && (first == null || first.point().startsWith(mount.point()))) {
        first = mount;
      }
    }
    return first;
  }

  /** Lines that make no sense, and mounts on deleted directories, are left out. */
  static MountInfo parse(byte[] content) {
    List<Line> lines = new ArrayList<>();
    for (String line : new String(content, StandardCharsets.ISO_8859_1).split("\n")) {
      parseLine(line).ifPresent(lines::add);
    }
    return new MountInfo(lines);
  }

  private static Optional<Line> parseLine(String line) {
    String[] fields = line.split(" ", -1);
    int dash = 6;
    while (dash < fields.length && !fields[dash].equals("-")) {
      dash++;
    }
    if (dash + 2 >= fields.length || fields[4].endsWith("//deleted")) {
      return Optional.empty();
    }
    try {
      Mount mount =
          new Mount(
              Integer.parseInt(fields[0]),
              StorePath.of(unescape(fields[4])),
              unescape(fields[dash + 1]),
              unescape(fields[dash + 2]),
              dash + 3 < fields.length ? unescape(fields[dash + 3]) : "");
      return Optional.of(new Line(Integer.parseInt(fields[1]), mount));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Resolves the three-digit octal escapes of blank, tab, newline and backslash. */
  private static String unescape(String field) {
    byte[] bytes = new byte[field.length()];
    int length = 0;
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c == '\\' && i + 3 < field.length() && isOctal(field, i + 1)) {
        bytes[length++] = (byte) Integer.parseInt(field, i + 1, i + 4, 8);
        i += 3;
      } else {
        bytes[length++] = (byte) c;
      }
    }
    return StorePath.decode(bytes, 0, length);
  }

  private static boolean isOctal(String field, int start) {
    for (int i = start; i < start + 3; i++) {
      if (field.charAt(i) < '0' || field.charAt(i) > '7') {
        return false;
      }
    }
    return true;
  }

  /** Returns the mounts that can be reached, ordered by path. */
  public List<Mount> mounts() {
    return mounts;
  }

  /**
   * Returns the mount with a number of the kernel's, also one that another mount hides; empty where
   * there is none.
   */
  public Optional<Mount> find(int id) {
    return Optional.ofNullable(byId.get(id));
  }

  /**
   * Returns the mount that {@code path} lies on, by its text; empty where there is none. However
   * long the path is, no more of it is looked at than the longest mount point has.
   */
  public Optional<Mount> find(StorePath path) {
    String text = path.toString();
    int end = text.length();
    if (end > longest) {
      end = text.charAt(longest) == '/' ? longest : text.lastIndexOf('/', longest);
    }
    while (end > 0) {
      Mount mount = visible.get(text.substring(0, end));
      if (mount != null) {
        return Optional.of(mount);
      }
      end = text.lastIndexOf('/', end - 1);
    }
    return Optional.ofNullable(visible.get("/"));
  }
}
