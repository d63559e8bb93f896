// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Checks which names HDFS refuses. */
public final class HdfsNames {

  /** Bytes of one name that HDFS takes, unless configured otherwise. */
  public static final int MAX_NAME = 255;

  /** Characters of a whole path that HDFS takes. */
  private static final int MAX_PATH = 8_000;

  /** Names in a path that HDFS takes. */
  private static final int MAX_DEPTH = 1_000;

  private final String target;
  private final int longest;

  /**
   * @param target where the tree is attached, without a slash at the end
   * @param longest bytes of the longest name
   */
  public HdfsNames(String target, int longest) {
    this.target = target;
    this.longest = longest;
  }

  /**
   * Why HDFS does not take a path.
   *
   * @param above whether it is because of a directory that the object is in
   */
  public record Fault(String reason, boolean above) {}

  /**
   * Returns why HDFS would not take what is at a place below the target; empty if it would.
   *
   * @param place empty, or begins with a slash
   */
  public Optional<Fault> fault(String place) {
    int depth = 0;
    for (int from = 1; from < place.length(); depth++) {
      int slash = place.indexOf('/', from);
      int to = slash < 0 ? place.length() : slash;
      String reason = ofName(place.substring(from, to), depth == 0 && target.isEmpty());
      if (!reason.isEmpty()) {
        return Optional.of(new Fault(reason, slash >= 0));
      }
      from = to + 1;
    }
    long levels = depth + target.chars().filter(c -> c == '/').count();
    return target.length() + place.length() > MAX_PATH || levels > MAX_DEPTH
        ? Optional.of(new Fault("HDFS takes no path that long", false))
        : Optional.empty();
  }

  private String ofName(String name, boolean top) {
    if (name.indexOf(':') >= 0) {
      return "HDFS takes no name with ':' in it";
    }
    if (name.equals(".snapshot") || (top && name.equals(".reserved"))) {
      return "HDFS keeps the name '" + name + "' for itself";
    }
    int bytes = name.length() * 4 <= longest ? 0 : name.getBytes(StandardCharsets.UTF_8).length;
    return bytes <= longest
        ? ""
        : "HDFS takes no name of " + bytes + " bytes; " + longest + " are the most";
  }
}
