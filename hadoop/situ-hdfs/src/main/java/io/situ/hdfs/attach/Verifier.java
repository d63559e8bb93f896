// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.attach.BrokenFile.Kind;
import io.situ.hdfs.link.LinkBrokenException;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Asks the store of each attached file whether its object is what was attached, and compares
 * checksums where some are noted. For one thread.
 */
final class Verifier implements Walk.Visitor {

  private final DistributedFileSystem hdfs;
  private final Parallel parallel;
  private final ObjectSources sources;
  private final Consumer<BrokenFile> told;
  private final NotedSums sums;
  private Optional<TreeRoot> root = Optional.empty();
  private long files;

  Verifier(
      DistributedFileSystem hdfs,
      Parallel parallel,
      ObjectSources sources,
      Consumer<BrokenFile> told,
      NotedSums sums) {
    this.hdfs = hdfs;
    this.sums = sums;
    this.parallel = parallel;
    this.sources = sources;
    this.told = told;
  }

  /** How many attached files were looked at. */
  long run(Path directory) throws IOException {
    root = TreeRoot.of(hdfs, directory);
    if (root.isPresent()) {
      root.get().refuseOld();
    }
    new Walk(hdfs.getClient().getNamenode(), parallel, this).run(directory.toUri().getPath());
    return files;
  }

  @Override
  public void files(List<FoundFile> found) throws IOException {
    List<FoundFile> attached = FoundFile.attached(found);
    files += attached.size();
    for (Optional<BrokenFile> broken : parallel.all(found, this::look)) {
      broken.ifPresent(told);
    }
  }

  private Optional<BrokenFile> look(FoundFile file) throws IOException {
    return file.isAttached() ? attached(file) : own(file);
  }

  /** A file of HDFS's own says nothing of the store, unless it is where an object belongs. */
  private Optional<BrokenFile> own(FoundFile file) throws IOException {
    Optional<StorePath> object = root.flatMap(at -> at.tree().at(at.place(file.path())));
    return object.isPresent() && sources.isFile(root.get().tree(), object.get())
        ? Optional.of(
            new BrokenFile(
                file.path(),
                Kind.FOREIGN,
                "is a file of HDFS's own in the place of '"
                    + object.get()
                    + "'; move it away and call 'situ attach'"))
        : Optional.empty();
  }

  private Optional<BrokenFile> attached(FoundFile file) throws IOException {
    try {
      sources.check(file.mark().orElseThrow());
    } catch (LinkBrokenException e) {
      boolean gone = e.getCause() instanceof StoreException;
      return Optional.of(
          new BrokenFile(file.path(), gone ? Kind.VANISHED : Kind.CHANGED, e.getMessage()));
    }
    long unserved = file.blocks().stream().filter(FoundFile::isUnserved).count();
    return unserved == 0
        ? compare(file)
        : Optional.of(
            new BrokenFile(
                file.path(),
                Kind.UNSERVED,
                "no DataNode serves " + unserved + " of its " + file.blocks().size() + " blocks"));
  }

  /** HDFS gives no checksum of that kind for a file without bytes. */
  private Optional<BrokenFile> compare(FoundFile file) throws IOException {
    OptionalInt noted = sums.of(file.mark().orElseThrow());
    if (noted.isEmpty() || file.status().getLen() == 0) {
      return Optional.empty();
    }
    FileChecksum now = hdfs.getFileChecksum(new Path(file.path()));
    int sum = ByteBuffer.wrap(now.getBytes()).getInt();
    return sum == noted.getAsInt()
        ? Optional.empty()
        : Optional.of(
            new BrokenFile(
                file.path(),
                Kind.DAMAGED,
                String.format(
                    "its bytes have the checksum %08x, and the object had %08x when it was scanned,"
                        + " as the same version",
                    sum, noted.getAsInt())));
  }
}
