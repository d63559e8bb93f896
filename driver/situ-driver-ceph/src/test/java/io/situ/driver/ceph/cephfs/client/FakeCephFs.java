// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.Pointer;
import io.situ.driver.ceph.cephfs.layout.FileLayout;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.FileStat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A CephFS in memory: what libcephfs does by inodes, names and addresses, for a user whom
 * permissions do not bind. Names are texts in which each character stands for a byte. Thread-safe:
 * each call is made alone.
 */
public final class FakeCephFs {

  /** How each file is laid out. */
  public static final String LAYOUT =
      "stripe_unit=65536 stripe_count=2 object_size=1048576 pool=data";

  private static final int DIRECTORY = 0040000;
  private static final int REGULAR = 0100000;
  private static final int LINK = 0120000;
  private static final int FIFO = 0010000;
  private static final int TYPE = 0170000;
  private static final int MAX_NAME = 255;
  private static final int O_APPEND = 02000;

  private final Node root = new Node(DIRECTORY | 0755);
  private final Map<String, Failure> failures = new HashMap<>();
  private long lastNumber;
  private long lastTime;
  private int handles;
  private int selfRenames;

  private record Failure(int errno, int times) {}

  /** Something in the file system. */
  private final class Node {
    private final long number = ++lastNumber;
    private int mode;
    private int user;
    private int group;
    private long modified = now();
    private long accessed = modified;
    private long changed = modified;
    private int names = 1;
    private Node parent;
    private byte[] content = {};
    private int size;
    private final Map<String, Node> entries = new TreeMap<>();
    private final Map<String, byte[]> attributes = new TreeMap<>();

    Node(int mode) {
      this.mode = mode;
    }

    boolean is(int type) {
      return (mode & TYPE) == type;
    }

    FileStat status() {
      return new FileStat(mode, user, group, number, size, modified, accessed, changed);
    }

    void touch() {
      modified = now();
      changed = modified;
    }
  }

  /** Returns the time, a later one with each call. */
  private long now() {
    lastTime = Math.max(lastTime + 1, System.currentTimeMillis() * 1_000_000L);
    return lastTime;
  }

  /** Holds the root. */
  public synchronized LibCephFsInode open() throws ErrnoException {
    fail("open");
    return new Inode(root);
  }

  /** Lets each call of that name fail: of this class {@code open}, else of what it opens. */
  public synchronized void setFailure(String call, int errno) {
    failures.put(call, new Failure(errno, Integer.MAX_VALUE));
  }

  /** Lets the next call of that name fail. */
  public synchronized void setFailureOnce(String call, int errno) {
    failures.put(call, new Failure(errno, 1));
  }

  /** Lets no call fail any more. */
  public synchronized void clearFailures() {
    failures.clear();
  }

  /** Returns how many inodes, files and directories are held. */
  public synchronized int held() {
    return handles;
  }

  /** Returns how often a file was to be renamed onto a name of itself, which forgets names. */
  public synchronized int selfRenames() {
    return selfRenames;
  }

  /** Makes a FIFO in the root's directory of that name. */
  public synchronized void makeFifo(String directory, String name) {
    put(root.entries.get(directory), name, new Node(FIFO | 0644));
  }

  private void fail(String call) throws ErrnoException {
    ErrnoException.check(failure(call));
  }

  /** A negative error, or 0. */
  private int failure(String call) {
    Failure failure = failures.remove(call);
    if (failure == null) {
      return 0;
    }
    if (failure.times() > 1) {
      failures.put(call, new Failure(failure.errno(), failure.times() - 1));
    }
    return -failure.errno();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Node find(Node directory, byte[] name) throws ErrnoException {
    if (!directory.is(DIRECTORY)) {
      throw new ErrnoException(Errno.ENOTDIR);
    }
    if (text(name).equals(".")) {
      return directory;
    }
    if (name.length > MAX_NAME) {
      throw new ErrnoException(Errno.ENAMETOOLONG);
    }
    Node found = directory.entries.get(text(name));
    if (found == null) {
      throw new ErrnoException(Errno.ENOENT);
    }
    return found;
  }

  /** Gives a new name to what has none in that place. */
  private static void checkNew(Node directory, byte[] name) throws ErrnoException {
    if (!directory.is(DIRECTORY)) {
      throw new ErrnoException(Errno.ENOTDIR);
    }
    if (directory.names == 0) {
      throw new ErrnoException(Errno.ENOENT);
    }
    if (name.length > MAX_NAME) {
      throw new ErrnoException(Errno.ENAMETOOLONG);
    }
    if (text(name).equals(".") || directory.entries.containsKey(text(name))) {
      throw new ErrnoException(Errno.EEXIST);
    }
  }

  private static void put(Node directory, String name, Node node) {
    directory.entries.put(name, node);
    node.parent = directory;
    directory.touch();
  }

  private static void remove(Node directory, byte[] name) {
    Node gone = directory.entries.remove(text(name));
    gone.names--;
    gone.changed = gone.changed + 1;
    directory.touch();
  }

  private final class Inode extends LibCephFsInode {

    private final Node node;
    private boolean closed;

    Inode(Node node) {
      super(null, node.number, node.status());
      this.node = node;
      handles++;
    }

    @Override
    public long fileSystemId() {
      return 1;
    }

    @Override
    public FileStat describe() throws ErrnoException {
      synchronized (FakeCephFs.this) {
        fail("describe");
        return node.status();
      }
    }

    @Override
    public LibCephFsInode child(byte[] name) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        fail("child");
        return new Inode(find(node, name));
      }
    }

