package io.situ.hdfs.attach;

import io.situ.hdfs.attach.BrokenFile.Kind;
import io.situ.hdfs.link.LinkBrokenException;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;

/** Asks the store of each attached file whether its object is what was attached. One thread. */
final class Verifier implements Walk.Visitor {

  private final ClientProtocol nameNode;
  private final Parallel parallel;
  private final ObjectSources sources;
  private final Consumer<BrokenFile> told;
  private long files;

  Verifier(
      DistributedFileSystem hdfs,
      Parallel parallel,
      ObjectSources sources,
      Consumer<BrokenFile> told) {
    this.nameNode = hdfs.getClient().getNamenode();
    this.parallel = parallel;
    this.sources = sources;
    this.told = told;
  }

  /** How many attached files were looked at. */
  long run(Path directory) throws IOException {
    new Walk(nameNode, parallel, this).run(directory.toUri().getPath());
    return files;
  }

  @Override
  public void files(List<FoundFile> found) throws IOException {
    List<FoundFile> attached = FoundFile.attached(found);
    files += attached.size();
    for (Optional<BrokenFile> broken : parallel.all(attached, this::look)) {
      broken.ifPresent(told);
    }
  }

  private Optional<BrokenFile> look(FoundFile file) throws IOException {
    try {
      sources.check(file.mark().orElseThrow());
    } catch (LinkBrokenException e) {
      boolean gone = e.getCause() instanceof StoreException;
      return Optional.of(
          new BrokenFile(file.path(), gone ? Kind.VANISHED : Kind.CHANGED, e.getMessage()));
    }
    long unserved = file.blocks().stream().filter(FoundFile::isUnserved).count();
    return unserved == 0
        ? Optional.empty()
        : Optional.of(
            new BrokenFile(
                file.path(),
                Kind.UNSERVED,
                "no DataNode serves " + unserved + " of its " + file.blocks().size() + " blocks"));
  }
}
