// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import io.situ.hadoop.fs.acl.AclTransformation;
import io.situ.hadoop.fs.operation.AclOperations;
import io.situ.hadoop.fs.operation.FileSystemOperations;
import io.situ.hadoop.fs.operation.OperationRunner.Op;
import io.situ.hadoop.fs.operation.SetAttributeOperations;
import io.situ.hadoop.fs.operation.StoreContext;
import io.situ.storage.Attributes;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * What {@link SituFileSystem} says and changes about objects beside their bytes: owners, modes and
 * times, extended attributes, access lists. Thread-safe.
 */
abstract class AttributedFileSystem extends FileSystem {

  /** What this file system is made of. */
  abstract FileSystemOperations parts();

  /** Where a path lies in the store. */
  abstract StorePath place(Path path);

  @Override
  public void access(Path path, FsAction mode) throws IOException {
    Path full = makeQualified(path);
    StorePath place = place(path);
    parts().act(Op.ACCESS, () -> check(full, place, mode));
  }

  private void check(Path full, StorePath place, FsAction mode) throws IOException {
    StoreContext at = parts().context();
    StoreObject object = at.store().stat(place, true);
    parts().accessLists().check(object, at.status(object, full), mode);
  }

  private void change(Path path, Attributes.Change change) throws IOException {
    StorePath place = place(path);
    parts().act(Op.ATTRIBUTES, () -> parts().context().store().setAttributes(place, change));
  }

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    change(path, Attributes.Change.NONE.withMode(permission.toShort()));
  }

  @Override
  public void setOwner(Path path, String user, String group) throws IOException {
    change(path, SetAttributeOperations.owner(user, group));
  }

  @Override
  public void setTimes(Path path, long modified, long accessed) throws IOException {
    change(path, SetAttributeOperations.times(modified, accessed));
  }

  @Override
  public void setXAttr(Path path, String name, byte[] value, EnumSet<XAttrSetFlag> flags)
      throws IOException {
    StorePath place = place(path);
    parts().act(Op.SET_XATTR, () -> parts().xattrs().set(place, name, value, flags));
  }

  @Override
  public void removeXAttr(Path path, String name) throws IOException {
    StorePath place = place(path);
    parts().act(Op.SET_XATTR, () -> parts().xattrs().remove(place, name));
  }

  @Override
  public Map<String, byte[]> getXAttrs(Path path) throws IOException {
    StorePath place = place(path);
    return parts().run(Op.GET_XATTRS, () -> parts().xattrs().all(place));
  }

  @Override
  public Map<String, byte[]> getXAttrs(Path path, List<String> names) throws IOException {
    StorePath place = place(path);
    return parts().run(Op.GET_XATTRS, () -> parts().xattrs().named(place, names));
  }

  @Override
  public byte[] getXAttr(Path path, String name) throws IOException {
    return getXAttrs(path, List.of(name)).get(name);
  }

  @Override
  public List<String> listXAttrs(Path path) throws IOException {
    return List.copyOf(getXAttrs(path).keySet());
  }

  /**
   * Reads the list and writes it back: of two changes at once one may be lost. This holds for all
   * calls that change access lists.
   *
   * @throws UnsupportedOperationException if the file system keeps no access lists
   */
  @Override
  public void modifyAclEntries(Path path, List<AclEntry> entries) throws IOException {
    changeAccess(path, "modifyAclEntries", edit -> edit.modify(entries));
  }

  @Override
  public void removeAclEntries(Path path, List<AclEntry> entries) throws IOException {
    changeAccess(path, "removeAclEntries", edit -> edit.remove(entries));
  }

  @Override
  public void removeDefaultAcl(Path path) throws IOException {
    changeAccess(path, "removeDefaultAcl", AclTransformation::removeDefault);
  }

  @Override
  public void removeAcl(Path path) throws IOException {
    changeAccess(path, "removeAcl", AclTransformation::removeAll);
  }

  @Override
  public void setAcl(Path path, List<AclEntry> entries) throws IOException {
    changeAccess(path, "setAcl", edit -> edit.replace(entries));
  }

  private void changeAccess(Path path, String call, AclOperations.Change change)
      throws IOException {
    StorePath place = place(path);
    parts().act(Op.SET_ACL, () -> parts().accessLists().change(place, call, change));
  }

  /** As HDFS reports it; no entries where permission bits say everything. */
  @Override
  public AclStatus getAclStatus(Path path) throws IOException {
    StorePath place = place(path);
    return parts().run(Op.GET_ACL, () -> parts().accessLists().status(place));
  }
}
