// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import io.situ.hadoop.fs.SituFileSystem;
import io.situ.hadoop.fs.operation.GetPlacementOperation;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * Cuts splits whose bytes lie on several sets of hosts where the hosts change, as in a file that is
 * kept in shards. Only files that the job's input format may split are cut, and only where all of
 * their hosts are known.
 */
public final class HostBoundarySplitter {

  /** Borders are looked for at multiples of this: GlusterFS has no smaller shards. */
  private static final long UNIT = 4 << 20;

  private static final String SCHEME = "situ";

  private final Configuration conf;
  private final SplittabilityCheck splittable;
  private final boolean ofTasks;

  /**
   * @param ofTasks whether hosts count whose copies tasks read and other processes do not
   */
  public HostBoundarySplitter(Configuration conf, SplittabilityCheck splittable, boolean ofTasks) {
    this.conf = conf;
    this.splittable = splittable;
    this.ofTasks = ofTasks;
  }

  /**
   * Bytes from {@code start} to {@code end} on the same hosts.
   *
   * @param hosts best first, as those of the first bytes are
   */
  private record Run(long start, long end, List<String> hosts) {

    boolean isOn(List<String> others) {
      return Set.copyOf(hosts).equals(Set.copyOf(others));
    }
  }

  public List<RawSplit> cut(List<RawSplit> splits) throws IOException {
    List<RawSplit> all = new ArrayList<>(splits.size());
    for (RawSplit split : splits) {
      if (split.length() > UNIT && !split.hosts().isEmpty()) {
        all.addAll(cut(split));
      } else {
        all.add(split);
      }
    }
    return all;
  }

  private List<RawSplit> cut(RawSplit split) throws IOException {
    SubmittedSplits.Start start = split.start();
    Path file = start.file();
    if (!SCHEME.equals(file.toUri().getScheme())
        || !(file.getFileSystem(conf) instanceof SituFileSystem store)) {
      return List.of(split);
    }
    List<Run> runs = runs(store, file, start.offset(), start.offset() + split.length());
    boolean known = runs.stream().noneMatch(run -> run.hosts().isEmpty());
    if (runs.size() < 2 || !known || !splittable.test(file)) {
      return List.of(split);
    }
    List<RawSplit> pieces = new ArrayList<>();
    for (Run run : runs) {
      pieces.add(piece(split, file, run));
    }
    return pieces;
  }

  private List<Run> runs(SituFileSystem store, Path file, long start, long end) throws IOException {
    GetPlacementOperation placement = store.placement().forTasks(ofTasks);
    List<Run> runs = new ArrayList<>();
    for (BlockLocation block : placement.blocks(file, start, end - start, UNIT)) {
      long from = Math.max(start, block.getOffset());
      long to = Math.min(end, block.getOffset() + block.getLength());
      List<String> hosts = List.of(block.getHosts());
      Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
      if (last != null && last.isOn(hosts)) {
        runs.set(runs.size() - 1, new Run(last.start(), to, last.hosts()));
      } else if (from < to) {
        runs.add(new Run(from, to, hosts));
      }
    }
    return runs;
  }

  private static RawSplit piece(RawSplit split, Path file, Run run) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(split.raw().length);
    DataOutputStream out = new DataOutputStream(bytes);
    Text.writeString(out, split.className());
    Text.writeString(out, file.toString());
    out.writeLong(run.start());
    out.writeLong(run.end() - run.start());
    return new RawSplit(
        split.className(),
        bytes.toByteArray(),
        split.offset(),
        run.end() - run.start(),
        run.hosts());
  }
}
