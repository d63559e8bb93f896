// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.util.ReflectionUtils;

/** Reads all records below a directory of outputs. */
final class Outputs {

  /** What differs between any two runs, of the same kind too. */
  private static final Pattern JOB = Pattern.compile("(?i)(job|task|attempt)_local\\d+_\\d+");

  private static final Pattern PLACE = Pattern.compile("(file|situ):/+");
  private static final Pattern FOLDER = Pattern.compile("-(STOCK|IN_PLACE)\\b");
  private static final byte[] SEQUENCE_FILE = {'S', 'E', 'Q'};
  private static final String SUCCESS = "_SUCCESS";

  private Outputs() {}

  /** Returns a text without what names the run: job, scheme and folder. */
  static String neutral(String text) {
    String plain = JOB.matcher(text).replaceAll("$1_local");
    return FOLDER.matcher(PLACE.matcher(plain).replaceAll("any:/")).replaceAll("");
  }

  /**
   * Returns the records of every file, by its path. Checksum files are left out, and the content of
   * {@code _SUCCESS}, in which a committer may write what it likes.
   *
   * @param ordered whether records keep their order; otherwise they are sorted
   */
  static Map<String, List<String>> read(Path directory, Configuration conf, boolean ordered)
      throws IOException {
    Map<String, List<String>> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".crc")) {
          continue;
        }
        List<String> records = name.equals(SUCCESS) ? new ArrayList<>() : records(file, conf);
        if (!ordered) {
          Collections.sort(records);
        }
        files.merge(neutral(directory.relativize(file).toString()), records, Outputs::together);
      }
    }
    return files;
  }

  private static List<String> together(List<String> some, List<String> more) {
    List<String> all = new ArrayList<>(some);
    all.addAll(more);
    Collections.sort(all);
    return all;
  }

  private static List<String> records(Path file, Configuration conf) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("file://" + file);
    if (isSequenceFile(file)) {
      return pairs(path, conf);
    }
    CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(path);
    try (InputStream plain = new BufferedInputStream(Files.newInputStream(file));
        InputStream in = codec == null ? plain : codec.createInputStream(plain)) {
      String text = neutral(new String(in.readAllBytes(), ISO_8859_1));
      return new ArrayList<>(List.of(text.split("(?<=\n)")));
    }
  }

  private static boolean isSequenceFile(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return java.util.Arrays.equals(in.readNBytes(SEQUENCE_FILE.length), SEQUENCE_FILE);
    }
  }

  private static List<String> pairs(org.apache.hadoop.fs.Path file, Configuration conf)
      throws IOException {
    List<String> pairs = new ArrayList<>();
    try (SequenceFile.Reader reader =
        new SequenceFile.Reader(conf, SequenceFile.Reader.file(file))) {
      Writable key = (Writable) ReflectionUtils.newInstance(reader.getKeyClass(), conf);
      Writable value = (Writable) ReflectionUtils.newInstance(reader.getValueClass(), conf);
      while (reader.next(key, value)) {
        pairs.add(neutral(key + "\t" + value));
      }
    }
    return pairs;
  }
}
