package io.situ.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.situ.hdfs.attach.Attacher;
import io.situ.hdfs.attach.HdfsDoor;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Makes objects of a store appear in HDFS. */
@Command(
    name = "attach",
    header = "Make files that exist in a store appear in HDFS, without moving a byte.",
    description = {
      "Each block is served by a DataNode on a host that holds it. The DataNodes need Situ's plug-in;"
          + " see docs/operate/hdfs.md. All files come into sight at once, or none."
    })
final class AttachCommand implements Callable<Integer> {

  @ParentCommand private Situ situ;

  @Parameters(
      index = "0",
      paramLabel = "SOURCE",
      description = "A directory in a store, situ://STORE/path, or an inventory.")
  private String source;

  @Parameters(
      index = "1",
      paramLabel = "TARGET",
      description = "A directory of HDFS that does not exist yet, hdfs://NAMENODE/path.")
  private String target;

  @Option(names = "--json", description = "Tell the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    Attacher.Summary summary;
    try (Stores stores = situ.stores();
        AttachSource from = AttachSource.open(situ, stores, source, new ScanProgress());
        HdfsDoor door = HdfsDoor.open(situ.conf(), situ.given(), target)) {
      summary = door.attach(from.store(), from.root(), from.objects());
    }
    print(summary, (System.nanoTime() - start) / 1e9);
    return Exit.OK.code();
  }

  private void print(Attacher.Summary summary, double seconds) {
    if (json) {
      situ.out()
          .json(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("target", target)
                  .put("files", summary.files())
                  .put("directories", summary.directories())
                  .put("bytes", summary.bytes())
                  .put("bytesCopied", 0)
                  .put("bytesPlaced", summary.localBytes())
                  .put("blocks", summary.blocks())
                  .put("seconds", seconds));
      return;
    }
    situ.out()
        .line(
            "attached "
                + Sizes.count(summary.files(), "file")
                + ", "
                + Sizes.bytes(summary.bytes())
                + ", at "
                + Names.escaped(target));
    situ.out().line("  copied   0 B");
    situ.out()
        .line(
            "  placed   "
                + Sizes.count(summary.blocks(), "block")
                + ", "
                + Sizes.bytes(summary.localBytes())
                + " of it on hosts that hold the bytes");
    situ.out()
        .line(
            "  took     "
                + Sizes.seconds(seconds)
                + ", "
                + Sizes.count(Math.round(summary.files() / Math.max(seconds, 0.001)))
                + " files/s");
  }
}
