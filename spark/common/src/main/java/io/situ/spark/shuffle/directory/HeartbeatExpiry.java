// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.directory;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The age of a heartbeat after which an application may be dead, and what follows from it. The file
 * {@code heartbeat} has it as a line of text: {@code expiry-ms=600000}. Immutable and thread-safe.
 *
 * @param millis at least 1
 */
public record HeartbeatExpiry(long millis) {

  /** Of an application whose heartbeat does not say it: one day. */
  static final HeartbeatExpiry UNKNOWN = new HeartbeatExpiry(Duration.ofDays(1).toMillis());

  /** No valid text is longer, in bytes. */
  static final int MAX_LENGTH = 64;

  private static final long MAX_BEAT_MILLIS = 10_000;
  private static final int BEATS_BEFORE_EXPIRY = 60;
  private static final int BEATS_TO_WATCH = 3;
  private static final Pattern TEXT = Pattern.compile("expiry-ms=([1-9][0-9]{0,17})\n");

  public HeartbeatExpiry {
    if (millis < 1) {
      throw new IllegalArgumentException("an expiry of " + millis + " ms");
    }
  }

  /**
   * Returns how often an application of this expiry marks its directory as in use, in milliseconds:
   * at least every 10 seconds, for those that expect less.
   */
  public long beatMillis() {
    return Math.max(1, Math.min(MAX_BEAT_MILLIS, millis / BEATS_BEFORE_EXPIRY));
  }

  /** Returns for how long an expired heartbeat must stay as it is, in milliseconds. */
  public long watchMillis() {
    return BEATS_TO_WATCH * beatMillis();
  }

  /** Returns the larger of the two. */
  HeartbeatExpiry larger(HeartbeatExpiry other) {
    return other.millis > millis ? other : this;
  }

  /** Returns the text that {@link #parse} reads. */
  byte[] toBytes() {
    return ("expiry-ms=" + millis + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the expiry of a text; {@link #UNKNOWN} if it is empty or not whole. */
  static HeartbeatExpiry parse(byte[] text) {
    Matcher matcher = TEXT.matcher(new String(text, StandardCharsets.US_ASCII));
    return matcher.matches() ? new HeartbeatExpiry(Long.parseLong(matcher.group(1))) : UNKNOWN;
  }
}
