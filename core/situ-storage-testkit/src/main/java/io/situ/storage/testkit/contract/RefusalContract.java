// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Attributes.Change;
import io.situ.storage.Capability;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import java.nio.ByteBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What is not declared is refused and changes nothing. */
abstract class RefusalContract extends ContractTopic {

  private void unlessDeclared(Capability capability, ThrowingCallable call) {
    if (!can(capability)) {
      refused(call, Kind.UNSUPPORTED);
    }
  }

  @Test
  void whatIsNotDeclaredIsRefused() throws StoreException {
    StorePath path = write("f", "content");
    StoreObject before = store().stat(path, false);
    String user = before.attributes().owner();
    unlessDeclared(Capability.APPEND, () -> store().append(path));
    unlessDeclared(Capability.TRUNCATE, () -> store().truncate(path, 0));
    unlessDeclared(Capability.SYMLINKS, () -> symlink("l", "f"));
    unlessDeclared(Capability.HARD_LINKS, () -> store().createHardLink(path("l"), path));
    unlessDeclared(Capability.XATTRS, () -> store().xattrs(path));
    unlessDeclared(
        Capability.XATTRS,
        () -> store().setXattr(path, "user.a", ByteBuffer.allocate(0), XattrMode.SET));
    unlessDeclared(Capability.XATTRS, () -> store().removeXattr(path, "user.a"));
    unlessDeclared(
        Capability.OWNERSHIP, () -> store().setAttributes(path, Change.NONE.withOwner(user)));
    unlessDeclared(
        Capability.PERMISSIONS, () -> store().setAttributes(path, Change.NONE.withMode(0600)));
    unlessDeclared(
        Capability.STICKY_BIT, () -> store().setAttributes(path, Change.NONE.withMode(01777)));
    unlessDeclared(
        Capability.TIMES, () -> store().setAttributes(path, Change.NONE.withModified(0)));
    unlessDeclared(Capability.CHANGE_FEED, () -> store().changes(directory(), ""));
    unlessDeclared(Capability.SNAPSHOTS, () -> store().snapshot(directory(), "label"));
    unlessDeclared(Capability.SNAPSHOTS, () -> store().snapshotPath(directory(), "label"));
    assertThat(store().stat(path, false)).isEqualTo(before);
    assertThat(exists(path("l"))).isFalse();
  }

  @Test
  void anUndeclaredStickyBitIsRefused() throws StoreException {
    need(Capability.PERMISSIONS);
    unlessDeclared(Capability.STICKY_BIT, () -> store().mkdir(path("d"), 01777));
    assertThat(exists(path("d"))).isFalse();
  }

  @Test
  void anUndeclaredFlushIsRefused() throws StoreException {
    try (WriteHandle handle = store().create(path("f"), WriteHandle.Options.EXCLUSIVE)) {
      unlessDeclared(Capability.FLUSH, handle::flush);
      unlessDeclared(Capability.SYNC, handle::sync);
      handle.write(ByteBuffer.wrap(bytes("x")));
    }
    assertThat(readText(path("f"))).isEqualTo("x");
  }
}
