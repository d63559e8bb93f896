// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import io.situ.hdfs.direct.DirectInputStream;
import io.situ.hdfs.direct.DirectReadFileSystem;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Opens files of a cluster as a client that reads attached ones from their stores. */
public record DirectReadClients(LinkedCluster linked) {

  /** The client's configuration. */
  public Configuration configuration(Map<String, String> settings) {
    Configuration conf = new Configuration(linked.cluster().getConfiguration(0));
    conf.set("fs.hdfs.impl", DirectReadFileSystem.class.getName());
    settings.forEach(conf::set);
    return conf;
  }

  /** A client; the caller closes it. */
  public DistributedFileSystem client(Map<String, String> settings) throws IOException {
    return (DistributedFileSystem)
        FileSystem.newInstance(linked.hdfs().getUri(), configuration(settings));
  }

  public static boolean isDirect(FSDataInputStream in) {
    return in.getWrappedStream() instanceof DirectInputStream stream && stream.isDirect();
  }

  /**
   * What a client reads of a file.
   *
   * @param direct whether it read its object to the end
   */
  public record Content(boolean direct, byte[] bytes) {}

  public static Content read(FileSystem client, String file) throws IOException {
    try (FSDataInputStream in = client.open(new Path(file))) {
      byte[] bytes = in.readAllBytes();
      return new Content(isDirect(in), bytes);
    }
  }
}
