// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The record of a job, or of several as {@code situ report --json} prints them. */
public record JobJson(String text) {

  /** The first record in a directory. */
  public static JobJson only(Path records) throws IOException {
    try (Stream<Path> files = Files.list(records)) {
      return new JobJson(Files.readString(files.sorted().findFirst().orElseThrow()));
    }
  }

  public long number(String key) {
    return Long.parseLong(value(key));
  }

  public double decimal(String key) {
    return Double.parseDouble(value(key));
  }

  /** Bytes that all hosts received from the submission to the end of the last map. */
  public long mapNetwork(NetworkSampler sampler) {
    long submitted = number("submitted");
    double seconds = decimal("start") + decimal("map");
    return sampler.around(submitted, submitted + (long) (seconds * 1000));
  }

  /** The first value of that name. */
  private String value(String key) {
    Matcher matcher = Pattern.compile('"' + key + "\" : ([-0-9.E]+)").matcher(text);
    assertThat(matcher.find()).as(key + " in " + text).isTrue();
    return matcher.group(1);
  }
}
