// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mounted.HostNameResolver;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import io.situ.storage.mounted.SystemHostNameResolver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded layouts and connections, through the placement as the store asks it. */
class LustrePlacementTest {

  private static final long MB = 1 << 20;

  @TempDir Path directory;

  private final StoreWarnings notices = new StoreWarnings();
  private StoreObject file;

  @BeforeEach
  void write() throws Exception {
    Files.write(directory.resolve("file"), new byte[100]);
    try (Store store = open()) {
      file = store.stat(StorePath.of("/file"), true);
    }
    for (int ost = 0; ost < 4; ost++) {
      Path device = directory.resolve("osc/fs-OST000" + ost + "-osc-1");
      Files.writeString(
          Files.createDirectories(device).resolve("ost_conn_uuid"), "10.0.0." + ost / 2 + "@tcp");
    }
  }

  private Store open() throws StoreException {
    return new LustreProvider().open(new StoreConfig("s", Map.of("root", directory.toString())));
  }

  private LustrePlacement placement(LustreLayoutSource source, String... hosts) throws Exception {
    List<String> lines = new ArrayList<>(List.of("10.0.0.0\toss0", "10.0.0.1\toss1"));
    lines.addAll(List.of(hosts));
    HostMapping names = HostMapping.parse(lines, "hosts.file");
    return new LustrePlacement(
        source,
        new OstConnections(directory.resolve("osc"), "fs", names, new SystemHostNameResolver()),
        notices);
  }

  private static LustreLayoutSource recorded(String name) {
    return path -> RecordedLayouts.named(name).bytes();
  }

  @Test
  void stripesOfOneServerAreOneExtent() throws Exception {
    List<Extent> extents = placement(recorded("live-four")).extents(file, 0, 5 * MB);

    assertThat(extents)
        .containsExactly(
            new Extent(0, 2 * MB, List.of(Replica.on("oss1"))),
            new Extent(2 * MB, 2 * MB, List.of(Replica.on("oss0"))),
            new Extent(4 * MB, MB, List.of(Replica.on("oss1"))));
  }

  @Test
  void mirrorsAreReplicasAndStaleOnesAreNot() throws Exception {
    assertThat(placement(recorded("live-flr-insync")).extents(file, 4 * MB, MB))
        .containsExactly(new Extent(4 * MB, MB, List.of(Replica.on("oss0"), Replica.on("oss1"))));
    assertThat(placement(recorded("flr-stale-mirror")).extents(file, 0, MB))
        .containsExactly(new Extent(0, MB, List.of(Replica.on("oss0"))));
  }

  @Test
  void bytesOnTheMetadataTargetAreAHole() throws Exception {
    assertThat(placement(recorded("dom-1M")).extents(file, 0, 2 * MB))
        .containsExactly(new Extent(MB, MB, List.of(Replica.on("oss0"))));
  }

  @Test
  void whatCannotBePlacedLiesNowhere() throws Exception {
    for (String name : List.of("live-released-one", "live-foreign", "live-directory-default")) {
      assertThat(placement(recorded(name)).extents(file, 0, 100)).isEmpty();
    }
    assertThat(placement(path -> new byte[40]).extents(file, 0, 100)).isEmpty();
  }

  @Test
  void whatIsTrueOfManyFilesIsReportedOnce() throws Exception {
    LustrePlacement released = placement(recorded("live-released-one"));
    LustrePlacement odd = placement(path -> new byte[40]);
    for (int i = 0; i < 3; i++) {
      released.extents(file, 0, 100);
      odd.extents(file, 0, 100);
      placement(recorded("live-four")).extents(file, 0, 100);
    }
    assertThat(notices.sentences())
        .hasSize(2)
        .contains("some files are only in Lustre's archive: reading them fetches them back")
        .anyMatch(each -> each.startsWith("the layout of some files of Lustre cannot be used: "));
    assertThat(notices.anyFault()).isTrue();
  }

  /** To read them fetches them back all the same. */
  @Test
  void releasedFilesAreReportedEvenIfNoServerIsKnown() throws Exception {
    OstConnections none =
        new OstConnections(
            directory.resolve("none"),
            "fs",
            HostMapping.parse(List.of(), ""),
            new SystemHostNameResolver());
    assertThat(
            new LustrePlacement(recorded("live-released-one"), none, notices).extents(file, 0, 100))
        .isEmpty();
    assertThat(new LustrePlacement(recorded("live-four"), none, notices).extents(file, 0, 100))
        .isEmpty();

    assertThat(notices.sentences())
        .containsExactly(
            "Lustre's servers are not known, and tasks run anywhere: no connection to them is seen"
                + " in /sys/fs/lustre/osc",
            "some files are only in Lustre's archive: reading them fetches them back");
  }

