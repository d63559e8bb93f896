// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.cli.certify.Finding;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.mount.Mount;
import io.situ.storage.testkit.lab.JavaCommand;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores that keep their promises pass, others are found out; nothing is left in either. */
@Tag("end-to-end")
class SelfTestTest {

  private final MemoryStore memory = new MemoryStore();

  @AfterEach
  void nothingIsLeft() throws StoreException {
    try (var listing = memory.list(StorePath.ROOT, Listing.Options.FLAT)) {
      assertThat(listing.next()).isNull();
    }
    memory.close();
  }

  private static SelfTest test(
      Store store, StorePath parent, boolean placed, StoreWarnings notices) {
    SelfTestLayout layout = new SelfTestLayout(store, placed, notices);
    return new SelfTest(store, parent, layout, Optional.empty());
  }

  private static List<Finding> run(Store store) throws InterruptedException {
    return test(store, StorePath.ROOT, true, new StoreWarnings()).run(() -> {});
  }

  private static List<Finding> wrong(Store store) throws InterruptedException {
    return run(store).stream().filter(each -> each.grade() == Finding.Severity.WRONG).toList();
  }

  @Test
  void aSoundStorePasses() throws Exception {
    assertThat(run(memory)).hasSizeGreaterThan(10).noneMatch(each -> !each.remedy().isEmpty());
  }

  @Test
  void theFileIsThereForALook() throws Exception {
    SelfTest test = test(memory, StorePath.ROOT, true, new StoreWarnings());
    boolean[] seen = new boolean[1];
    test.run(
        () -> {
          try {
            seen[0] = StoreFiles.find(memory, test.file()).isPresent();
          } catch (StoreException e) {
            throw new AssertionError(e);
          }
        });
    assertThat(seen[0]).isTrue();
  }

  @Test
  void aRenameThatReplacesIsFoundOut() throws Exception {
    Store careless =
        new ForwardingStore(memory) {
          @Override
          public void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
            super.rename(from, to, RenameMode.REPLACE);
          }
        };
    assertThat(wrong(careless))
        .extracting(Finding::topic)
        .isNotEmpty()
        .allMatch(topic -> topic.equals("no-replace"));
  }

  @Test
  void anErrorStopsOneStepOnly() throws Exception {
    Store failing =
        new ForwardingStore(memory) {
          @Override
          public List<Extent> placement(StoreObject object, long offset, long length)
              throws StoreException {
            throw new StoreException(Kind.UNAVAILABLE, object.path(), "no server answers");
          }
        };
    List<Finding> findings = run(failing);
    assertThat(findings.stream().filter(each -> each.grade() == Finding.Severity.WRONG))
        .singleElement()
        .satisfies(each -> assertThat(each.what()).contains("no server answers"));
    assertThat(findings).extracting(Finding::topic).contains("read", "rename", "clean up");
  }

  @Test
  void aDriverThatKnowsNoHostIsFoundOut() throws Exception {
    Store silent =
        new ForwardingStore(memory) {
          @Override
          public List<Extent> placement(StoreObject object, long offset, long length) {
            return List.of();
          }
        };
    assertThat(wrong(silent))
        .singleElement()
        .satisfies(each -> assertThat(each.topic()).isEqualTo("layout"));
    assertThat(test(silent, StorePath.ROOT, false, new StoreWarnings()).run(() -> {}))
        .allMatch(each -> each.remedy().isEmpty());
  }

  @Test
  void aDriverThatSaysWhyItKnowsNoHostIsBelievedUnlessItSaysThatSomethingIsWrong()
      throws Exception {
    StoreWarnings notices = new StoreWarnings();
    Store silent =
        new ForwardingStore(memory) {
          @Override
          public List<Extent> placement(StoreObject object, long offset, long length) {
            notices.note("strips are short", "64 KiB");
            return List.of();
          }
        };
    SelfTest test = test(silent, StorePath.ROOT, true, notices);
    assertThat(test.run(() -> {}))
        .noneMatch(each -> each.grade() == Finding.Severity.WRONG)
        .filteredOn(each -> each.topic().equals("layout"))
        .extracting(Finding::what)
        .containsExactly("strips are short: 64 KiB");

    notices.fault("no server answers", "no route");
    SelfTest again = test(silent, StorePath.ROOT, true, notices);
    assertThat(again.run(() -> {}))
        .filteredOn(each -> each.grade() == Finding.Severity.WRONG)
        .extracting(Finding::what)
        .singleElement()
        .asString()
        .endsWith("it has no placement: strips are short: 64 KiB; no server answers: no route");
  }

  @Test
  void aFileSystemWithShallowPathsIsReportedWithItsLimit() throws Exception {
    Store shallow =
        new ForwardingStore(memory) {
          @Override
          public void mkdir(StorePath path, int mode) throws StoreException {
            if (path.toString().chars().filter(c -> c == '/').count() > 40) {
              throw new StoreException(Kind.INVALID_NAME, path, "File name too long");
            }
            super.mkdir(path, mode);
          }
        };
    SelfTest test = test(shallow, StorePath.ROOT, true, new StoreWarnings());
    assertThat(test.run(() -> {}))
        .noneMatch(each -> each.grade() == Finding.Severity.WRONG)
        .filteredOn(each -> each.topic().equals("depth"))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.grade()).isEqualTo(Finding.Severity.NOTE);
              assertThat(each.what())
                  .startsWith("paths have at most 40 names below '/memory'")
                  .endsWith("File name too long");
            });
    assertThat(test.deepest()).isEqualTo(39);
  }

  @Test
  void aDirectoryThatCannotBeMadeIsAll() throws Exception {
    assertThat(test(memory, StorePath.of("/none"), true, new StoreWarnings()).run(() -> {}))
        .singleElement()
        .satisfies(each -> assertThat(each.grade()).isEqualTo(Finding.Severity.WRONG));
  }

  /** In a process of its own, which begins to end while its last step is at work. */
  @Test
  void aProcessThatIsEndedReportsNothing(@TempDir Path scratch) throws Exception {
    Path reported = scratch.resolve("reported");
    Process process =
        new ProcessBuilder(JavaCommand.of(InterruptedSelfTest.class).call())
            .redirectErrorStream(true)
            .redirectOutput(reported.toFile())
            .start();

    assertThat(process.waitFor()).isEqualTo(InterruptedSelfTest.CODE);
    assertThat(reported).isEmptyFile();
  }

  @Test
  void secretsOfAMountAreNotReported() {
    Mount mount =
        new Mount(
            1,
            StorePath.of("/mnt"),
            "ceph",
            "admin@fsid.fs=/",
            "rw,name=admin,secret=AQB7,mds_namespace=a,password=x,mon_addr=1.2.3.4");

    assertThat(SelfTestReport.text(mount))
        .isEqualTo(
            "ceph admin@fsid.fs=/ on /mnt"
                + " rw,name=admin,secret=...,mds_namespace=a,password=...,mon_addr=1.2.3.4");
  }
}
