package io.situ.hdfs.attach;

import io.situ.hdfs.attach.AttachSummary.Count;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * Makes attached files what their objects are now, and links blocks anew that lack replicas. No
 * file is added or removed. For one thread.
 */
final class Repairer implements Walk.Visitor {

  private final AttachSession session;
  private final ObjectSources sources;
  private final Tally tally = new Tally();
  private String top = "";
  private TreeWriter writer;

  Repairer(AttachSession session, ObjectSources sources) {
    this.session = session;
    this.sources = sources;
  }

  /**
   * @param target a directory, or one attached file
   */
  AttachSummary run(Path target) throws IOException {
    String path = target.toUri().getPath();
    boolean file = session.hdfs().getFileStatus(target).isFile();
    top = file ? target.getParent().toUri().getPath() : path;
    top = top.equals("/") ? "" : top;
    DataNodes nodes = DataNodes.living(session.nameNode());
    Staging staging = Staging.open(session.hdfs(), target, tree(target));
    Ground ground = new UpdateGround(session, staging, top, nodes, tally);
    writer = new TreeWriter(session, staging, ground, nodes, tally);
    writer.run(() -> new Walk(session.nameNode(), session.parallel(), this).run(path));
    return tally.summary();
  }

  private AttachedTree tree(Path target) throws IOException {
    return AttachedTree.read(session.hdfs(), target)
        .orElse(AttachedTree.now("", "", StorePath.ROOT));
  }

  @Override
  public void files(List<FoundFile> found) throws IOException {
    List<FoundFile> attached = FoundFile.attached(found);
    for (Optional<Source> source : session.parallel().all(attached, this::source)) {
      if (source.isPresent()) {
        writer.add(source.get());
      } else {
        tally.add(Count.VANISHED, 1);
      }
    }
  }

  private Optional<Source> source(FoundFile file) throws IOException {
    try {
      String place = file.path().substring(top.length());
      return Optional.of(sources.now(file.mark().orElseThrow(), place));
    } catch (StoreException e) {
      if (ObjectSources.isGone(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
