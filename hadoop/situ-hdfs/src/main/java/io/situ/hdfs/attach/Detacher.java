package io.situ.hdfs.attach;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Takes attached files out of HDFS. Ordinary files beside them, and the directories those are in,
 * stay. The objects are not touched: what goes is the name and the links. For one thread.
 */
public final class Detacher {

  private final DistributedFileSystem hdfs;
  private long files;
  private long kept;

  Detacher(DistributedFileSystem hdfs) {
    this.hdfs = hdfs;
  }

  /**
   * @param files attached files that are out now
   * @param kept ordinary files that stayed
   */
  public record Summary(long files, long kept) {}

  /**
   * @throws java.io.FileNotFoundException if the directory is not there
   * @throws IOException if HDFS refuses; what was taken out until then is out
   */
  Summary detach(Path directory) throws IOException {
    empty(hdfs.getFileStatus(directory));
    return new Summary(files, kept);
  }

  private void empty(FileStatus status) throws IOException {
    if (status.isFile()) {
      remove(status.getPath());
      return;
    }
    List<FileStatus> entries = new ArrayList<>();
    var listing = hdfs.listStatusIterator(status.getPath());
    while (listing.hasNext()) {
      entries.add(listing.next());
    }
    for (FileStatus entry : entries) {
      empty(entry);
    }
    try {
      hdfs.delete(status.getPath(), false);
    } catch (PathIsNotEmptyDirectoryException e) {
      return;
    }
  }

  private void remove(Path file) throws IOException {
    if (AttachedFile.object(hdfs, file).isPresent()) {
      hdfs.delete(file, false);
      files++;
    } else {
      kept++;
    }
  }
}
