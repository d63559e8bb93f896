// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.lock;

import io.situ.storage.process.ProcessIdentity;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A command that has the lock. It is the name under which the NameNode knows who has the lock's
 * file open, so that it is there as soon as the file is.
 *
 * @param command as the user knows it, such as {@code attach}
 * @param target a directory or file of HDFS
 * @param since when it began
 * @param id distinguishes it from all others
 */
record LockHolder(
    String command, String target, ProcessIdentity process, Instant since, String id) {

  private static final String PREFIX = "situ-lock";
  private static final int FIELDS = 10;

  /** Returns what this process does now. */
  static LockHolder of(String command, String target) {
    return new LockHolder(
        command,
        target,
        ProcessIdentity.current(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS),
        UUID.randomUUID().toString());
  }

  /** Returns the client name that says all of this. */
  String clientName() {
    return Stream.of(
            PREFIX,
            command,
            target,
            process.user(),
            process.host(),
            Long.toString(process.pid()),
            process.machine(),
            process.started(),
            Long.toString(since.getEpochSecond()),
            id)
        .map(field -> URLEncoder.encode(field, StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  /** Returns who has that client name; empty if it is not one of these. */
  static Optional<LockHolder> parse(String clientName) {
    try {
      List<String> fields =
          Arrays.stream(clientName.split("&", -1))
              .map(field -> URLDecoder.decode(field, StandardCharsets.UTF_8))
              .toList();
      if (fields.size() != FIELDS || !fields.get(0).equals(PREFIX)) {
        return Optional.empty();
      }
      ProcessIdentity process =
          new ProcessIdentity(
              fields.get(3),
              fields.get(4),
              Long.parseLong(fields.get(5)),
              fields.get(6),
              fields.get(7));
      Instant since = Instant.ofEpochSecond(Long.parseLong(fields.get(8)));
      return Optional.of(
          new LockHolder(fields.get(1), fields.get(2), process, since, fields.get(9)));
    } catch (IllegalArgumentException | DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Returns it for people, in a part of a sentence. */
  String description() {
    return "'situ "
        + command
        + "' of '"
        + target
        + "' by "
        + process.user()
        + ", process "
        + process.pid()
        + " on "
        + process.host()
        + " since "
        + since;
  }
}
