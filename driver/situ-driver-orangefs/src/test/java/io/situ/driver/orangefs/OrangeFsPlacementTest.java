// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mounted.SystemHostNameResolver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded layouts, through the placement as the store asks it. */
class OrangeFsPlacementTest {

  private static final long MB = 1 << 20;
  private static final StoreObject FILE = file(5 * MB);

  @TempDir Path directory;
  private final StoreWarnings notices = new StoreWarnings();

  private static StoreObject file(long size) {
    return new StoreObject(
        StorePath.of("/big"),
        StoreObject.Kind.FILE,
        size,
        new Attributes("u", "g", 0644, 0, 0),
        new StoreObject.Version(1, 1));
  }

  private OrangeFsPlacement placement(OrangeFsLayoutSource source) throws Exception {
    HostMapping names =
        HostMapping.parse(
            List.of("127.0.0.11\tnode1", "127.0.0.12\tnode2", "127.0.0.13\tnode3"), "hosts");
    return new OrangeFsPlacement(
        source,
        new ServerHosts(names, new SystemHostNameResolver(), RecordedAnswers.ranges()::addresses),
        notices);
  }

  private static OrangeFsLayoutSource attributes(long strip) throws Exception {
    return new XattrLayoutSource(
        (file, name) ->
            name.equals(XattrLayoutSource.HANDLES)
                ? RecordedAnswers.handles()
                : RecordedAnswers.distribution(strip),
        RecordedAnswers.ranges());
  }

  private static Extent on(long offset, long length, String host) {
    return new Extent(offset, length, List.of(Replica.on(host)));
  }

  @Test
  void stripsAreOnTheirServersHosts() throws Exception {
    assertThat(placement(attributes(2 * MB)).extents(FILE, 0, 5 * MB))
        .containsExactly(
            on(0, 2 * MB, "node3"), on(2 * MB, 2 * MB, "node2"), on(4 * MB, MB, "node1"));
  }

  @Test
  void defaultStripsSayNothingUnlessTheFileIsOneStrip() throws Exception {
    OrangeFsPlacement placement = placement(attributes(1 << 16));
    assertThat(placement.extents(FILE, 0, 5 * MB)).isEmpty();
    assertThat(placement.extents(FILE, 0, 100)).isEmpty();
    assertThat(placement.extents(file(1 << 16), 0, 1 << 16))
        .containsExactly(on(0, 1 << 16, "node3"));
  }

  @Test
  void whatIsTrueOfManyFilesIsReportedOnce() throws Exception {
    for (int i = 0; i < 3; i++) {
      placement(attributes(1 << 16)).extents(FILE, 0, 5 * MB);
      placement(attributes(1 << 17)).extents(FILE, 0, 5 * MB);
    }
    assertThat(notices.sentences())
        .containsExactly(
            "some files of OrangeFS have strips too short to be near, and tasks run anywhere:"
                + " 65536 bytes; 'situ layout DIR' says how to change that");
    assertThat(notices.anyFault()).isFalse();

    for (int i = 0; i < 3; i++) {
      placement(failing(Kind.UNSUPPORTED)).extents(FILE, 0, 5 * MB);
    }
    assertThat(notices.sentences())
        .hasSize(2)
        .contains("OrangeFS does not report where some files lie: no");
    assertThat(notices.anyFault()).isTrue();
  }

  @Test
  void whatIsNotReportedHasNoPlacement() throws Exception {
    for (Kind kind : List.of(Kind.UNSUPPORTED, Kind.NO_ATTRIBUTE, Kind.UNAVAILABLE)) {
      assertThat(placement(failing(kind)).extents(FILE, 0, 5 * MB)).isEmpty();
    }
    assertThatThrownBy(() -> placement(failing(Kind.NOT_FOUND)).extents(FILE, 0, 5 * MB))
        .isInstanceOf(StoreException.class);
    OrangeFsLayoutSource odd =
        file -> {
          throw new OrangeFsLayoutException("is not valid");
        };
    assertThat(placement(odd).extents(FILE, 0, 5 * MB)).isEmpty();
  }

