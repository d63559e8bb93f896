// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.tree;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.source.HdfsFailures;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * A file as it is in HDFS.
 *
 * @param path its whole path
 * @param mark the object that it was made of; empty for an ordinary file, and for one that was
 *     written since
 * @param old the object that it is made of as an older Situ has noted, where any user could:
 *     nothing that access may depend on
 */
public record HdfsFileInfo(
    String path,
    HdfsLocatedFileStatus status,
    Optional<LinkedBlock> mark,
    Optional<LinkedBlock> old) {

  /** Returns what is at a path; empty if nothing is. */
  public static Optional<HdfsFileInfo> find(ClientProtocol nameNode, String path)
      throws IOException {
    HdfsLocatedFileStatus status = nameNode.getLocatedFileInfo(path, false);
    return status == null ? Optional.empty() : find(nameNode, path, status);
  }

  /** Returns a file that a listing has returned; empty if it is deleted meanwhile. */
  public static Optional<HdfsFileInfo> find(
      ClientProtocol nameNode, String path, HdfsLocatedFileStatus status) throws IOException {
    try {
      return Optional.of(of(nameNode, path, status));
    } catch (IOException e) {
      if (HdfsFailures.isMissing(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static HdfsFileInfo of(ClientProtocol nameNode, String path, HdfsLocatedFileStatus status)
      throws IOException {
    if (status.isDirectory()) {
      return new HdfsFileInfo(path, status, Optional.empty(), Optional.empty());
    }
    Map<String, byte[]> values = XAttrHelper.buildXAttrMap(nameNode.getXAttrs(path, null));
    Optional<LinkedBlock> mark =
        Optional.ofNullable(values.get(FileMark.ATTRIBUTE))
            .flatMap(FileMark::parse)
            .filter(found -> found.isOf(status))
            .map(FileMark::object);
    Optional<LinkedBlock> old =
        Optional.ofNullable(values.get(FileMark.OLD_ATTRIBUTE))
            .filter(value -> !values.containsKey(FileMark.ATTRIBUTE))
            .flatMap(FileMark::object);
    return new HdfsFileInfo(path, status, mark, old);
  }

  /** Those of the files whose bytes are those of objects. */
  public static List<HdfsFileInfo> attached(List<HdfsFileInfo> files) {
    return files.stream().filter(HdfsFileInfo::isAttached).toList();
  }

  /** Whether no client can read a block. */
  public static boolean isUnserved(LocatedBlock block) {
    return block.isCorrupt() || block.getLocations().length == 0;
  }

  /** Whether its bytes are those of an object; a file that was appended to or cut is not. */
  public boolean isAttached() {
    return mark.isPresent() && isClosed() && status.getLen() == mark.get().size();
  }

  /** Whether an older Situ says that its bytes are those of an object. */
  boolean isOld() {
    return old.isPresent() && isClosed() && status.getLen() == old.get().size();
  }

  /** Whether it was made of this object as it is. */
  public boolean isOf(LinkedBlock whole) {
    return isAttached() && mark.get().equals(whole);
  }

  /** What became of a file that was to be deleted. */
  public enum Deletion {
    DELETED,
    /** It stays: it has become another one, or was written. */
    CHANGED,
    /** There was nothing to delete: it had been deleted or moved by others. */
    GONE
  }

  /**
   * Deletes the file unless it has become another one, was written or was moved since it was looked
   * at. What is written between the last look and the deletion, one call of the NameNode later,
   * goes with it.
   */
  public Deletion deleteUnchanged(ClientProtocol nameNode) throws IOException {
    Optional<HdfsFileInfo> now = find(nameNode, path);
    if (now.isPresent() && !isSame(now.get())) {
      return Deletion.CHANGED;
    }
    try {
      boolean deleted = now.isPresent() && nameNode.delete(inode(), false);
      return deleted ? Deletion.DELETED : Deletion.GONE;
    } catch (IOException e) {
      if (HdfsFailures.isMissing(e)) {
        return Deletion.GONE;
      }
      throw e;
    }
  }

  /** Whether the file is still the one at its path, and was not written since. */
  public boolean isUnchanged(ClientProtocol nameNode) throws IOException {
    return find(nameNode, path).filter(this::isSame).isPresent();
  }

  private boolean isSame(HdfsFileInfo now) {
    return now.status.getFileId() == status.getFileId()
        && now.status.getLen() == status.getLen()
        && now.isClosed() == isClosed()
        && now.mark.equals(mark)
        && now.old.equals(old);
  }

  boolean isClosed() {
    return !status.getLocatedBlocks().isUnderConstruction();
  }

  public List<LocatedBlock> blocks() {
    return status.isDirectory() ? List.of() : status.getLocatedBlocks().getLocatedBlocks();
  }

  /** The same by another path. */
  public HdfsFileInfo withPath(String other) {
    return new HdfsFileInfo(other, status, mark, old);
  }

  /** The path of its inode, which stays the file's whatever is at its path now. */
  public String inode() {
    return InodePaths.path(status.getFileId());
  }
}
