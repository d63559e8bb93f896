// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hadoop's reader of records with a delimiter of their own, on splits that are cut. */
class DelimitedCutsTest {

  static final String DELIMITER = "textinputformat.record.delimiter";

  private static final int FILES = 25;

  @TempDir private Path scratch;
  private final Configuration conf = new Configuration();

  /** Also where its buffer ends inside a delimiter. */
  @ParameterizedTest
  @ValueSource(strings = {"|", "<|>", "\r\n", "abc"})
  void delimitersThatMayBeCutGiveTheSameRecords(String delimiter) throws IOException {
    Configuration job = new Configuration(conf);
    job.setBoolean("mapred.mapper.new-api", true);
    job.set(DELIMITER, delimiter);
    assertThat(SplitCutPolicy.rule(job)).matches(DecisionRule::holds);

    for (int seed = 0; seed < FILES; seed++) {
      Random random = new Random(seed);
      Path file = write(text(delimiter, random));
      conf.setInt("io.file.buffer.size", 3 + random.nextInt(40));
      List<String> whole = read(file, 0, Files.size(file), delimiter);
      for (long cut = 1; cut < Files.size(file); cut++) {
        assertThat(cut(file, cut, delimiter)).as("file %d, cut at %d", seed, cut).isEqualTo(whole);
      }
    }
  }

  @Test
  void oneThatOverlapsItselfDoesNot() throws IOException {
    Path file = write("a\n\n\nb\n\nc");

    assertThat(read(file, 0, 8, "\n\n")).containsExactly("a", "\nb", "c");
    assertThat(cut(file, 2, "\n\n")).containsExactly("a", "\nb", "b", "c");
  }

  /** Has much that is a delimiter, the beginning of one, or the end. */
  private static String text(String delimiter, Random random) {
    StringBuilder text = new StringBuilder();
    while (text.length() < 30) {
      int from = random.nextInt(delimiter.length());
      text.append(delimiter, 0, from).append(random.nextInt(3) == 0 ? "x" : "");
      text.append(random.nextBoolean() ? delimiter : delimiter.substring(from));
    }
    return text.toString();
  }

  private Path write(String text) throws IOException {
    return Files.writeString(scratch.resolve("f"), text);
  }

  private List<String> cut(Path file, long at, String delimiter) throws IOException {
    List<String> records = read(file, 0, at, delimiter);
    records.addAll(read(file, at, Files.size(file) - at, delimiter));
    return records;
  }

  private List<String> read(Path file, long start, long length, String delimiter)
      throws IOException {
    FileSplit split =
        new FileSplit(new org.apache.hadoop.fs.Path(file.toUri()), start, length, new String[0]);
    List<String> records = new ArrayList<>();
    try (LineRecordReader reader = new LineRecordReader(delimiter.getBytes(UTF_8))) {
      reader.initialize(split, new TaskAttemptContextImpl(conf, new TaskAttemptID()));
      while (reader.nextKeyValue()) {
        records.add(reader.getCurrentValue().toString());
      }
    }
    return records;
  }
}
