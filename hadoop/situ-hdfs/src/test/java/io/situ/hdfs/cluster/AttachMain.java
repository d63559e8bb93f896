// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.source.AttachSummary;
import io.situ.storage.StoreObject;
import io.situ.storage.testkit.lab.JavaCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Iterator;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Attaches in a process of its own, which may be asked to stop where it is until it is killed. */
public final class AttachMain {

  private AttachMain() {}

  /**
   * Starts it.
   *
   * @param scratch where its configuration and what it prints are written
   * @param stopAt how many objects come before no more does
   */
  public static Process start(
      java.nio.file.Path scratch, Configuration conf, String root, String target, int stopAt)
      throws IOException {
    java.nio.file.Path site = scratch.resolve("site.xml");
    try (OutputStream out = Files.newOutputStream(site)) {
      conf.writeXml(out);
    }
    return new ProcessBuilder(JavaCommand.of(AttachMain.class).call(site, root, target, stopAt))
        .redirectErrorStream(true)
        .redirectOutput(scratch.resolve("child.log").toFile())
        .start();
  }

  /**
   * @param args configuration file, directory of the store, target, and how many objects come
   *     before no more does
   */
  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    conf.addResource(new Path("file://" + args[0]));
    Map<String, String> settings = LinkedCluster.keys(conf);
    Iterator<StoreObject> objects = LinkedCluster.objects(conf, args[1]).iterator();
    int most = Integer.parseInt(args[3]);
    try (HdfsAttachService attachService = HdfsAttachService.open(settings, args[2])) {
      AttachSummary summary =
          attachService.attach(LinkedCluster.tree(args[1]), new Some(objects, most));
      System.out.println(summary);
    }
  }

  private static final class Some implements Iterator<StoreObject> {
    private final Iterator<StoreObject> all;
    private int left;

    public Some(Iterator<StoreObject> all, int most) {
      this.all = all;
      this.left = most;
    }

    @Override
    public boolean hasNext() {
      if (left-- == 0) {
        stop();
      }
      return all.hasNext();
    }

    private static void stop() {
      try {
        Thread.currentThread().join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public StoreObject next() {
      return all.next();
    }
  }
}
