package io.situ.mapreduce.regroup;

import io.situ.mapreduce.regroup.SplitGroups.Group;
import io.situ.mapreduce.regroup.SubmittedSplits.RawSplit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Several file splits that lie on one host, read one after the other. It is a {@link FileSplit}
 * itself, the one being read, because mappers and Hadoop's own byte counters ask for one.
 */
public final class GroupedSplit extends FileSplit implements Configurable {

  private Configuration conf;
  private InnerSplits<FileSplit> inner;
  private String[] hosts = {};
  private long bytes;

  /** For Hadoop's deserializer. */
  public GroupedSplit() {}

  GroupedSplit(Group group) {
    this.inner =
        new InnerSplits<>(FileSplit.class, group.splits().stream().map(RawSplit::raw).toList());
    this.hosts = group.host().isEmpty() ? new String[0] : new String[] {group.host()};
    this.bytes = group.bytes();
  }

  InnerSplits<FileSplit> inner() {
    return inner;
  }

  @Override
  public Path getPath() {
    return inner.current().getPath();
  }

  @Override
  public long getStart() {
    return inner.current().getStart();
  }

  /** In the task, the length of the split being read; in the client, of the whole group. */
  @Override
  public long getLength() {
    return inner.all().isEmpty() ? bytes : inner.current().getLength();
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    inner.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    inner = InnerSplits.read(FileSplit.class, in, conf);
  }

  @Override
  public void setConf(Configuration newConf) {
    this.conf = newConf;
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  @Override
  public String toString() {
    return inner.all().isEmpty() ? bytes + " bytes" : inner.all().toString();
  }
}
