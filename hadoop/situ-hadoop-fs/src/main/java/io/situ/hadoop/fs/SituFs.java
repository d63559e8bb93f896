// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import io.situ.hadoop.fs.config.SituKeys;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsAction;

/** {@link SituFileSystem} for users of {@link org.apache.hadoop.fs.FileContext}. */
public final class SituFs extends DelegateToFileSystem {

  private final SituFileSystem fs;

  /** Called by Hadoop, by reflection. */
  public SituFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
    this(uri, conf, new SituFileSystem());
  }

  private SituFs(URI uri, Configuration conf, SituFileSystem fs)
      throws IOException, URISyntaxException {
    super(uri, fs, conf, SituKeys.SCHEME, false);
    this.fs = fs;
  }

  /** Whatever a store may hold is a name, a colon in it too. */
  @Override
  public boolean isValidName(String path) {
    try {
      StorePath.of(path);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  @SuppressWarnings("deprecation")
  public void renameInternal(Path from, Path to, boolean overwrite) throws IOException {
    fs.rename(from, to, overwrite ? Rename.OVERWRITE : Rename.NONE);
  }

  @Override
  public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
    return fs.listStatusIterator(path);
  }

  @Override
  public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) throws IOException {
    return fs.listLocatedStatus(path);
  }

  @Override
  public void access(Path path, FsAction mode) throws IOException {
    fs.access(path, mode);
  }

  @Override
  public void modifyAclEntries(Path path, List<AclEntry> entries) throws IOException {
    fs.modifyAclEntries(path, entries);
  }

  @Override
  public void removeAclEntries(Path path, List<AclEntry> entries) throws IOException {
    fs.removeAclEntries(path, entries);
  }

  @Override
  public void removeDefaultAcl(Path path) throws IOException {
    fs.removeDefaultAcl(path);
  }

  @Override
  public void removeAcl(Path path) throws IOException {
    fs.removeAcl(path);
  }

  @Override
  public void setAcl(Path path, List<AclEntry> entries) throws IOException {
    fs.setAcl(path, entries);
  }

  @Override
  public AclStatus getAclStatus(Path path) throws IOException {
    return fs.getAclStatus(path);
  }

  @Override
  public void setXAttr(Path path, String name, byte[] value, EnumSet<XAttrSetFlag> flags)
      throws IOException {
    fs.setXAttr(path, name, value, flags);
  }

  @Override
  public byte[] getXAttr(Path path, String name) throws IOException {
    return fs.getXAttr(path, name);
  }

  @Override
  public Map<String, byte[]> getXAttrs(Path path) throws IOException {
    return fs.getXAttrs(path);
  }

  @Override
  public Map<String, byte[]> getXAttrs(Path path, List<String> names) throws IOException {
    return fs.getXAttrs(path, names);
  }

  @Override
  public List<String> listXAttrs(Path path) throws IOException {
    return fs.listXAttrs(path);
  }

  @Override
  public void removeXAttr(Path path, String name) throws IOException {
    fs.removeXAttr(path, name);
  }

  @Override
  public Path getEnclosingRoot(Path path) throws IOException {
    return fs.getEnclosingRoot(path);
  }
}
