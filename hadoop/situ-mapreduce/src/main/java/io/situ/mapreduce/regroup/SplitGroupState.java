// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import io.situ.mapreduce.regroup.SplitGroups.Group;
import io.situ.mapreduce.split.FileVersion;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;
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

  /** Stands before etags; a class name begins with its length. */
  private static final byte ETAGS = 0;

  private static final int MAX_ETAG_BYTES = 4 * FileVersion.MAX_ETAG;

  private final Class<S> type;
  private final List<RawSplit> written;
  private final String[] hosts;
  private final long bytes;
  private final List<S> splits = new ArrayList<>();
  private final List<FileVersion> versions = new ArrayList<>();
  private Configuration conf;
  private int current;

  private SplitGroupState(Class<S> type, List<RawSplit> written, String[] hosts, long bytes) {
    this.type = type;
    this.written = written;
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
        group.splits(),
        group.host().isEmpty() ? new String[0] : new String[] {group.host()},
        group.bytes());
  }

  void setConf(Configuration newConf) {
    this.conf = newConf;
  }

  Configuration conf() {
    return conf;
  }

  /**
   * Writes the splits, and behind them the etags of their files if any has one. Tasks with an
   * earlier version of Situ do not read that far.
   */
  void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, written.size());
    for (RawSplit split : written) {
      out.write(split.raw());
    }
    if (written.stream().anyMatch(split -> !split.etag().isEmpty())) {
      out.writeByte(ETAGS);
      for (RawSplit split : written) {
        Text.writeString(out, split.etag());
      }
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
    if (hasEtags(in)) {
      for (ListIterator<FileVersion> each = versions.listIterator(); each.hasNext(); ) {
        FileVersion version = each.next();
        each.set(version.withEtag(Text.readString(in, MAX_ETAG_BYTES)));
      }
    }
  }

  /** Without etags there is the end of the file, or the next group with its class name. */
  private static boolean hasEtags(DataInput in) throws IOException {
    try {
      return in.readByte() == ETAGS;
    } catch (EOFException e) {
      return false;
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
