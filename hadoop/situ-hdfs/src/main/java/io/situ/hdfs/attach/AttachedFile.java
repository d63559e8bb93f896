package io.situ.hdfs.attach;

import io.situ.hdfs.link.LinkedBlock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * What a file of HDFS says of the object it was made of, as its attribute {@code user.situ.object}.
 */
final class AttachedFile {

  static final String ATTRIBUTE = "user.situ.object";

  private AttachedFile() {}

  /**
   * The object a file was made of, empty if the file is an ordinary one.
   *
   * @throws FileNotFoundException if it is not there
   */
  static Optional<LinkedBlock> object(DistributedFileSystem hdfs, Path file) throws IOException {
    return Optional.ofNullable(hdfs.getXAttrs(file).get(ATTRIBUTE)).map(LinkedBlock::parse);
  }
}
