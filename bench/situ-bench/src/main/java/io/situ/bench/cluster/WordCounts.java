// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;

/** Counts words as stock wordcount does, without Hadoop. */
public final class WordCounts {

  private WordCounts() {}

  /** How often each word stands in the files of a directory, which are small and ASCII. */
  public static Map<String, Long> of(Path directory) throws IOException {
    Map<String, Long> counts = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        var words = new StringTokenizer(Files.readString(file, StandardCharsets.US_ASCII));
        while (words.hasMoreTokens()) {
          counts.merge(words.nextToken(), 1L, Long::sum);
        }
      }
    }
    return counts;
  }

  /**
   * What a job wrote, as words and counts separated by tabs. A word that comes twice counts twice.
   */
  public static Map<String, Long> readOutput(Path part) throws IOException {
    Map<String, Long> counts = new HashMap<>();
    for (String line : Files.readAllLines(part, StandardCharsets.US_ASCII)) {
      int tab = line.indexOf('\t');
      counts.merge(line.substring(0, tab), Long.valueOf(line.substring(tab + 1)), Long::sum);
    }
    return counts;
  }
}
