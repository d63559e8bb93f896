// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hadoop.fs.path.HadoopErrors;
import io.situ.hadoop.fs.path.HadoopPaths;
import io.situ.hadoop.fs.placement.BlockLocations;
import io.situ.storage.Attributes;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.acl.AccessList;
import io.situ.storage.acl.PosixAcl;
import io.situ.storage.acl.PosixAcl.Entry;
import io.situ.storage.acl.PosixAcl.Tag;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What cannot be determined of an access list is denied, and said to be there. */
final class HiddenAccessListsTest {

  private static final StorePath FILE = StorePath.of("/file");
  private static final Path SHOWN = new Path("situ://store/file");

  private final String user = System.getProperty("user.name");
  private final Answer answer = new Answer(new MemoryStore(new MemorySettings()));
  private StoreContext at;
  private AclOperations lists;

  private static final class Answer extends ForwardingStore {

    private AccessList list = AccessList.NONE;
    private StoreException failure;

    Answer(Store store) {
      super(store);
    }

    @Override
    public AccessList accessList(StorePath path) throws StoreException {
      if (failure != null) {
        throw failure;
      }
      return list;
    }
  }

  @BeforeEach
  void fill() throws IOException {
    HadoopPaths paths = new HadoopPaths(URI.create("situ://store"));
    BlockLocations locations = new BlockLocations(answer, Optional.empty(), 1 << 20);
    at = new StoreContext(answer, paths, new HadoopErrors(paths), locations, 1 << 20);
    lists = new AclOperations(at);
    answer.create(FILE, WriteHandle.Options.EXCLUSIVE).close();
    answer.setAttributes(FILE, Attributes.Change.NONE.withMode(0644));
    System.setProperty("user.name", "nobody-of-that-name");
  }

  @AfterEach
  void reset() {
    System.setProperty("user.name", user);
  }

  private void mayRead() throws IOException {
    StoreObject object = answer.stat(FILE, true);
    lists.check(object, at.status(object, SHOWN), FsAction.READ);
  }

  private static AccessList list(Entry named, int others) {
    return new AccessList(
        true,
        Optional.of(
            new PosixAcl(
                    List.of(
                        new Entry(Tag.OWNER, 6),
                        named,
                        new Entry(Tag.OWNING_GROUP, 4),
                        new Entry(Tag.MASK, 4),
                        new Entry(Tag.OTHER, others)))
                .bytes()),
        Optional.empty());
  }

  @Test
  void bitsDecideWhereThereIsNoList() throws IOException {
    mayRead();
    assertThat(lists.extended(FILE)).isFalse();
    assertThat(lists.status(FILE).getEntries()).isEmpty();
  }

  @Test
  void aListThatIsNotShownMayBeThere() {
    answer.list = AccessList.UNKNOWN;
    assertThatThrownBy(this::mayRead).isInstanceOf(AccessControlException.class);
    assertThat(lists.extended(FILE)).isTrue();
    assertThatThrownBy(() -> lists.status(FILE)).hasMessageContaining("does not show");
    assertThatThrownBy(() -> lists.change(FILE, "setAcl", edit -> {}))
        .hasMessageContaining("does not show");
  }

  @Test
  void aListThatCannotBeAskedForMayBeThere() {
    answer.failure = new StoreException(StoreException.Kind.PERMISSION_DENIED, FILE, "not for you");
    assertThatThrownBy(this::mayRead).hasMessageContaining("not for you");
    assertThat(lists.extended(FILE)).isTrue();
    answer.failure = new StoreException(StoreException.Kind.NOT_FOUND, FILE, "gone");
    assertThat(lists.extended(FILE)).isFalse();
  }

  @Test
  void aUserOrGroupKnownByNumberOnlyMayBeThisOne() throws IOException {
    answer.list = list(new Entry(Tag.USER, 0, 3_999_999), 4);
    assertThatThrownBy(this::mayRead).isInstanceOf(AccessControlException.class);
    answer.list = list(new Entry(Tag.GROUP, 0, 3_999_999), 4);
    assertThatThrownBy(this::mayRead).isInstanceOf(AccessControlException.class);
    answer.list = list(new Entry(Tag.USER, 4, 3_999_999), 4);
    mayRead();
  }
}
