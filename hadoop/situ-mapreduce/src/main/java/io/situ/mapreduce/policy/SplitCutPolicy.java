// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.policy;

import io.situ.mapreduce.split.RegroupPolicy;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Which jobs' splits may be cut at any byte. Only formats count whose readers are known to find the
 * first record behind a cut and to finish the one that a cut goes through; {@code isSplitable} says
 * less, since a format may make its splits begin at records. The maps have to treat each record
 * alone, or they would notice where a split ends.
 */
public final class SplitCutPolicy {

  private static final String NEW = "org.apache.hadoop.mapreduce.lib.input.";
  private static final String OLD = "org.apache.hadoop.mapred.";

  private static final Set<String> FORMATS =
      Set.of(
          NEW + "TextInputFormat",
          NEW + "KeyValueTextInputFormat",
          NEW + "FixedLengthInputFormat",
          NEW + "SequenceFileInputFormat",
          NEW + "SequenceFileAsTextInputFormat",
          NEW + "SequenceFileAsBinaryInputFormat",
          OLD + "TextInputFormat",
          OLD + "KeyValueTextInputFormat",
          OLD + "FixedLengthInputFormat",
          OLD + "SequenceFileInputFormat",
          OLD + "SequenceFileAsTextInputFormat",
          OLD + "SequenceFileAsBinaryInputFormat",
          "org.apache.hadoop.examples.terasort.TeraInputFormat",
          "org.apache.avro.mapred.AvroInputFormat",
          "org.apache.avro.mapreduce.AvroKeyInputFormat",
          "org.apache.avro.mapreduce.AvroKeyValueInputFormat",
          "org.apache.orc.mapred.OrcInputFormat",
          "org.apache.orc.mapreduce.OrcInputFormat");

  private static final String LONGEST_LINE = "mapreduce.input.linerecordreader.line.maxlength";

  private static final String DELIMITER = "textinputformat.record.delimiter";

  private SplitCutPolicy() {}

  /** Returns the rule for a job whose splits may share a task. */
  public static DecisionRule rule(Configuration conf) {
    DecisionRule format = ofFormat(conf);
    if (!format.holds() || RegroupPolicy.MODE.get(conf::get) == RegroupPolicy.Mode.ALWAYS) {
      return format;
    }
    if (conf.getInt(LONGEST_LINE, Integer.MAX_VALUE) != Integer.MAX_VALUE) {
      return DecisionRule.no(LONGEST_LINE + " is set, and a longer line would be cut in two");
    }
    if (isAmbiguous(conf.get(DELIMITER, ""))) {
      return DecisionRule.no(
          DELIMITER + " has its first byte twice, and may be found elsewhere behind a cut");
    }
    return TaskCode.objectionToCuts(conf).map(DecisionRule::no).orElse(format);
  }

  /**
   * Returns whether a record may end elsewhere for a reader that begins inside a delimiter, or
   * whose buffer ends there: two of {@code "\n\n"} may overlap, and Hadoop's readers do not look
   * again into the beginning of one that then was none. Neither happens where the first byte is
   * once in it.
   */
  private static boolean isAmbiguous(String delimiter) {
    byte[] bytes = delimiter.getBytes(StandardCharsets.UTF_8);
    return IntStream.range(1, bytes.length).anyMatch(at -> bytes[at] == bytes[0]);
  }

  private static DecisionRule ofFormat(Configuration conf) {
    long least = conf.getLong(FileInputFormat.SPLIT_MINSIZE, 1);
    if (least > 1) {
      return DecisionRule.no(FileInputFormat.SPLIT_MINSIZE + " is " + least);
    }
    String format = RegroupPolicy.inputFormat(conf);
    if (FORMATS.contains(format)) {
      return DecisionRule.yes(
          "its input format " + format + " finds the first record behind any cut");
    }
    Class<?> type = conf.getClassByNameOrNull(format);
    Class<?> base = type;
    while (base != null && !FORMATS.contains(base.getName())) {
      base = base.getSuperclass();
    }
    if (base == null) {
      return DecisionRule.no(
          "its input format " + format + " is not known to find the first record behind a cut");
    }
    Class<?> known = base;
    return overridden(type, known)
        .map(what -> DecisionRule.no("its input format " + format + " overrides " + what))
        .orElseGet(
            () ->
                DecisionRule.yes(
                    "its input format " + format + " is " + known.getName() + " unchanged"));
  }

  /** The first thing that {@code type}, or a class between, does otherwise than {@code base}. */
  private static Optional<String> overridden(Class<?> type, Class<?> base) {
    try {
      for (Class<?> c = type; c != base; c = c.getSuperclass()) {
        Optional<String> own =
            Stream.concat(
                    Arrays.stream(c.getDeclaredMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .map(Method::getName),
                    Arrays.stream(c.getDeclaredConstructors())
                        .filter(constructor -> constructor.getParameterCount() > 0)
                        .map(Constructor::getName))
                .findFirst();
        if (own.isPresent()) {
          return own;
        }
      }
      return Optional.empty();
    } catch (LinkageError e) {
      return Optional.of("what cannot be looked into: " + e);
    }
  }
}
