// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/** Does things in HDFS as ordinary users of it. */
public record HdfsUsers(LinkedCluster linked) {

  /** Something that a user does. */
  public interface Deed<T> {
    T run(DistributedFileSystem hdfs) throws Exception;
  }

  public <T> T as(String user, Deed<T> deed) throws Exception {
    UserGroupInformation who =
        UserGroupInformation.createUserForTesting(user, new String[] {"nobody"});
    return who.doAs(
        (PrivilegedExceptionAction<T>)
            () -> {
              try (FileSystem hdfs =
                  FileSystem.newInstance(
                      linked.hdfs().getUri(), linked.cluster().getConfiguration(0))) {
                return deed.run((DistributedFileSystem) hdfs);
              }
            });
  }

  /** Writes a file as a user. */
  public void write(String user, String file, String text) throws Exception {
    as(
        user,
        hdfs -> {
          DFSTestUtil.writeFile(hdfs, new Path(file), text);
          return null;
        });
  }

  public String read(String user, String file) throws Exception {
    return as(
        user,
        hdfs ->
            new String(DFSTestUtil.readFileAsBytes(hdfs, new Path(file)), StandardCharsets.UTF_8));
  }

  /** Sets an attribute that any user may set. */
  public void mark(String user, String file, String name, byte[] value) throws Exception {
    as(
        user,
        hdfs -> {
          hdfs.setXAttr(new Path(file), name, value);
          return null;
        });
  }

  public String owner(String file) throws IOException {
    return linked.hdfs().getFileStatus(new Path(file)).getOwner();
  }

  public int mode(String file) throws IOException {
    return linked.hdfs().getFileStatus(new Path(file)).getPermission().toShort();
  }
}
