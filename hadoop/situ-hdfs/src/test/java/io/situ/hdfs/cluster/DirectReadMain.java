// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads files of HDFS in a process of its own, and prints what it got. */
public final class DirectReadMain {

  private DirectReadMain() {}

  /**
   * @param args configuration file and the files
   */
  public static void main(String[] args) throws IOException {
    Configuration conf = new Configuration();
    conf.addResource(new Path("file://" + args[0]));
    try (FileSystem client = FileSystem.get(conf)) {
      for (String file : Arrays.copyOfRange(args, 1, args.length)) {
        System.out.println("read\t" + file + "\t" + read(client, file));
      }
    }
  }

  private static String read(FileSystem client, String file) {
    try {
      DirectReadClients.Content content = DirectReadClients.read(client, file);
      return content.direct() + " " + Arrays.hashCode(content.bytes());
    } catch (IOException e) {
      return e.getClass().getSimpleName();
    }
  }
}
