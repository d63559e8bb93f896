// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Attributes;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.InterceptingStore;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.process.ProcessIdentity;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.JobID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases that another user wrote, with all that is public about a dead process of the first. */
class LeaseOwnershipTest {

  private static final StorePath DATA = StorePath.of("/data");
  private static final StorePath OUT = DATA.child("out");
  private static final StorePath PENDING = OUT.child(LeaseRecord.PENDING);
  private static final StorePath PART = OUT.child("part-r-00000");

  private final Store alice = new MemoryStore(new MemorySettings()).as("alice", "users");
  private final Store mallory = ((MemoryStore) alice).as("mallory", "users");

  @BeforeEach
  void makeSharedDirectory() throws StoreException {
    Store root = ((MemoryStore) alice).as("root", "root");
    root.mkdir(DATA, 01777);
  }

  private static LeaseFiles files(Store store, String user) {
    return new LeaseFiles(store, OUT, user, 0755);
  }

  private static ProcessIdentity dead() {
    ProcessIdentity self = ProcessIdentity.current();
    return new ProcessIdentity(self.user(), self.host(), self.pid(), self.machine(), "1");
  }

  private static void write(Store store, StorePath path, String text) throws StoreException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    StoreFiles.writeAll(store, path, bytes, WriteHandle.Options.EXCLUSIVE.withMode(0644));
  }

  /** What a job of the dead process would have made, by who may write in the directory. */
  private void forge() throws IOException {
    LeaseRecord claim = LeaseRecord.of(new JobID("local", 1), true, dead());
    LeaseFiles forged = files(mallory, "mallory");
    mallory.mkdir(PENDING, 0777);
    mallory.mkdir(PENDING.child(LeaseRecord.FILE + "-" + claim.id()), 0700);
    write(mallory, forged.lease(), claim.text());
    mallory.setXattr(
        OUT,
        LeaseTag.NAME,
        ByteBuffer.wrap(claim.id().getBytes(StandardCharsets.UTF_8)),
        Store.XattrMode.SET);
  }

  @ParameterizedTest
  @ValueSource(ints = {0775, 0777, 01777})
  void aForgedLeaseHasNothingRemoved(int mode) throws IOException {
    alice.mkdir(OUT, mode);
    write(alice, PART, "precious");
    forge();

    UnfinishedOutput output = new UnfinishedOutput(files(alice, "alice"));
    assertThat(output.isOfDeadProcess(Set.of())).isFalse();
    output.removeIfDead(Set.of());

    assertThat(alice.stat(PART, false).size()).isEqualTo(8);
    assertThat(output.holder().orElseThrow())
        .startsWith("job_local_0001, process ")
        .endsWith(", in '/data/out/_temporary/_situ_claim' of user mallory");
  }

  @Test
  void aForgedLeaseIsNamedWithItsOwner() throws IOException {
    alice.mkdir(OUT, 0777);
    forge();

    assertThatThrownBy(() -> OutputLease.acquire(files(alice, "alice"), new JobID("x", 2), dead()))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("of user mallory")
        .hasMessageContaining("if there is no such job, delete '/data/out/_temporary/_situ_claim'");
  }

  @Test
  void whatOnesOwnDeadJobLeftIsRemoved() throws IOException {
    OutputLease.acquire(files(alice, "alice"), new JobID("local", 1), dead());
    write(alice, PART, "half");

    new UnfinishedOutput(files(alice, "alice")).removeIfDead(Set.of());

    assertThat(files(alice, "alice").list(DATA)).isEmpty();
  }

  @Test
  void whatOnesOwnJobLeftThatIsOverIsRemovedAlsoOfACluster() throws IOException {
    OutputLease.acquire(files(alice, "alice"), new JobID("1500000000000", 7), dead());
    write(alice, PART, "half");
    UnfinishedOutput output = new UnfinishedOutput(files(alice, "alice"));

    output.removeIfDead(Set.of("job_1500000000000_0008"));
    assertThat(alice.stat(PART, false).isFile()).isTrue();
    assertThat(output.isOf(Set.of("job_1500000000000_0008"))).isFalse();
    assertThat(output.isOf(Set.of("job_1500000000000_0007"))).isTrue();

    output.removeIfDead(Set.of("job_1500000000000_0007"));
    assertThat(files(alice, "alice").list(DATA)).isEmpty();
  }

  @Test
  void aLeaseAfterWhichSomethingFailsIsGivenBack() throws IOException {
    alice.mkdir(OUT, 0755);
    Store failing =
        new InterceptingStore(alice) {
          @Override
          protected <T> T around(StoreOperation operation, Call<T> call) throws StoreException {
            if (operation.kind() == StoreOperation.Kind.SET_XATTR) {
              throw new StoreException(StoreException.Kind.UNAVAILABLE, operation.path(), "away");
            }
            return call.run();
          }
        };

    assertThatThrownBy(
            () -> OutputLease.acquire(files(failing, "alice"), new JobID("x", 2), dead()))
        .isInstanceOf(StoreException.class);

    assertThat(files(alice, "alice").list(OUT)).isEmpty();
  }

  @Test
  void anOutputThatAllMayWriteIsKept() throws IOException {
    OutputLease.acquire(files(alice, "alice"), new JobID("local", 1), dead());
    write(alice, PART, "half");
    alice.setAttributes(OUT, Attributes.Change.NONE.withMode(0777));

    new UnfinishedOutput(files(alice, "alice")).removeIfDead(Set.of());

    assertThat(alice.stat(PART, false).isFile()).isTrue();
  }

  @Test
  void plantedNamesBesideTheOutputKeepNoJobFromItAndStay() throws IOException {
    StorePath stage = DATA.child(LeaseRecord.stagingName("out"));
    StorePath waste = DATA.child(LeaseRecord.trashName("out"));
    mallory.mkdir(stage, 0755);
    mallory.mkdir(waste, 0777);
    mallory.mkdir(waste.child("theirs"), 0777);

    OutputLease.acquire(files(alice, "alice"), new JobID("local", 1), dead());

    assertThat(files(alice, "alice").isMadeBy(lease())).isTrue();
    assertThat(files(alice, "alice").list(DATA)).hasSize(3);
    assertThat(mallory.stat(waste.child("theirs"), false).isDirectory()).isTrue();
  }

  private LeaseRecord lease() throws StoreException {
    return files(alice, "alice").find().orElseThrow().claim().orElseThrow();
  }

  @Test
  void ownFilesUnderPlantedNamesStay() throws IOException {
    StorePath waste = DATA.child(LeaseRecord.trashName("out"));
    alice.mkdir(waste, 0755);
    write(alice, waste.child("precious"), "precious");

    OutputLease.acquire(files(alice, "alice"), new JobID("local", 1), dead());

    assertThat(alice.stat(waste.child("precious"), false).isFile()).isTrue();
  }

  @Test
  void aPendingDirectoryThatIsALinkIsRefused() throws IOException {
    alice.mkdir(OUT, 0777);
    mallory.mkdir(DATA.child("elsewhere"), 0777);
    mallory.createSymlink(PENDING, "../elsewhere");

    assertThatThrownBy(() -> OutputLease.acquire(files(alice, "alice"), new JobID("x", 2), dead()))
        .hasMessage("'/data/out/_temporary': it is no directory; delete it");
  }
}
