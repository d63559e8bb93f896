package io.situ.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.situ.hdfs.attach.BrokenFile;
import io.situ.hdfs.attach.HdfsDoor;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares attached files with their objects. */
@Command(
    name = "verify",
    header = "Ask the store whether attached files are still what their objects are.",
    description = {
      "One line for each that is not, and exit code 1 if there is any. With --json one JSON object"
          + " for each, and one with the counts. No bytes are read."
    })
final class VerifyCommand implements Callable<Integer> {

  @Mixin private AttachedTarget target;

  private long broken;

  @Override
  public Integer call() throws IOException {
    long files;
    try (HdfsDoor door = target.open()) {
      files = door.verify(this::tell);
    }
    Out out = target.out();
    if (target.json()) {
      out.json(
          JsonNodeFactory.instance
              .objectNode()
              .put("target", target.name())
              .put("files", files)
              .put("broken", broken));
    } else {
      out.line(
          Sizes.count(files, "attached file")
              + ", "
              + (broken == 0
                  ? "all as their objects are"
                  : Sizes.count(broken) + " of them not as their objects are; see 'situ repair'"));
    }
    return (broken == 0 ? Exit.OK : Exit.FAILED).code();
  }

  private void tell(BrokenFile file) {
    broken++;
    String kind = file.kind().name().toLowerCase(Locale.ROOT);
    if (target.json()) {
      target
          .out()
          .json(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("path", file.path())
                  .put("kind", kind)
                  .put("difference", file.difference()));
    } else {
      target.out().name(kind + " ", file.path(), ": " + file.difference() + "\n");
    }
  }
}
