// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.regroup.SplitGroups.Group;
import io.situ.mapreduce.regroup.SplitGroups.Size;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class SplitGroupsTest {

  private int next;

  @RepeatedTest(50)
  void everySplitIsInOneGroupOnAHostThatHoldsIt(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    List<RawSplit> splits = new ArrayList<>();
    for (int i = random.nextInt(200); i >= 0; i--) {
      splits.add(split(random.nextInt(1000), random.nextInt(5), random.nextInt(4)));
    }

    List<Group> groups =
        SplitGroups.of(splits, new Size(2000, Long.MAX_VALUE, 1, 1 + random.nextInt(4), 5, 20));

    List<RawSplit> grouped = groups.stream().flatMap(g -> g.splits().stream()).toList();
    assertThat(grouped)
        .extracting(RawSplit::offset)
        .containsExactlyInAnyOrderElementsOf(splits.stream().map(RawSplit::offset).toList());
    for (Group group : groups) {
      assertThat(group.splits()).hasSizeBetween(1, 20);
      for (RawSplit split : group.splits()) {
        List<String> hosts = splits.get((int) split.offset()).hosts();
        assertThat(group.host().isEmpty() ? hosts.isEmpty() : hosts.contains(group.host()))
            .isTrue();
        assertThat(hosts).containsAll(group.holders());
      }
      assertThat(group.host().isEmpty() || group.holders().contains(group.host())).isTrue();
    }
  }

  @Test
  void tenThousandSmallFilesBecomeOneTaskPerSlot() {
    List<RawSplit> splits = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      splits.add(split(10_000, i % 3, 1));
    }

    assertThat(SplitGroups.of(splits, new Size(1 << 30, Long.MAX_VALUE, 1 << 25, 2, 5, 20_000)))
        .hasSize(6)
        .allMatch(group -> Math.abs(group.bytes() - 100_000_000 / 6) <= 20_000);
  }

  @Test
  void groupsKeepToTheirTarget() {
    List<RawSplit> splits = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      splits.add(split(128, 0, 1));
    }

    assertThat(SplitGroups.of(splits, new Size(1280, Long.MAX_VALUE, 1, 1, 5, 20_000)))
        .hasSize(10)
        .allMatch(group -> group.bytes() == 1280);
  }

  /** Of splits of two sizes, six of which would be even. */
  @Test
  void groupsOfSeveralSplitsAreNotLargerThanAllowed() {
    List<RawSplit> splits = new ArrayList<>();
    for (int length : List.of(60, 60, 60, 200, 30, 30, 30, 30, 60, 40)) {
      splits.add(split(length, 0, 1));
    }

    assertThat(SplitGroups.of(splits, new Size(100, 100, 1, 1, 5, 20_000)))
        .extracting(Group::bytes)
        .contains(200L)
        .allMatch(bytes -> bytes <= 100 || bytes == 200);
    assertThat(SplitGroups.of(splits, new Size(100, Long.MAX_VALUE, 1, 1, 5, 20_000)))
        .extracting(Group::bytes)
        .anyMatch(bytes -> bytes > 100 && bytes != 200);
  }

  @Test
  void littleWorkIsNotSpread() {
    List<RawSplit> splits = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      splits.add(split(1000, 0, 1));
    }

    assertThat(SplitGroups.of(splits, new Size(1 << 30, Long.MAX_VALUE, 1 << 25, 4, 5, 20_000)))
        .hasSize(1);
  }

  @Test
  void splitsWithoutAKnownHostAreSpreadOverAllHosts() {
    List<RawSplit> splits = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      splits.add(split(1000, 0, 0));
    }

    assertThat(SplitGroups.of(splits, new Size(1 << 30, Long.MAX_VALUE, 1, 2, 5, 20_000)))
        .hasSize(10);
  }

  @Test
  void emptyFilesAreGroupedToo() {
    List<RawSplit> splits = List.of(split(0, 0, 1), split(0, 0, 1), split(0, 0, 0));

    assertThat(SplitGroups.of(splits, new Size(1280, Long.MAX_VALUE, 1, 2, 5, 20_000))).hasSize(2);
  }

  private RawSplit split(long length, int host, int replicas) {
    List<String> hosts = new ArrayList<>();
    for (int i = 0; i < replicas; i++) {
      hosts.add("node" + (host + i) % 5);
    }
    return new RawSplit("FileSplit", new byte[0], next++, length, hosts);
  }
}
