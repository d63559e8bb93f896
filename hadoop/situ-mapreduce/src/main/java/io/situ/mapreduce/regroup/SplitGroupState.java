// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import io.situ.mapreduce.regroup.SplitGroups.Group;
import io.situ.mapreduce.split.FileVersion;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * What the grouped splits of both interfaces have in common: the splits in a group, on the wire and
 * in turn. The client knows them as bytes, the task as objects. Not thread-safe.
 */
final class SplitGroupState<S> {

  private final Class<S> type;
  private final List<byte[]> raw;
  private final String[] hosts;
  private final long bytes;
  private final List<S> splits = new ArrayList<>();
  private final List<FileVersion> versions = new ArrayList<>();
  private Configuration conf;
  private int current;

  private SplitGroupState(Class<S> type, List<byte[]> raw, String[] hosts, long bytes) {
    this.type = type;
    this.raw = raw;
    this.hosts = hosts;
    this.bytes = bytes;
  }

  /** For the task, which then calls {@link #readFields}. */
  static <S> SplitGroupState<S> empty(Class<S> type) {
    return new SplitGroupState<>(type, List.of(), new String[0], 0);
  }

  /** For the client: carries serialized splits on, each with its {@link FileVersion}. */
  static <S> SplitGroupState<S> of(Class<S> type, Group group) {
    return new SplitGroupState<>(
        type,
        group.splits().stream().map(RawSplit::raw).toList(),
        group.host().isEmpty() ? new String[0] : new String[] {group.host()},
        group.bytes());
  }

  void setConf(Configuration newConf) {
    this.conf = newConf;
  }

  Configuration conf() {
    return conf;
  }

  void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, raw.size());
    for (byte[] split : raw) {
      out.write(split);
    }
  }

  /** Reads what {@link #write} wrote. */
  void readFields(DataInput in) throws IOException {
    splits.clear();
    versions.clear();
    current = 0;
    int count = WritableUtils.readVInt(in);
    for (int i = 0; i < count; i++) {
      String name = Text.readString(in);
      Object split;
      try {
        split = ReflectionUtils.newInstance(conf.getClassByName(name), conf);
      } catch (ClassNotFoundException e) {
        throw new IOException("the split class " + name + " is not on the task's class path", e);
      }
      ((Writable) split).readFields(in);
      splits.add(type.cast(split));
      versions.add(FileVersion.read(in));
    }
  }

  /**
   * Looks at the file of the split that was read.
   *
   * @throws IOException if it is not the one that the job was submitted for
   */
  void checkCurrent(Function<S, Path> pathOf) throws IOException {
    versions.get(current).check(pathOf.apply(current()), conf);
  }

  String[] hosts() {
    return hosts.clone();
  }

  /** In the task, the length of the split being read; in the client, of the whole group. */
  long length(ToLongFunction<S> lengthOf) {
    return splits.isEmpty() ? bytes : lengthOf.applyAsLong(current());
  }

  S current() {
    return splits.get(current);
  }

  /** Whether {@link #advance} may be called. */
  boolean hasNext() {
    return current + 1 < splits.size();
  }

  void advance() {
    current++;
  }

  int position() {
    return current;
  }

  List<S> all() {
    return splits;
  }

  /** In the task, the split being read, as a task of its own has it. */
  @Override
  public String toString() {
    return splits.isEmpty() ? bytes + " bytes" : current().toString();
  }
}
