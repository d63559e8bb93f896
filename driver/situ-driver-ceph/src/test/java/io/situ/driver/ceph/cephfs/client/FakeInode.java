// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.Pointer;
import io.situ.driver.ceph.cephfs.client.FakeCephFs.Node;
import io.situ.driver.ceph.cephfs.layout.FileLayout;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.FileStat;
import io.situ.storage.mounted.path.DirectoryHandle.Identity;
import java.util.Arrays;

/** An inode of a {@link FakeCephFs}, held until it is closed. */
final class FakeInode extends LibCephFsInode {

  private static final int REGULAR = 0100000;
  private static final int LINK = 0120000;
  private static final int O_APPEND = 02000;
  private static final int STICKY = 01000;

  private final FakeCephFs fs;
  private final Node node;
  private final int session;
  private final FakeCephFs.Held held;

  FakeInode(FakeCephFs fs, Node node, int session) {
    super(null, node.number, node.status(), node.names);
    this.fs = fs;
    this.node = node;
    this.session = session;
    this.held = fs.new Held();
  }

  @Override
  public long fileSystemId() {
    return 1;
  }

  @Override
  public FileStat describe() throws ErrnoException {
    synchronized (fs) {
      fs.begin(session, "describe");
      return node.status();
    }
  }

  /** There are no snapshots. */
  @Override
  public Identity identity() throws ErrnoException {
    return new Identity(0, 0, describe().inode());
  }

  @Override
  public int user() {
    return fs.user;
  }

  /** Refuses to take an entry out of a directory that has the sticky bit. */
  private void refuseBound(Node directory, Node entry) throws ErrnoException {
    boolean own = fs.user == directory.user || fs.user == entry.user;
    if ((directory.mode & STICKY) != 0 && fs.user != 0 && !own) {
      throw new ErrnoException(Errno.EPERM);
    }
  }

  @Override
  LibCephFsInode childOnce(byte[] name, int want) throws ErrnoException {
    synchronized (fs) {
      fs.refuseMarkedAfterEnd(session, node, name);
      fs.begin(session, "child");
      return new FakeInode(fs, fs.find(node, name), session);
    }
  }

  @Override
  boolean retryLookup(int tries) {
    return false;
  }

  @Override
  public byte[] readLink() throws ErrnoException {
    synchronized (fs) {
      fs.refuseEnded(session);
      if (!node.is(LINK)) {
        throw new ErrnoException(Errno.EINVAL);
      }
      return node.content.clone();
    }
  }

  @Override
  public LibCephFsFile open(int flags) throws ErrnoException {
    synchronized (fs) {
      fs.begin(session, "openFile");
      return fs.new File(node, (flags & O_APPEND) != 0, session);
    }
  }

  @Override
  public NativeDirectory openDirectory() throws ErrnoException {
    synchronized (fs) {
      fs.begin(session, "openDirectory");
      if (!node.is(FakeCephFs.DIRECTORY)) {
        throw new ErrnoException(Errno.ENOTDIR);
      }
      return fs.new Directory(node, session);
    }
  }

  @Override
  public LibCephFsFile create(byte[] name, int mode) throws ErrnoException {
    synchronized (fs) {
      fs.begin(session, "create");
      fs.checkNew(node, name);
      Node made = fs.new Node(REGULAR | mode & 07777);
      FakeCephFs.put(node, FakeCephFs.text(name), made);
      fs.end(session, "create");
      return fs.new File(made, false, session);
    }
  }

  @Override
  public long mkdir(byte[] name, int mode) throws ErrnoException {
    synchronized (fs) {
      fs.begin(session, "mkdir");
      fs.checkNew(node, name);
      Node made = fs.new Node(FakeCephFs.DIRECTORY | mode & 07777);
      FakeCephFs.put(node, FakeCephFs.text(name), made);
      return made.number;
    }
  }

  @Override
  public void symlink(byte[] name, byte[] target) throws ErrnoException {
    synchronized (fs) {
      fs.refuseEnded(session);
      fs.checkNew(node, name);
      Node made = fs.new Node(LINK | 0777);
      made.content = target.clone();
      made.size = target.length;
      FakeCephFs.put(node, FakeCephFs.text(name), made);
    }
  }