    @Override
    public LibCephFsInode childTypeOnly(byte[] name) throws ErrnoException {
      return child(name);
    }

    @Override
    public boolean hasNow(byte[] name, LibCephFsInode file) {
      synchronized (FakeCephFs.this) {
        return node.entries.get(text(name)) == ((Inode) file).node;
      }
    }

    @Override
    public byte[] readLink() throws ErrnoException {
      synchronized (FakeCephFs.this) {
        if (!node.is(LINK)) {
          throw new ErrnoException(Errno.EINVAL);
        }
        return node.content.clone();
      }
    }

    @Override
    public LibCephFsFile open(int flags) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        fail("openFile");
        return new File(node, (flags & O_APPEND) != 0);
      }
    }

    @Override
    public NativeDirectory openDirectory() throws ErrnoException {
      synchronized (FakeCephFs.this) {
        fail("openDirectory");
        if (!node.is(DIRECTORY)) {
          throw new ErrnoException(Errno.ENOTDIR);
        }
        return new Directory(node);
      }
    }

    @Override
    public LibCephFsFile create(byte[] name, int mode) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        fail("create");
        checkNew(node, name);
        Node made = new Node(REGULAR | mode & 07777);
        put(node, text(name), made);
        return new File(made, false);
      }
    }

    @Override
    public void mkdir(byte[] name, int mode) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        fail("mkdir");
        checkNew(node, name);
        put(node, text(name), new Node(DIRECTORY | mode & 07777));
      }
    }

    @Override
    public void symlink(byte[] name, byte[] target) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        checkNew(node, name);
        Node made = new Node(LINK | 0777);
        made.content = target.clone();
        made.size = target.length;
        put(node, text(name), made);
      }
    }

    @Override
    public void link(LibCephFsInode other, byte[] name) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        fail("link");
        checkNew(node, name);
        Node linked = ((Inode) other).node;
        if (linked.names == 0) {
          throw new ErrnoException(Errno.ENOENT);
        }
        linked.names++;
        put(node, text(name), linked);
      }
    }

    @Override
    public void rename(byte[] name, LibCephFsInode to, byte[] newName) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        fail("rename");
        Node moved = find(node, name);
        Node goal = ((Inode) to).node;
        for (Node above = goal; above != null; above = above.parent) {
          if (above == moved) {
            throw new ErrnoException(Errno.EINVAL);
          }
        }
        Node there = goal.entries.get(text(newName));
        if (there == null) {
          checkNew(goal, newName);
        } else if (there == moved) {
          selfRenames++;
          return;
        } else {
          replace(moved, there, goal, newName);
        }
        node.entries.remove(text(name));
        node.touch();
        put(goal, text(newName), moved);
        moved.changed = now();
      }
    }

    private void replace(Node moved, Node there, Node goal, byte[] newName) throws ErrnoException {
      if (there.is(DIRECTORY) && !there.entries.isEmpty()) {
        throw new ErrnoException(Errno.ENOTEMPTY);
      }
      if (there.is(DIRECTORY) != moved.is(DIRECTORY)) {
        throw new ErrnoException(there.is(DIRECTORY) ? Errno.EISDIR : Errno.ENOTDIR);
      }
      FakeCephFs.remove(goal, newName);
    }

    @Override
    public void unlink(byte[] name) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        fail("unlink");
        if (find(node, name).is(DIRECTORY)) {
          throw new ErrnoException(Errno.EISDIR);
        }
        FakeCephFs.remove(node, name);
      }
    }

    @Override
    public void rmdir(byte[] name) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        Node gone = find(node, name);
        if (!gone.is(DIRECTORY)) {
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
      synchronized (FakeCephFs.this) {
        fail("set");
        if (mask == 0) {
          return;
        }
        node.changed = now();
        if ((mask & LibCephFsLowLevel.SET_MODE) != 0) {
          node.mode = node.mode & TYPE | wanted.mode() & 07777;
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
    public void statfs(long address) {
      Pointer room = new Pointer(address);
      room.setLong(8, 4 << 20);
      room.setLong(16, 1000);
      room.setLong(24, 400);
      room.setLong(32, 400);
    }

    @Override
    public byte[] xattr(byte[] name) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        fail("xattr");
        byte[] value = node.attributes.get(text(name));
        if (value != null) {
          return value.clone();
        }
        if (text(name).equals("ceph.cluster_fsid")) {
          return bytes("11111111-2222-3333-4444-555555555555");
        }
        if (text(name).equals(FileLayout.ATTRIBUTE) && node.is(REGULAR)) {
          return bytes(LAYOUT);
        }
        throw new ErrnoException(Errno.ENODATA);
      }
    }

    @Override
    public byte[] xattrNames() {
      synchronized (FakeCephFs.this) {
        StringBuilder names = new StringBuilder();
        node.attributes.keySet().stream()
            .filter(name -> !name.startsWith("ceph."))
            .forEach(name -> names.append(name).append('\0'));
        return bytes(names.toString());
      }
    }

    @Override
    public void setXattr(byte[] name, long address, int length, int flags) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        if (!text(name).matches("(?s)(user|trusted|security|ceph)\\..*")) {
          throw new ErrnoException(Errno.EOPNOTSUPP);
        }
        boolean there = node.attributes.containsKey(text(name));
        if (flags == 1 && there) {
          throw new ErrnoException(Errno.EEXIST);
        }
        if (flags == 2 && !there) {
          throw new ErrnoException(Errno.ENODATA);
        }
        node.attributes.put(text(name), new Pointer(address).getByteArray(0, length));
        node.changed = now();
      }
    }

    @Override
    public void removeXattr(byte[] name) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        if (node.attributes.remove(text(name)) == null) {
          throw new ErrnoException(Errno.ENODATA);
        }
        node.changed = now();
      }
    }

    @Override
    public void close() {
      synchronized (FakeCephFs.this) {
        if (!closed) {
          closed = true;
          handles--;
        }
      }
    }
  }

  private final class File extends LibCephFsFile {

    private final Node node;
    private final boolean appends;
    private boolean closed;

    File(Node node, boolean appends) {
      super(null, node.number, node.status());
      this.node = node;
      this.appends = appends;
      handles++;
    }

    @Override
    public boolean readsAhead() {
      return true;
    }

    @Override
    public int read(long position, long address, int length) {
      synchronized (FakeCephFs.this) {
        int failure = failure("read");
        if (failure < 0) {
          return failure;
        }
        int count = (int) Math.max(0, Math.min(length, node.size - position));
        if (count > 0) {
          new Pointer(address).write(0, node.content, (int) position, count);
        }
        return count;
      }
    }

    @Override
    public int write(long position, long address, int length) throws ErrnoException {
      synchronized (FakeCephFs.this) {
        fail("write");
        if (length <= 0 || appends != (position == AT_END)) {
          throw new ErrnoException(Errno.EINVAL);
        }
        int at = appends ? node.size : (int) position;
        int end = at + length;
        if (end > node.content.length) {
          node.content = Arrays.copyOf(node.content, Math.max(end, 2 * node.content.length));
        }
        new Pointer(address).read(0, node.content, at, length);
        node.size = Math.max(node.size, end);
        node.touch();
        return length;
      }
    }

    @Override
    public void sync() throws ErrnoException {
      synchronized (FakeCephFs.this) {
        fail("sync");
      }
    }

    @Override
    public void close() throws ErrnoException {
      synchronized (FakeCephFs.this) {
        if (!closed) {
          closed = true;
          handles--;
        }
        fail("close");
      }
    }
  }

  /** Lists what was there when it was opened and still is. */
  private final class Directory extends NativeDirectory {

    private final List<Map.Entry<String, Node>> entries;
    private final Node node;
    private int next;
    private boolean closed;
    private FileStat status;

    Directory(Node node) {
      super(null, node.number);
      this.node = node;
      this.entries = new ArrayList<>();
      node.entries.forEach((name, child) -> entries.add(Map.entry(name, child)));
      handles++;
    }

    private Node current() {
      return entries.get(next - 1).getValue();
    }

    private <T> T alone(Supplier<T> call) {
      synchronized (FakeCephFs.this) {
        return call.get();
      }
    }

    @Override
    public int next() {
      return alone(
          () -> {
            int failure = failure("next");
            if (failure < 0) {
              return failure;
            }
            while (next < entries.size()) {
              next++;
              if (current().names > 0) {
                status = current().status();
                return 1;
              }
            }
            return 0;
          });
    }

    @Override
    public String name() {
      byte[] name = bytes(entries.get(next - 1).getKey());
      return StorePath.decode(name, 0, name.length);
    }

    @Override
    public FileStat status() {
      return status;
    }

    @Override
    long entryChangedNanos() {
      return status.changedNanos();
    }

    @Override
    int entryNames() {
      return alone(() -> current().names);
    }

    @Override
    long changedNanos() {
      return next == 0 ? Long.MAX_VALUE : alone(() -> node.changed);
    }

    @Override
    Optional<String> layout() {
      return Optional.of(LAYOUT);
    }

    @Override
    public void close() {
      synchronized (FakeCephFs.this) {
        if (!closed) {
          closed = true;
          handles--;
        }
      }
    }
  }
}
