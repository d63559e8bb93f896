package io.situ.hdfs.attach;

import io.situ.hdfs.link.LinkedBlock;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * A file as it is in HDFS.
 *
 * @param path its whole path
 * @param mark what it says of the object it was made of; empty for an ordinary file
 */
record FoundFile(String path, HdfsLocatedFileStatus status, Optional<LinkedBlock> mark) {

  /** Where a file says what it was made of. */
  static final String ATTRIBUTE = "user.situ.object";

  /** What is at a path; empty if nothing is. */
  static Optional<FoundFile> look(ClientProtocol nameNode, String path) throws IOException {
    HdfsLocatedFileStatus status = nameNode.getLocatedFileInfo(path, false);
    return status == null ? Optional.empty() : Optional.of(of(nameNode, path, status));
  }

  /** A file that a listing has told of. */
  static FoundFile of(ClientProtocol nameNode, String path, HdfsLocatedFileStatus status)
      throws IOException {
    if (status.isDirectory()) {
      return new FoundFile(path, status, Optional.empty());
    }
    byte[] value = XAttrHelper.buildXAttrMap(nameNode.getXAttrs(path, null)).get(ATTRIBUTE);
    return new FoundFile(path, status, Optional.ofNullable(value).map(LinkedBlock::parse));
  }

  /** Those of the files whose bytes are those of objects. */
  static List<FoundFile> attached(List<FoundFile> files) {
    return files.stream().filter(FoundFile::isAttached).toList();
  }

  /** Whether nobody can read a block. */
  static boolean isUnserved(LocatedBlock block) {
    return block.isCorrupt() || block.getLocations().length == 0;
  }

  /** Whether its bytes are those of an object; a file that was appended to or cut is not. */
  boolean isAttached() {
    return mark.isPresent() && isClosed() && status.getLen() == mark.get().size();
  }

  /** Whether it was made of this object as it is. */
  boolean isOf(LinkedBlock whole) {
    return isAttached() && mark.get().equals(whole);
  }

  boolean isClosed() {
    return !status.getLocatedBlocks().isUnderConstruction();
  }

  List<LocatedBlock> blocks() {
    return status.isDirectory() ? List.of() : status.getLocatedBlocks().getLocatedBlocks();
  }
}
