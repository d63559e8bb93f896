// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.console;

import io.situ.mapreduce.record.JobRecord.Distances;
import io.situ.storage.config.ConfigType;
import java.util.Locale;

/** Numbers as people read them. */
public final class HumanReadable {

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private static final ConfigType<Long> SIZE = ConfigType.size(1, Long.MAX_VALUE);

  private HumanReadable() {}

  /** Bytes with a binary unit and three digits at least: {@code 1.25 GiB}. */
  public static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    int digits = value < 10 ? 2 : value < 100 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + digits + "f %s", value, UNITS[unit]);
  }

  /**
   * Returns the number that a text such as {@code 128m} means: digits and a letter of kmgtpe, which
   * stand for powers of 1024.
   *
   * @throws CliException {@code USAGE} naming {@code what} if it is none, not positive, or too
   *     large
   */
  public static long parse(String text, String what) {
    try {
      return SIZE.parse(text);
    } catch (IllegalArgumentException e) {
      throw CliException.usage(what + " is '" + text + "'; it must be " + SIZE.allowed());
    }
  }

  /** A count with its thousands parted: {@code 1,234}. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A count and its noun: {@code 1 file}, {@code 2 files}. */
  public static String count(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** Seconds, or minutes and seconds. */
  public static String seconds(double seconds) {
    if (seconds < 100) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    long whole = Math.round(seconds);
    return whole / 60 + " min " + whole % 60 + " s";
  }

  /** What can be local at most of what is read: {@code at most 1 B of 2 B local (50 %)}. */
  public static String bound(long possible, long all) {
    return String.format(
        Locale.ROOT,
        "at most %s of %s local (%d %%)",
        bytes(possible),
        bytes(all),
        all == 0 ? 0 : (long) Math.floor(100.0 * possible / all));
  }

  /** Bytes that were read, by how far they came: {@code 5 B local, 0 B same rack, 0 B remote}. */
  public static String distances(Distances read) {
    String known =
        bytes(read.local())
            + " local, "
            + bytes(read.rack())
            + " same rack, "
            + bytes(read.remote())
            + " remote";
    return read.unknown() == 0
        ? known
        : known + ", " + bytes(read.unknown()) + " from unknown locations";
  }
}
