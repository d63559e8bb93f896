// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Store.RenameMode;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.acl.AccessList;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A store that is only read writes no refusals: the optional members refuse by themselves. */
class OptionalMembersTest {

  private static final StorePath PATH = StorePath.of("/a");
  private static final StoreObject OBJECT =
      new StoreObject(
          PATH,
          StoreObject.Kind.FILE,
          1,
          new Attributes("owner", "group", 0644, 1, 2),
          new StoreObject.Version(3, 4));

  private static final class ReadOnlyStore implements Store {
    @Override
    public Info info() {
      return Info.remote("name", "read-only", "identity", "bucket:name");
    }

    @Override
    public Set<Capability> capabilities(StorePath path) {
      return Set.of();
    }

    @Override
    public StoreObject stat(StorePath path, boolean followLink) {
      return OBJECT;
    }

    @Override
    public Listing list(StorePath directory, Listing.Options options) {
      throw new AssertionError("not asked for");
    }

    @Override
    public ReadHandle open(StorePath path, ReadHandle.Options options) {
      throw new AssertionError("not asked for");
    }

    @Override
    public void close() {}
  }

  private final Store store = new ReadOnlyStore();

  private record Refused(String name, ThrowingCallable call) {}

  private List<Refused> refused() {
    ByteBuffer value = ByteBuffer.allocate(1);
    return List.of(
        new Refused("create", () -> store.create(PATH, WriteHandle.Options.EXCLUSIVE)),
        new Refused("append", () -> store.append(PATH)),
        new Refused("truncate", () -> store.truncate(PATH, 0)),
        new Refused("rename", () -> store.rename(PATH, PATH.child("b"), RenameMode.REPLACE)),
        new Refused("mkdir", () -> store.mkdir(PATH, 0755)),
        new Refused("delete", () -> store.delete(PATH)),
        new Refused("deleteTree", () -> store.deleteTree(PATH)),
        new Refused("setAttributes", () -> store.setAttributes(PATH, Attributes.Change.NONE)),
        new Refused("xattrs", () -> store.xattrs(PATH)),
        new Refused("setXattr", () -> store.setXattr(PATH, "user.a", value, XattrMode.SET)),
        new Refused("removeXattr", () -> store.removeXattr(PATH, "user.a")),
        new Refused("createSymlink", () -> store.createSymlink(PATH, "b")),
        new Refused("createHardLink", () -> store.createHardLink(PATH, PATH.child("b"))),
        new Refused("space", () -> store.space(PATH)),
        new Refused("changes", () -> store.changes(PATH, "")),
        new Refused("snapshot", () -> store.snapshot(PATH, "label")),
        new Refused("snapshotPath", () -> store.snapshotPath(PATH, "label")));
  }

  @TestFactory
  Stream<DynamicTest> whatIsMissingIsRefusedByTheDriversName() {
    return refused().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.name,
                    () ->
                        assertThatThrownBy(each.call)
                            .isInstanceOfSatisfying(
                                StoreException.class,
                                e -> {
                                  assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED);
                                  assertThat(e.path()).contains(PATH);
                                })
                            .hasMessageContaining("the driver read-only does not support")));
  }

  @Test
  void otherMembersAnswerThatThereIsNothing() throws StoreException {
    assertThat(store.placement(OBJECT, 0, 1)).isEmpty();
    assertThat(store.accessList(PATH)).isEqualTo(AccessList.NONE);
    assertThat(store.statBelow(StorePath.ROOT, PATH)).isEqualTo(OBJECT);
    assertThat(store.can(Capability.APPEND, PATH)).isFalse();
    assertThat(store.info().hostPath()).isEmpty();
  }

  @Test
  void noOtherMemberIsLeftToTheDriver() {
    assertThat(Arrays.stream(Store.class.getMethods()).filter(OptionalMembersTest::isRequired))
        .extracting(Method::getName)
        .containsExactlyInAnyOrder("info", "capabilities", "stat", "list", "open", "close");
  }

  private static boolean isRequired(Method method) {
    return Modifier.isAbstract(method.getModifiers());
  }

  @Test
  void aMountedStoreSaysWhereItIsOnTheHost() {
    Store.Info info = Store.Info.mounted("name", "driver", "identity", PATH);
    assertThat(info.hostPath()).contains(PATH);
    assertThat(info.root()).isEqualTo("/a");
  }
}