  private static OrangeFsLayoutSource failing(Kind kind) {
    return file -> {
      throw new StoreException(kind, file.path(), "no");
    };
  }

  private Path program(String script) throws Exception {
    Path file = Files.writeString(directory.resolve("viewdist"), "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private OrangeFsLayoutSource viewdist(Path program, Optional<String> table, Duration timeout) {
    return new ViewdistSource(
        program.toString(), table, () -> StorePath.of("/mnt/orange"), timeout);
  }

  @Test
  void theProgramIsAskedForThePathOnTheMount() throws Exception {
    Path answer = Files.write(directory.resolve("answer"), RecordedAnswers.viewdist());
    Path asked = directory.resolve("asked");
    Path program =
        program("echo \"$1 $2 $PVFS2TAB_FILE\" > " + asked + "; sed s/65536/2097152/ " + answer);
    OrangeFsLayoutSource source = viewdist(program, Optional.of("/etc/tab"), Duration.ofMinutes(1));

    assertThat(placement(source).extents(FILE, MB, 2 * MB))
        .containsExactly(on(MB, MB, "node3"), on(2 * MB, MB, "node2"));
    assertThat(asked).hasContent("-f /mnt/orange/big /etc/tab");
  }

  @Test
  void aProgramThatFailsIsNotAskedForEachFile() throws Exception {
    Path asked = directory.resolve("asked");
    Path program = program("echo x >> " + asked + "; exec sleep 600");
    OrangeFsLayoutSource source = viewdist(program, Optional.empty(), Duration.ofSeconds(1));

    assertThatThrownBy(() -> source.layout(FILE)).hasMessageContaining("did not answer within 1 s");
    assertThatThrownBy(() -> source.layout(FILE)).hasMessageContaining("did not answer within 1 s");
    assertThat(Files.readAllLines(asked)).hasSize(1);
    OrangeFsLayoutSource missing =
        viewdist(directory.resolve("none"), Optional.empty(), Duration.ofSeconds(1));
    assertThat(placement(missing).extents(FILE, 0, MB)).isEmpty();
  }

  @Test
  void aFailureForOneFileConcernsThatFileOnly() throws Exception {
    Path program = program("echo 'Not a meta file!' >&2; exit 255");
    OrangeFsLayoutSource source = viewdist(program, Optional.empty(), Duration.ofMinutes(1));

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> source.layout(FILE))
          .isInstanceOf(OrangeFsLayoutException.class)
          .hasMessageContaining("exit code 255: Not a meta file!");
    }
  }

  /** Both were written by the program of a running OrangeFS, with nothing on standard output. */
  @Test
  void recordedFailuresOfTheProgramAreReported() throws Exception {
    Path noMount =
        program(
            "echo 'fgetxattr:: Operation not supported' >&2;"
                + " echo 'Could not read distribution information!' >&2; exit 255");
    assertThatThrownBy(
            () -> viewdist(noMount, Optional.empty(), Duration.ofMinutes(1)).layout(FILE))
        .hasMessageContaining("exit code 255: fgetxattr:: Operation not supported");
    String missing =
        "error while loading shared libraries: libpvfs2.so.2.10.0: cannot open shared object file";
    Path noLibrary = program("echo '" + missing + "' >&2; exit 127");
    assertThatThrownBy(
            () -> viewdist(noLibrary, Optional.empty(), Duration.ofMinutes(1)).layout(FILE))
        .hasMessageContaining("exit code 127: " + missing);
  }

  @Test
  void whatTheProgramSaysOfItsFailureIsReported() throws Exception {
    Path asked = directory.resolve("asked");
    Path program =
        program("echo x >> " + asked + "; echo 'libpvfs2.so.2: cannot open' >&2; exit 127");
    OrangeFsLayoutSource source = viewdist(program, Optional.empty(), Duration.ofMinutes(1));

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> source.layout(FILE))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("exit code 127: libpvfs2.so.2: cannot open");
    }
    assertThat(Files.readAllLines(asked)).hasSize(1);
  }
}