  @Override
  public void link(LibCephFsInode other, byte[] name) throws ErrnoException {
    synchronized (fs) {
      fs.begin(session, "link");
      fs.checkNew(node, name);
      Node linked = ((FakeInode) other).node;
      if (linked.names == 0) {
        throw new ErrnoException(Errno.ENOENT);
      }
      linked.names++;
      FakeCephFs.put(node, FakeCephFs.text(name), linked);
      fs.end(session, "link");
    }
  }

  @Override
  void requireSameSession(LibCephFsObject other) throws ErrnoException {
    if (((FakeInode) other).session != session) {
      throw new ErrnoException(fs.endNumber(session));
    }
  }

  @Override
  boolean isOneOfSeveral(long mount, long permissions, byte[] name) {
    Node there = node.entries.get(FakeCephFs.text(name));
    return there != null && !there.is(FakeCephFs.DIRECTORY) && there.names > 1;
  }

  @Override
  void markDentriesStale() {
    fs.markDentriesStale();
  }

  /**
   * Another client may come before the source is looked up, before {@code renameNow}, or after that
   * has failed.
   */
  @Override
  int callForRename(UserSession.Call call) throws ErrnoException {
    synchronized (fs) {
      fs.begin(session, "rename");
      boolean outer = fs.renaming;
      fs.renaming = true;
      try {
        return ErrnoException.check(call.make(0, 0));
      } finally {
        fs.renaming = outer;
      }
    }
  }

  @Override
  int findSource(long mount, long permissions, byte[] name) {
    try {
      fs.find(node, name);
      return 0;
    } catch (ErrnoException e) {
      return -e.number();
    }
  }

  @Override
  int renameNow(long mount, long permissions, byte[] name, LibCephFsInode to, byte[] newName) {
    try {
      fs.fail("renameNow");
      fs.mark(((FakeInode) to).node, newName);
      fs.endBefore(session, "renameNow");
      fs.unmark(((FakeInode) to).node, newName);
      rename(name, ((FakeInode) to).node, newName);
      fs.end(session, "renameNow");
      return 0;
    } catch (ErrnoException e) {
      fs.runOther("afterRenameNow");
      return -e.number();
    }
  }

  @Override
  boolean isRemoved(long mount, long permissions) {
    return node.names == 0;
  }

  @Override
  void discardSession() {
    fs.discardSession(session);
  }

  private void rename(byte[] name, Node goal, byte[] newName) throws ErrnoException {
    Node moved = node.entries.get(FakeCephFs.text(name));
    if (moved == null) {
      fs.mark(goal, newName);
      throw new ErrnoException(Errno.ENOENT);
    }
    refuseBound(node, moved);
    for (Node above = goal; above != null; above = above.parent) {
      if (above == moved) {
        throw new ErrnoException(Errno.EINVAL);
      }
    }
    Node there = goal.entries.get(FakeCephFs.text(newName));
    fs.unmark(goal, newName);
    if (there == null) {
      fs.checkNew(goal, newName);
    } else if (there == moved) {
      fs.selfRenames++;
      return;
    } else {
      replace(moved, there, goal, newName);
    }
    node.entries.remove(FakeCephFs.text(name));
    node.touch();
    FakeCephFs.put(goal, FakeCephFs.text(newName), moved);
    moved.changed = fs.now();
  }

  private void replace(Node moved, Node there, Node goal, byte[] newName) throws ErrnoException {
    refuseBound(goal, there);
    if (there.is(FakeCephFs.DIRECTORY) && !there.entries.isEmpty()) {
      throw new ErrnoException(Errno.ENOTEMPTY);
    }
    if (there.is(FakeCephFs.DIRECTORY) != moved.is(FakeCephFs.DIRECTORY)) {
      throw new ErrnoException(there.is(FakeCephFs.DIRECTORY) ? Errno.EISDIR : Errno.ENOTDIR);
    }
    FakeCephFs.remove(goal, newName);
  }

  @Override
  public void unlink(byte[] name) throws ErrnoException {
    synchronized (fs) {
      fs.begin(session, "unlink");
      if (fs.find(node, name).is(FakeCephFs.DIRECTORY)) {
        throw new ErrnoException(Errno.EISDIR);
      }
      refuseBound(node, fs.find(node, name));
      FakeCephFs.remove(node, name);
      fs.end(session, "unlink");
    }
  }

