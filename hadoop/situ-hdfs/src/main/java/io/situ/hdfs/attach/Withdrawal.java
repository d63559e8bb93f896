package io.situ.hdfs.attach;

import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;

/**
 * Takes attached files away of which it is known that their objects are gone, and directories that
 * are empty by then. A file that users gave another name stays, and so do files of HDFS's own. For
 * one thread.
 */
final class Withdrawal {

  private final AttachSession session;
  private final TreeRoot root;

  Withdrawal(AttachSession session, TreeRoot root) {
    this.session = session;
    this.root = root;
  }

  /**
   * @param gone a directory before what was in it
   * @return how many files were taken away
   */
  long run(List<StorePath> gone) throws IOException {
    List<Optional<FoundFile>> there = session.parallel().all(gone, this::look);
    List<String> files = new ArrayList<>();
    List<String> directories = new ArrayList<>();
    for (int i = 0; i < gone.size(); i++) {
      Optional<FoundFile> found = there.get(i);
      if (found.isPresent() && found.get().status().isDirectory()) {
        directories.add(0, found.get().path());
      } else if (found.isPresent() && root.isInPlace(found.get())) {
        files.add(found.get().inode());
      }
    }
    session.parallel().all(files, file -> session.nameNode().delete(file, false));
    for (String directory : directories) {
      Walk.deleteIfEmpty(session.hdfs(), directory);
    }
    return files.size();
  }

  private Optional<FoundFile> look(StorePath object) throws IOException {
    ClientProtocol nameNode = session.nameNode();
    return FoundFile.look(nameNode, root.path() + root.tree().place(object));
  }
}
