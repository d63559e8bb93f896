// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.offline;

import io.situ.hdfs.image.FsImage;
import io.situ.hdfs.image.FsImageAdditions;
import io.situ.hdfs.image.NameDirectories;
import io.situ.hdfs.metadata.ObjectAccess;
import io.situ.hdfs.offline.ObjectsWithAcls.Dressed;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachedTree;
import io.situ.storage.Attributes;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/** Adds many directories to an image, in a process whose heap would not hold their names. */
public final class ManyDirectoriesMain {

  private static final String LONG = "n".repeat(120);
  private static final Attributes ATTRIBUTES = new Attributes("root", "root", 0755, 0, 0);

  private ManyDirectoriesMain() {}

  /**
   * @param args directory of the NameNode, a scratch directory, how many directories have how many
   *     each
   */
  public static void main(String[] args) throws Exception {
    int outer = Integer.parseInt(args[2]);
    int inner = Integer.parseInt(args[3]);
    Configuration conf = new HdfsConfiguration();
    Path scratch = Path.of(args[1]);
    Path made = scratch.resolve("image");
    try (NameDirectories names = NameDirectories.open(Path.of(args[0]), conf)) {
      FsImage image = new FsImage(names.image(), conf);
      try (FsImageAdditions added = new FsImageAdditions(image, "/many", scratch);
          FsImageObjectWriter inodes =
              new FsImageObjectWriter(added, names.pool(), null, null, scratch)) {
        inodes.root(added.spot(), AttachedTree.now("data", "a store", StorePath.ROOT));
        for (int i = 0; i < outer; i++) {
          add(inodes, "/" + i + LONG);
        }
        for (int i = 0; i < outer; i++) {
          for (int j = 0; j < inner; j++) {
            add(inodes, "/" + i + LONG + "/" + j + LONG);
          }
        }
        added.write(made, 1_000_000);
      }
    }
    FsImage image = new FsImage(made, conf);
    requireThere(image, "/many/7" + LONG + "/" + (inner - 1) + LONG, scratch);
    new FsImageAdditions(image, "/many/" + (outer - 1) + LONG + "/none", scratch).close();
    Files.delete(made);
  }

  private static void add(FsImageObjectWriter inodes, String place) throws Exception {
    StoreObject object =
        new StoreObject(
            StorePath.of(place),
            StoreObject.Kind.DIRECTORY,
            0,
            ATTRIBUTES,
            new StoreObject.Version(0, 1));
    ObjectAccess access =
        new ObjectAccess("root", "root", new FsPermission((short) 0755), List.of(), 0, object);
    if (!inodes.add(new Dressed(AttachItem.of("data", object, place), access))) {
      throw new AssertionError(place + " has no directory");
    }
  }

  private static void requireThere(FsImage image, String path, Path scratch) throws Exception {
    try {
      new FsImageAdditions(image, path, scratch).close();
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.ALREADY_EXISTS) {
        return;
      }
      throw e;
    }
    throw new AssertionError(path + " is not there");
  }
}
