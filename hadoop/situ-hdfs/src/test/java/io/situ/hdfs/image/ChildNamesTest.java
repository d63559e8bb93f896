// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChildNamesTest {

  @TempDir private Path scratch;

  private static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private static Map<Long, List<Long>> all(ChildNames names) throws IOException {
    Map<Long, List<Long>> all = new TreeMap<>();
    List<Long> order = new ArrayList<>();
    names.each(
        (directory, children) -> {
          all.put(directory, List.copyOf(children));
          order.add(directory);
        });
    assertThat(order).isSorted().doesNotHaveDuplicates();
    return all;
  }

  /** With limits from "each entry in a file of its own" to "all in memory". */
  @ParameterizedTest
  @ValueSource(longs = {1, 500, 20_000, 1 << 20})
  void areSortedByDirectoryAndByTheBytesOfNames(long limit) throws IOException {
    Map<Long, TreeMap<byte[], Long>> expected = new TreeMap<>();
    Random random = new Random(7);
    try (ChildNames names = new ChildNames(scratch, limit)) {
      for (long child = 1; child <= 1_000; child++) {
        long directory = random.nextInt(20);
        byte[] name = bytes((child % 2 == 0 ? "é" : "z") + random.nextInt(5_000));
        expected
            .computeIfAbsent(directory, ignored -> new TreeMap<>(DFSUtilClient::compareBytes))
            .put(name, child);
        names.add(directory, name, child);
      }
      Map<Long, List<Long>> sorted = new TreeMap<>();
      expected.forEach(
          (directory, children) -> sorted.put(directory, List.copyOf(children.values())));
      assertThat(all(names)).isEqualTo(sorted);
    }
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void ofTwoOfOneNameTheLaterStays() throws IOException {
    try (ChildNames names = new ChildNames(scratch, 1)) {
      names.add(3, bytes("a"), 10);
      names.add(3, bytes("b"), 11);
      names.add(3, bytes("a"), 12);
      assertThat(all(names)).containsExactly(Map.entry(3L, List.of(12L, 11L)));
    }
  }

  @Test
  void noneAreNone() throws IOException {
    try (ChildNames names = new ChildNames(scratch)) {
      assertThat(all(names)).isEmpty();
    }
  }
}
