// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.attach;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A directory that all hosts see, and a file that says which of them hold what. */
@Tag("long")
@Tag("cluster")
class PosixHdfsAttachTest extends HdfsAttachContract {

  private static final Path PLACES = places();

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(
          TestbedOptions.posix(3), Map.of("fs.situ.store.vol.placement.file", PLACES.toString()));

  private static Path places() {
    try {
      Path file = Files.createTempFile("situ-places", ".tsv");
      file.toFile().deleteOnExit();
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < FILES; i++) {
        for (String name : List.of("/in/text-", "/tera/rows-", "/io/test_io_")) {
          lines.append(name).append(i).append('\t').append(String.join(",", holders(i)));
          lines.append('\n');
        }
      }
      return Files.writeString(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All hosts but one. */
  private static List<String> holders(int number) {
    return switch (number % 3) {
      case 0 -> List.of("node1", "node2");
      case 1 -> List.of("node2", "node3");
      default -> List.of("node1", "node3");
    };
  }

  @Override
  Testbed bringTestbed() {
    return TESTBED.testbed();
  }

  @Override
  Map<String, List<List<String>>> placement(String directory) {
    Map<String, List<List<String>>> all = new TreeMap<>();
    for (String name : attachment.names(directory)) {
      int number = Integer.parseInt(name.replaceFirst(".*\\D", ""));
      all.put(name.substring(directory.length() + 1), List.of(holders(number)));
    }
    return all;
  }
}
