// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.Decompressor;

/**
 * Whether the codecs that a job's input needs work in this process. Hadoop picks a codec by a
 * file's suffix, and what it needs beyond Java is missed only when a task reads the file; its
 * message then names no file.
 */
public final class InputCodecs {

  /** Hadoop's formats that decompress by suffix; what others do with a suffix is not known. */
  private static final Set<String> BY_SUFFIX =
      Set.of(
          "TextInputFormat",
          "KeyValueTextInputFormat",
          "NLineInputFormat",
          "FixedLengthInputFormat");

  private static final List<String> PACKAGES =
      List.of(
          "org.apache.hadoop.mapreduce.lib.input.",
          "org.apache.hadoop.mapred.",
          "org.apache.hadoop.mapred.lib.");

  private InputCodecs() {}

  /**
   * Looks at one file of each suffix.
   *
   * @throws IOException naming a file, its codec, and what the codec misses
   */
  public static void check(List<RawSplit> splits, Configuration conf) throws IOException {
    String format = RegroupPolicy.inputFormat(conf);
    if (PACKAGES.stream().noneMatch(at -> isBySuffix(format, at))) {
      return;
    }
    CompressionCodecFactory codecs = new CompressionCodecFactory(conf);
    Set<String> suffixes = new HashSet<>();
    for (RawSplit split : splits) {
      Path file = split.start().file();
      String name = file.getName();
      if (suffixes.add(name.substring(name.lastIndexOf('.') + 1))) {
        check(file, codecs.getCodec(file));
      }
    }
  }

  private static boolean isBySuffix(String format, String at) {
    return format.startsWith(at) && BY_SUFFIX.contains(format.substring(at.length()));
  }

  private static void check(Path file, CompressionCodec codec) throws IOException {
    Optional<String> missing = codec == null ? Optional.empty() : missing(codec);
    if (missing.isPresent()) {
      throw new StoreException(
          Kind.UNSUPPORTED,
          null,
          "'"
              + file
              + "' cannot be decompressed: "
              + codec.getClass().getName()
              + ", the codec for "
              + codec.getDefaultExtension()
              + ", says: "
              + missing.get()
              + "; install that library where the job runs (libhadoop is found by -Djava.library.path"
              + " or LD_LIBRARY_PATH, a jar by HADOOP_CLASSPATH), or decompress the file first");
    }
  }

  /** What keeps a codec from decompressing in this process, in its own words. */
  private static Optional<String> missing(CompressionCodec codec) {
    try {
      Decompressor made = codec.createDecompressor();
      if (made != null) {
        made.end();
      }
      return Optional.empty();
    } catch (UnsupportedOperationException e) {
      return Optional.empty();
    } catch (RuntimeException | LinkageError e) {
      return Optional.of(String.valueOf(e.getMessage()).strip().replaceFirst("\\.$", ""));
    }
  }
}
