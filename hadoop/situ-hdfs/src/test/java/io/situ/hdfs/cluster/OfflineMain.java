// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import io.situ.hdfs.datanode.OfflineDataNode;
import io.situ.hdfs.offline.OfflineAttacher;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** A first load in a process of its own, which may be killed. */
public final class OfflineMain {

  private OfflineMain() {}

  /**
   * @param args configuration file, and the list that is to be carried out; or configuration file,
   *     directory of the NameNode, directory for lists, directory of the store, and target
   */
  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    conf.addResource(new org.apache.hadoop.fs.Path("file://" + args[0]));
    Map<String, String> settings = LinkedCluster.keys(conf);
    if (args.length == 2) {
      try (OfflineDataNode node = OfflineDataNode.open(settings)) {
        node.linkBlocks(Path.of(args[1]), System.out::println);
      }
    } else {
      new OfflineAttacher(settings, Path.of(args[2]), List.of())
          .attach(
              Path.of(args[1]),
              LinkedCluster.tree(args[3]),
              LinkedCluster.objects(conf, args[3]).iterator(),
              args[4]);
    }
  }
}
