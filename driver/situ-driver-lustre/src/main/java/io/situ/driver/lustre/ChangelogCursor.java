// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.driver.lustre.ChangelogSource.Position;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far the changelogs were used: {@code changelog:IDENTITY} of the directory that was asked
 * about, and for each metadata target {@code ,NAME=NUMBER@OFFSET#HASH}.
 *
 * @param directory its identity
 * @param positions the last record of each metadata target; none for one whose changelog could not
 *     be read or had none
 */
record ChangelogCursor(long directory, Map<String, Optional<Position>> positions) {

  private static final Pattern WHOLE = Pattern.compile("changelog:(-?[0-9]{1,19})((?:,[^,]+)*)");
  private static final Pattern PART =
      Pattern.compile("([^,=@]+)=(?:none|([0-9]{1,18})@([0-9]{1,18})#([0-9a-f]{32}))");

  ChangelogCursor {
    positions = new TreeMap<>(positions);
  }

  /** Empty for what {@link #toString} did not make, as cursors without a hash. */
  static Optional<ChangelogCursor> parse(String text) {
    Matcher whole = WHOLE.matcher(text);
    if (!whole.matches() || whole.group(2).isEmpty()) {
      return Optional.empty();
    }
    Map<String, Optional<Position>> positions = new TreeMap<>();
    for (String each : whole.group(2).substring(1).split(",")) {
      Matcher part = PART.matcher(each);
      if (!part.matches()) {
        return Optional.empty();
      }
      Optional<Position> position =
          part.group(2) == null
              ? Optional.empty()
              : Optional.of(
                  new Position(
                      Long.parseLong(part.group(2)), Long.parseLong(part.group(3)), part.group(4)));
      positions.put(part.group(1), position);
    }
    try {
      return Optional.of(new ChangelogCursor(Long.parseLong(whole.group(1)), positions));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("changelog:").append(directory);
    positions.forEach(
        (mdt, position) ->
            text.append(',')
                .append(mdt)
                .append('=')
                .append(position.map(ChangelogCursor::text).orElse("none")));
    return text.toString();
  }

  private static String text(Position at) {
    return at.number() + "@" + at.offset() + "#" + at.hash();
  }
}
