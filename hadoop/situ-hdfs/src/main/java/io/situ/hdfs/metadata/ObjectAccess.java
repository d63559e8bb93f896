// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.metadata;

import io.situ.storage.StoreObject;
import java.util.List;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Who may do what with a file or directory of HDFS, because of what the store's object lets them.
 *
 * @param mode permission bits; those of the group are the mask where there is a list
 * @param list the whole access list, empty for none
 * @param modified milliseconds since 1970-01-01T00:00Z
 * @param object as it was looked at
 */
public record ObjectAccess(
    String owner,
    String group,
    FsPermission mode,
    List<AclEntry> list,
    long modified,
    StoreObject object) {

  public ObjectAccess {
    list = List.copyOf(list);
  }
}
