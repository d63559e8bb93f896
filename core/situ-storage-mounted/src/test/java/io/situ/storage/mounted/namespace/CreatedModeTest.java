// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.situ.storage.Store;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.WriteHandle;
import io.situ.storage.acl.PosixAcl;
import io.situ.storage.mounted.MountedStoreTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CreatedModeTest {

  @TempDir Path root;
  private Store store;

  @BeforeEach
  void open() throws IOException {
    store = MountedStoreTest.open(root);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private void giveList(String to, int group, int mask, int other) throws StoreException {
    PosixAcl list =
        new PosixAcl(
            List.of(
                new PosixAcl.Entry(PosixAcl.Tag.OWNER, 7),
                new PosixAcl.Entry(PosixAcl.Tag.USER, 7, 4242),
                new PosixAcl.Entry(PosixAcl.Tag.OWNING_GROUP, group),
                new PosixAcl.Entry(PosixAcl.Tag.MASK, mask),
                new PosixAcl.Entry(PosixAcl.Tag.OTHER, other)));
    try {
      ByteBuffer bytes = ByteBuffer.wrap(list.bytes());
      store.setXattr(path(to), PosixAcl.DEFAULT, bytes, XattrMode.SET);
    } catch (StoreException e) {
      assumeFalse(e.kind() == Kind.INVALID_ARGUMENT, "no access lists on " + root);
      throw e;
    }
  }

  private int mode(String at) throws StoreException {
    return store.stat(path(at), false).attributes().mode();
  }

  private void create(String at, int mode) throws StoreException {
    store.create(path(at), WriteHandle.Options.REPLACE.withMode(mode)).close();
  }

  /** The second list takes no more than the umask would. */
  @ParameterizedTest
  @ValueSource(ints = {0, 5})
  void aDefaultListDecidesWhatNewObjectsGive(int other) throws IOException {
    store.mkdir(path("/d"), 0755);
    giveList("/d", 5, 5, other);
    create("/d/f", 0644);
    create("/d/f", 0666);
    store.mkdir(path("/d/sub"), 0777);
    assertThat(mode("/d/f")).isEqualTo(0640 | other & 06);
    assertThat(mode("/d/sub")).isEqualTo(0750 | other);
  }

  @Test
  void specialBitsAreSetBesideADefaultList() throws IOException {
    store.mkdir(path("/d"), 0755);
    giveList("/d", 5, 5, 0);
    store.mkdir(path("/d/sub"), 01777);
    assertThat(mode("/d/sub")).isEqualTo(01750);
  }

  @Test
  void withoutAListTheUmaskTakesNothing() throws IOException {
    create("/f", 0666);
    store.mkdir(path("/d"), 01777);
    assertThat(mode("/f")).isEqualTo(0666);
    assertThat(mode("/d")).isEqualTo(01777);
  }

  @Test
  void theUmaskIsReadWhereTheSystemShowsIt() throws IOException {
    Path status = Files.writeString(root.resolve("status"), "Name:\tx\nUmask:\t0027\nState:\tR\n");
    assertThat(CreatedMode.readUmask(status)).isEqualTo(027);
    Path old = Files.writeString(root.resolve("old"), "Name:\tx\nState:\tR\n");
    assertThat(CreatedMode.readUmask(old)).isEqualTo(0777);
    assertThat(CreatedMode.readUmask(root.resolve("missing"))).isEqualTo(0777);
  }
}