  @Override
  public void rmdir(byte[] name) throws ErrnoException {
    synchronized (fs) {
      fs.begin(session, "rmdir");
      Node gone = fs.find(node, name);
      if (!gone.is(FakeCephFs.DIRECTORY)) {
        throw new ErrnoException(Errno.ENOTDIR);
      }
      if (!gone.entries.isEmpty()) {
        throw new ErrnoException(Errno.ENOTEMPTY);
      }
      FakeCephFs.remove(node, name);
    }
  }

  @Override
  public void set(Change change) throws ErrnoException {
    NativeStat room = new NativeStat();
    int mask = change.put(room);
    FileStat wanted = room.status();
    synchronized (fs) {
      fs.begin(session, "set");
      if (mask == 0) {
        return;
      }
      node.changed = fs.now();
      if ((mask & LibCephFsLowLevel.SET_MODE) != 0) {
        node.mode = node.mode & FakeCephFs.TYPE | wanted.mode() & 07777;
      }
      node.user = (mask & LibCephFsLowLevel.SET_USER) != 0 ? wanted.owner() : node.user;
      node.group = (mask & LibCephFsLowLevel.SET_GROUP) != 0 ? wanted.group() : node.group;
      if ((mask & LibCephFsLowLevel.SET_SIZE) != 0) {
        node.size = (int) wanted.size();
        node.content = Arrays.copyOf(node.content, node.size);
        node.modified = node.changed;
      }
      if ((mask & LibCephFsLowLevel.SET_MODIFIED) != 0) {
        node.modified = wanted.modifiedNanos();
      }
      if ((mask & LibCephFsLowLevel.SET_ACCESSED) != 0) {
        node.accessed = wanted.accessedNanos();
      }
    }
  }

  @Override
  public void sync() {}

  /** A thousand blocks of 4 MiB, of which 400 are free. */
  @Override
  public void statfs(long address) throws ErrnoException {
    fs.refuseEnded(session);
    Pointer room = new Pointer(address);
    room.setLong(8, 4 << 20);
    room.setLong(16, 1000);
    room.setLong(24, 400);
    room.setLong(32, 400);
  }

  @Override
  public byte[] xattr(byte[] name) throws ErrnoException {
    return xattr("xattr", name);
  }

  @Override
  byte[] xattrAsRoot(byte[] name) throws ErrnoException {
    return xattr("xattrAsRoot", name);
  }

  private byte[] xattr(String call, byte[] name) throws ErrnoException {
    synchronized (fs) {
      fs.begin(session, call);
      byte[] value = node.attributes.get(FakeCephFs.text(name));
      if (value != null) {
        return value.clone();
      }
      if (FakeCephFs.text(name).equals("ceph.cluster_fsid")) {
        return FakeCephFs.bytes("11111111-2222-3333-4444-555555555555");
      }
      if (FakeCephFs.text(name).equals(FileLayout.ATTRIBUTE) && node.is(REGULAR)) {
        return FakeCephFs.bytes(FakeCephFs.LAYOUT);
      }
      throw new ErrnoException(Errno.ENODATA);
    }
  }

  @Override
  public byte[] xattrNames() throws ErrnoException {
    synchronized (fs) {
      fs.refuseEnded(session);
      StringBuilder names = new StringBuilder();
      node.attributes.keySet().stream()
          .filter(name -> !name.startsWith("ceph."))
          .forEach(name -> names.append(name).append('\0'));
      return FakeCephFs.bytes(names.toString());
    }
  }

  @Override
  public void setXattr(byte[] name, long address, int length, int flags) throws ErrnoException {
    synchronized (fs) {
      fs.refuseEnded(session);
      if (!FakeCephFs.text(name).matches("(?s)(user|trusted|security|ceph)\\..*")) {
        throw new ErrnoException(Errno.EOPNOTSUPP);
      }
      boolean there = node.attributes.containsKey(FakeCephFs.text(name));
      if (flags == 1 && there) {
        throw new ErrnoException(Errno.EEXIST);
      }
      if (flags == 2 && !there) {
        throw new ErrnoException(Errno.ENODATA);
      }
      node.attributes.put(FakeCephFs.text(name), new Pointer(address).getByteArray(0, length));
      node.changed = fs.now();
    }
  }

  @Override
  public void removeXattr(byte[] name) throws ErrnoException {
    synchronized (fs) {
      fs.refuseEnded(session);
      if (node.attributes.remove(FakeCephFs.text(name)) == null) {
        throw new ErrnoException(Errno.ENODATA);
      }
      node.changed = fs.now();
    }
  }

  @Override
  public void close() {
    held.release();
  }
}
