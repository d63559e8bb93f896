// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.diagnostics;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What would make tasks find their bytes on one host: commands for an administrator, which Situ
 * never runs.
 *
 * @param reason a sentence
 * @param commands each a line for a shell; empty where nothing need or can be done
 * @param piece bytes that lie together in files that are laid out so, from each multiple of it on;
 *     empty where the commands lay out no files
 * @param settings keys of the store, without their prefix, and values that lay out so what is
 *     written through Situ; empty where there is no such key
 */
public record LayoutAdvice(
    String reason, List<String> commands, OptionalLong piece, Map<String, String> settings) {

  public LayoutAdvice {
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(piece, "piece");
    commands = List.copyOf(commands);
    settings = Map.copyOf(settings);
  }

  /** Creates advice that lays out no files. */
  public LayoutAdvice(String reason, List<String> commands) {
    this(reason, commands, OptionalLong.empty(), Map.of());
  }

  /** Returns the same for files whose bytes lie together in pieces. */
  public LayoutAdvice withPiece(long bytes) {
    return new LayoutAdvice(reason, commands, OptionalLong.of(bytes), settings);
  }

  /** Returns the same with a key of the store that lays out what is written through Situ. */
  public LayoutAdvice withSetting(String key, String value) {
    return new LayoutAdvice(reason, commands, piece, Map.of(key, value));
  }

  /** Returns that there is nothing to do, and why. */
  public static LayoutAdvice nothing(String reason) {
    return new LayoutAdvice(reason, List.of());
  }

  /**
   * What advice is wanted for.
   *
   * @param directory the absolute path on this host of the directory that files are in
   * @param split bytes that a task reads as a whole, more than 0
   * @param typical the size of the file that a byte taken at random is in, as a median; 0 where
   *     there are no files
   * @param hosts how many hosts are known to hold bytes of the files that are there
   */
  public record Query(String directory, long split, long typical, int hosts) {
    public Query {
      Objects.requireNonNull(directory, "directory");
      if (split <= 0 || typical < 0 || hosts < 0) {
        throw new IllegalArgumentException(
            "no such question: " + split + ", " + typical + ", " + hosts);
      }
    }

    /** Returns the directory as a word of a shell. */
    public String quoted() {
      return directory.matches("[A-Za-z0-9/._+:@%-]+")
          ? directory
          : "'" + directory.replace("'", "'\\''") + "'";
    }

    /** Returns the split, in bytes, made longer to be a multiple of {@code unit}. */
    public long splitIn(long unit) {
      return (split + unit - 1) / unit * unit;
    }

    /** Returns how many splits the typical file has, at least 1. */
    public long splits() {
      return Math.max(1, (typical + split - 1) / split);
    }
  }
}
