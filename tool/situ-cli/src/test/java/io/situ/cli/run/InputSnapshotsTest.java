// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.StoreLocation;
import io.situ.cli.report.RunDirectory;
import io.situ.storage.StorePath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The release of snapshots by their notes. A snapshot is a directory here, as it is on CephFS. */
class InputSnapshotsTest {

  private static final String NAME = "20200101-000000-000-1";
  private static final String LABEL = "situ-run-" + NAME + "-1-x";
  private static final StoreLocation SNAPSHOT =
      new StoreLocation("s", StorePath.of("/in/.snap/" + LABEL));

  @TempDir private Path scratch;
  private Path root;
  private Path other;
  private Path snapshot;
  private RunDirectory run;

  /** Options with one store, {@code s}. */
  private static GlobalOptions options(Path root) {
    return new SilentOptions().with("fs.situ.store.s.root", root.toString());
  }

  @BeforeEach
  void takeSnapshot() throws IOException {
    root = Files.createDirectory(scratch.resolve("root"));
    other = Files.createDirectory(scratch.resolve("other"));
    snapshot = Files.createDirectories(root.resolve("in/.snap/" + LABEL));
    run = new RunDirectory(Files.createDirectories(scratch.resolve("runs/" + NAME)));
  }

  /**
   * @param earlier in the form of earlier versions
   */
  private Path note(boolean earlier) throws IOException {
    if (earlier) {
      return run.note(SNAPSHOT.uri());
    }
    try (OpenStores stores = options(root).stores()) {
      return run.note(SnapshotNote.of(stores.at(SNAPSHOT), SNAPSHOT, StorePath.of("/in")).text());
    }
  }

  /** What the release says, which sees that directory as the store. */
  private String release(Path seen) throws IOException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      new InputSnapshots(run, options(seen)).release();
    } finally {
      System.setErr(before);
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  private void assertStays(Path note, Path seen) throws IOException {
    assertThat(release(seen))
        .startsWith("situ: a snapshot of the run " + NAME + " stays: the directory in which ")
        .contains(" is not at 'situ://s/in")
        .endsWith("; if it is not there any more, delete '" + note + "'\n")
        .hasLineCount(1);
    assertThat(run.notes()).containsExactly(note);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void staysNotedWhereItsDirectoryIsNotThere(boolean earlier) throws IOException {
    assertStays(note(earlier), other);

    assertThat(release(root)).isEmpty();

    assertThat(snapshot).doesNotExist();
    assertThat(run.notes()).isEmpty();
  }

  @Test
  void staysNotedWhereAnotherDirectoryHasThePath() throws IOException {
    Path note = note(false);
    Path foreign = Files.createDirectories(other.resolve("in/.snap/" + LABEL));

    assertStays(note, other);

    assertThat(foreign).exists();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneThatWasDeletedOrNeverTakenIsForgotten(boolean earlier) throws IOException {
    note(earlier);
    Files.delete(snapshot);

    assertThat(release(root)).isEmpty();

    assertThat(run.notes()).isEmpty();
  }

  @Test
  void aNoteThatIsNotWholeKeepsNoOtherSnapshot() throws IOException {
    note(false);
    Path notes = run.path().resolve(RunDirectory.SNAPSHOTS);
    Files.createFile(notes.resolve("a"));
    Path cut = Files.writeString(notes.resolve("b"), "situ://s/in/.sn");

    assertThat(release(root))
        .startsWith("situ: a snapshot of the run " + NAME + " stays: 'situ://s/in/.sn' has not ")
        .endsWith("delete '" + cut + "'\n")
        .hasLineCount(1);

    assertThat(snapshot).doesNotExist();
    assertThat(run.notes()).containsExactly(cut);
  }
}
