package io.situ.testbed;

import java.io.IOException;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SequenceFileInputFormat;

/**
 * TestDFSIO's maps read small control files, each of which names a data file; this has the cluster
 * run them on the hosts of the data. To be named by {@code mapred.input.format.class}.
 */
public final class BesideItsData extends SequenceFileInputFormat<Text, LongWritable> {

  private static final String CONTROL = "in_file_";

  @Override
  public InputSplit[] getSplits(JobConf job, int count) throws IOException {
    InputSplit[] splits = super.getSplits(job, count);
    for (int i = 0; i < splits.length; i++) {
      FileSplit control = (FileSplit) splits[i];
      String name = control.getPath().getName().substring(CONTROL.length());
      Path data = new Path(control.getPath().getParent().getParent(), "io_data/" + name);
      BlockLocation first = data.getFileSystem(job).getFileBlockLocations(data, 0, 1)[0];
      splits[i] =
          new FileSplit(
              control.getPath(), control.getStart(), control.getLength(), first.getHosts());
    }
    return splits;
  }
}
