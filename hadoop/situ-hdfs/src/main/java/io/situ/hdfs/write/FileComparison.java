// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import io.situ.hdfs.client.DataNodes;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.BlockRange;
import io.situ.hdfs.tree.HdfsFileInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Returns whether a file of HDFS is what an object's file should be. Thread-safe. */
public final class FileComparison {

  private final DataNodes nodes;

  public FileComparison(DataNodes nodes) {
    this.nodes = nodes;
  }

  /** How a file is beside what it should be. */
  public enum State {
    /** There is none. */
    ABSENT,
    /** It is right. */
    SAME,
    /** It is right, but DataNodes that should serve it and live do not. */
    FEWER,
    /** It is of another object or version, or served by others. */
    DIFFERENT,
    /** It is a file of HDFS's own. */
    FOREIGN
  }

  /** A directory counts as absent: it goes if it is empty. */
  public State state(Optional<HdfsFileInfo> found, AttachItem source) {
    if (found.isEmpty() || found.get().status().isDirectory()) {
      return State.ABSENT;
    }
    HdfsFileInfo file = found.get();
    if (!file.isAttached()) {
      return State.FOREIGN;
    }
    List<BlockRange> cuts = cuts(file, source);
    if (!file.isOf(source.whole()) || file.blocks().size() != cuts.size()) {
      return State.DIFFERENT;
    }
    State state = file.status().getReplication() < source.copies() ? State.FEWER : State.SAME;
    for (int i = 0; i < file.blocks().size(); i++) {
      State one = state(file.blocks().get(i), cuts.get(i));
      state = one == State.SAME ? state : one;
      if (state == State.DIFFERENT) {
        return state;
      }
    }
    return state;
  }

  /**
   * How the object of a file should be cut. What the store does not report the hosts of is cut as
   * the file is: that the store could not be asked today is no reason to give up blocks and their
   * placement.
   */
  private static List<BlockRange> cuts(HdfsFileInfo file, AttachItem source) {
    return cuts(file, source, block -> List.of());
  }

  /**
   * @param hosts of a block that is in a range of which the store does not report them
   */
  private static List<BlockRange> cuts(
      HdfsFileInfo file, AttachItem source, Function<LocatedBlock, List<String>> hosts) {
    List<BlockRange> cuts = new ArrayList<>();
    for (BlockRange cut : source.cuts()) {
      if (cut.hosts().isEmpty()) {
        cuts.addAll(blocks(file, cut, hosts));
      } else {
        cuts.add(cut);
      }
    }
    return cuts;
  }

  /**
   * Returns the ranges of a file's blocks in a range; the range itself if they are not all of it.
   */
  private static List<BlockRange> blocks(
      HdfsFileInfo file, BlockRange range, Function<LocatedBlock, List<String>> hosts) {
    List<BlockRange> blocks = new ArrayList<>();
    for (LocatedBlock block : file.blocks()) {
      long end = block.getStartOffset() + block.getBlockSize();
      if (block.getStartOffset() >= range.offset() && end <= range.end()) {
        blocks.add(
            new BlockRange(block.getStartOffset(), block.getBlockSize(), hosts.apply(block), 0));
      }
    }
    long covered = blocks.stream().mapToLong(BlockRange::length).sum();
    return covered == range.length() ? blocks : List.of(range);
  }

  /**
   * Returns an object as a file of this very version is to be made again: what the store does not
   * report the hosts of is cut as the file is, and each block stays on the DataNodes that live and
   * have it, though HDFS may take their replicas for bad. Of another version it is as it was.
   */
  public AttachItem keepPlacement(HdfsFileInfo file, AttachItem source) {
    return placed(file, source, this::hosts);
  }

  /**
   * As {@link #keepPlacement}, but without some DataNodes, and those whose replica of a block HDFS
   * takes for bad, for they may not be able to read the object: what only they have goes to another
   * one.
   *
   * @param refusing the hosts of the former
   */
  public AttachItem avoidBadReplicas(HdfsFileInfo file, AttachItem source, Set<String> refusing) {
    List<String> bad =
        Stream.concat(
                refusing.stream(),
                file.blocks().stream()
                    .filter(LocatedBlock::isCorrupt)
                    .flatMap(block -> hosts(block).stream()))
            .toList();
    return placed(
        file,
        source,
        block -> {
          List<String> sound = hosts(block).stream().filter(host -> !bad.contains(host)).toList();
          return sound.isEmpty() ? names(nodes.anyBut(bad)) : sound;
        });
  }

  private static AttachItem placed(
      HdfsFileInfo file, AttachItem source, Function<LocatedBlock, List<String>> hosts) {
    return file.isOf(source.whole())
        ? new AttachItem(source.store(), source.object(), cuts(file, source, hosts), source.place())
        : source;
  }

  private List<String> hosts(LocatedBlock block) {
    List<String> names =
        Arrays.stream(block.getLocations()).map(DatanodeInfo::getHostName).toList();
    return names(nodes.of(names));
  }

  private static List<String> names(List<DatanodeInfo> nodes) {
    return nodes.stream().map(DatanodeInfo::getHostName).toList();
  }

  /** How a block is served beside how it should be. */
  public State state(LocatedBlock block, BlockRange cut) {
    if (block.isCorrupt() || block.getBlockSize() != cut.length()) {
      return State.DIFFERENT;
    }
    Set<String> serving = serving(block);
    if (cut.hosts().isEmpty()) {
      return serving.isEmpty() ? State.FEWER : State.SAME;
    }
    Set<String> wanted =
        nodes.of(cut.hosts()).stream()
            .map(DatanodeInfo::getDatanodeUuid)
            .collect(Collectors.toSet());
    if (wanted.isEmpty() || wanted.equals(serving)) {
      return State.SAME;
    }
    return wanted.containsAll(serving) ? State.FEWER : State.DIFFERENT;
  }

  static Set<String> serving(LocatedBlock block) {
    return Arrays.stream(block.getLocations())
        .map(DatanodeInfo::getDatanodeUuid)
        .collect(Collectors.toSet());
  }

  /** The blocks of a file that has fewer replicas than it should, and who should get them. */
  public List<FileUnderConstruction.Pending> missing(HdfsFileInfo file, AttachItem source) {
    List<FileUnderConstruction.Pending> missing = new ArrayList<>();
    List<BlockRange> cuts = cuts(file, source);
    for (int i = 0; i < file.blocks().size(); i++) {
      LocatedBlock block = file.blocks().get(i);
      BlockRange cut = cuts.get(i);
      Set<String> serving = serving(block);
      List<DatanodeInfo> without =
          (cut.hosts().isEmpty() && serving.isEmpty() ? nodes.any() : nodes.of(cut.hosts()))
              .stream().filter(node -> !serving.contains(node.getDatanodeUuid())).toList();
      if (!without.isEmpty()) {
        missing.add(
            new FileUnderConstruction.Pending(
                FileUnderConstruction.Pending.order(block.getBlock(), source.part(cut)), without));
      }
    }
    return missing;
  }
}