  @Test
  void serversWithoutHostNamesAreNotTakenForMissingConnections() throws Exception {
    HostNameResolver nameless =
        new HostNameResolver() {
          @Override
          public Optional<String> own() {
            return Optional.empty();
          }

          @Override
          public Optional<String> of(String address) {
            return Optional.empty();
          }
        };
    OstConnections seen =
        new OstConnections(
            directory.resolve("osc"), "fs", HostMapping.parse(List.of(), ""), nameless);
    assertThat(new LustrePlacement(recorded("live-four"), seen, notices).extents(file, 0, 100))
        .isEmpty();

    assertThat(notices.sentences())
        .containsExactly(
            "Lustre's servers are not known, and tasks run anywhere: their addresses have no host"
                + " names; give them some by hosts.file");
  }

  @Test
  void aReleasedFileIsOpenedOnlyByWhoWantsItBack() throws Exception {
    StoreConfig config = new StoreConfig("s", Map.of("root", directory.toString()));
    ReadHandle.Options here = ReadHandle.Options.DEFAULT.withoutRecall();
    LustrePlacement released = placement(recorded("live-released-hsmpfl"));
    try (Store store = MountedStore.open(config, "lustre", released)) {
      assertThatThrownBy(() -> store.open(file.path(), here))
          .hasMessage(
              "'/file': it is only in the archive; fetch it back first (lfs hsm_restore), or leave"
                  + " it out")
          .extracting(failure -> ((StoreException) failure).kind())
          .isEqualTo(Kind.AWAY);
      store.open(file.path(), ReadHandle.Options.DEFAULT).close();
    }
    try (Store store = MountedStore.open(config, "lustre", placement(recorded("live-four")))) {
      store.open(file.path(), here).close();
    }
    try (Store store = open()) {
      store.open(file.path(), here).close();
    }
  }

  @Test
  void aFileOfOthersIsNotAnError() throws Exception {
    LustreLayoutSource silent =
        path -> {
          throw new StoreException(Kind.NO_ATTRIBUTE, path, "has no such attribute");
        };
    assertThat(placement(silent).extents(file, 0, 100)).isEmpty();
    LustreLayoutSource gone =
        path -> {
          throw new StoreException(Kind.NOT_FOUND, path, "is not there");
        };
    assertThatThrownBy(() -> placement(gone).extents(file, 0, 100))
        .isInstanceOf(StoreException.class);
  }

  @Test
  void aListingAsksTheDirectoryAlsoForFilesOfOthers() throws Exception {
    MountedLayoutSource.AttributeCall refused =
        (path, name) -> {
          throw new StoreException(Kind.PERMISSION_DENIED, path, "it may not be read");
        };
    byte[] bytes = RecordedLayouts.named("live-one").bytes();
    List<String> asked = new CopyOnWriteArrayList<>();
    DirectoryIoctl directories =
        (directory, request, buffer) -> {
          asked.add(pathOf(directory));
          buffer.duplicate().put(bytes);
          return 0;
        };
    LustrePlacement placement = placement(new MountedLayoutSource(refused, directories));
    assertThatThrownBy(() -> placement.extents(file, 0, 100)).isInstanceOf(StoreException.class);

    StoreConfig config = new StoreConfig("s", Map.of("root", directory.toString()));
    try (Store store = MountedStore.open(config, "lustre", placement);
        Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT.withPlacement())) {
      for (StoreObject each = listing.next(); each != null; each = listing.next()) {
        if (each.isFile()) {
          assertThat(each.extents())
              .containsExactly(new Extent(0, 100, List.of(Replica.on("oss1"))));
        }
      }
    }
    assertThat(asked).containsExactly(directory.toRealPath().toString());
  }

  private static String pathOf(int descriptor) {
    try {
      return Path.of("/proc/self/fd/" + descriptor).toRealPath().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theSystemSaysWhereNoDirectoryCanBeAsked() throws Exception {
    List<Integer> answers = new CopyOnWriteArrayList<>();
    Placement asking =
        new Placement() {
          @Override
          public List<Extent> extents(StoreObject file, long offset, long length) {
            throw new AssertionError("a listing asks the directory");
          }

          @Override
          public List<Extent> listed(StoreObject file, long cookie, int directory) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(MountedLayoutSource.ROOM);
            answers.add(
                DirectoryIoctl.SYSTEM.call(directory, MountedLayoutSource.GET_FILE_STRIPE, buffer));
            return List.of();
          }
        };
    StoreConfig config = new StoreConfig("s", Map.of("root", directory.toString()));
    try (Store store = MountedStore.open(config, "lustre", asking);
        Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT.withPlacement())) {
      while (listing.next() != null) {
        continue;
      }
    }
    assertThat(answers).containsExactly(-DirectoryIoctl.ENOTTY);
  }

  @Test
  void anotherFileSystemIsAnOrdinaryStore() throws Exception {
    try (Store store = open();
        Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT.withPlacement())) {
      assertThat(store.placement(file, 0, 100)).isEmpty();
      for (StoreObject each = listing.next(); each != null; each = listing.next()) {
        assertThat(each.extents()).isEmpty();
      }
    }
  }
}
