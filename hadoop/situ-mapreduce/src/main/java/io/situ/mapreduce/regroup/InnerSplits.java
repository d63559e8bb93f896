package io.situ.mapreduce.regroup;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.util.ReflectionUtils;

/** The splits in a group, on the wire and in turn. Not safe for use by several threads. */
final class InnerSplits<S> {

  private final Class<S> type;
  private final List<byte[]> raw;
  private final List<S> splits = new ArrayList<>();
  private int current;

  /** For the client: carries serialized splits on. */
  InnerSplits(Class<S> type, List<byte[]> raw) {
    this.type = type;
    this.raw = List.copyOf(raw);
  }

  /** For the task: reads what {@link #write} wrote. */
  static <S> InnerSplits<S> read(Class<S> type, DataInput in, Configuration conf)
      throws IOException {
    InnerSplits<S> inner = new InnerSplits<>(type, List.of());
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
      inner.splits.add(type.cast(split));
    }
    return inner;
  }

  void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, raw.size());
    for (byte[] split : raw) {
      out.write(split);
    }
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

  Class<S> type() {
    return type;
  }
}
