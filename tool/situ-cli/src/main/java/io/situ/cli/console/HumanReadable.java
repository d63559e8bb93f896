// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.console;

import io.situ.mapreduce.record.JobRecord.Distances;
import java.util.Locale;

/** Numbers as people read them. */
public final class HumanReadable {

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

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
   * The number that a text such as {@code 128m} means: digits and a letter of kmgtpe, which stand
   * for powers of 1024.
   *
   * @throws CliException {@code USAGE} naming {@code what} if it is none, not positive, or too
   *     large
   */
  public static long parse(String text, String what) {
    int unit =
        text.isEmpty()
            ? -1
            : "kmgtpe".indexOf(Character.toLowerCase(text.charAt(text.length() - 1)));
    String digits = unit < 0 ? text : text.substring(0, text.length() - 1);
    try {
      long bytes = Math.multiplyExact(Long.parseLong(digits), 1L << (10 * (unit + 1)));
      if (bytes > 0) {
        return bytes;
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // Reported below, like a number that is not positive.
    }
    throw CliException.usage(what + " is '" + text + "', not a size such as 128m");
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
