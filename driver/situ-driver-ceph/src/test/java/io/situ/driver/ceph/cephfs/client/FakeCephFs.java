// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.Pointer;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.FileStat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A CephFS in memory: what libcephfs does by inodes, names and addresses, for a user whom
 * permissions do not bind but for the sticky bit. Names are texts in which each character stands
 * for a byte. Thread-safe: each call is made alone.
 */
public final class FakeCephFs {

  /** How each file is laid out. */
  public static final String LAYOUT =
      "stripe_unit=65536 stripe_count=2 object_size=1048576 pool=data";

  static final int DIRECTORY = 0040000;
  private static final int FIFO = 0010000;
  static final int TYPE = 0170000;
  private static final int MAX_NAME = 255;

  private final Node root = new Node(DIRECTORY | 0755);
  private final Map<String, Integer> failures = new HashMap<>();
  private final Map<String, Integer> failuresOnce = new HashMap<>();
  private final Map<String, Runnable> others = new HashMap<>();
  private final Set<Marked> marked = new HashSet<>();

  /** Calls that are made and not answered. */
  private final Set<String> unanswered = new HashSet<>();

  /** Calls that are neither made nor answered. */
  private final Set<String> cutOff = new HashSet<>();

  /** Sessions that the cluster has ended. */
  private final Set<Integer> cut = new HashSet<>();

  /** The number of the present session. */
  private int session;

  /** For whom calls are made; 0 is root, whom nothing binds. */
  int user;

  /** Whether a call is being made beside which none is that learns of names. */
  boolean renaming;

  private int staleMarks;

  private long lastNumber;
  private long lastTime;
  private int handles;
  int selfRenames;

  /** A name in a directory whose look-up waits for ever (libcephfs 16.2.15). */
  private record Marked(int session, long directory, String name) {}

  /** What is held until it is released, once. */
  final class Held {
    private boolean released;

    Held() {
      handles++;
    }

    void release() {
      synchronized (FakeCephFs.this) {
        if (!released) {
          released = true;
          handles--;
        }
      }
    }
  }

  /** Something in the file system. */
  final class Node {
    final long number = ++lastNumber;
    int mode;
    int user = FakeCephFs.this.user;
    int group;
    long modified = now();
    long accessed = modified;
    long changed = modified;
    int names = 1;
    Node parent;
    byte[] content = {};
    int size;
    final Map<String, Node> entries = new TreeMap<>();
    final Map<String, byte[]> attributes = new TreeMap<>();

    Node(int mode) {
      this.mode = mode;
    }

    boolean is(int type) {
      return (mode & TYPE) == type;
    }

    FileStat status() {
      return new FileStat(
          mode, user, group, number, size, modified, accessed, changed, Optional.empty());
    }

    void touch() {
      modified = now();
      changed = modified;
    }
  }

  /** Returns the time, a later one with each call. */
  long now() {
    lastTime = Math.max(lastTime + 1, System.currentTimeMillis() * 1_000_000L);
    return lastTime;
  }

  /** Holds the root. */
  public synchronized LibCephFsInode open() throws ErrnoException {
    fail("open");
    return new FakeInode(this, root, session);
  }

  /** Lets each call of that name fail: of this class {@code open}, else of what it opens. */
  public synchronized void setFailure(String call, int errno) {
    failures.put(call, errno);
  }

  /** Lets the next call of that name fail. */
  public synchronized void setFailureOnce(String call, int errno) {
    failuresOnce.put(call, errno);
  }

  /** Lets no call fail any more. */
  public synchronized void clearFailures() {
    failures.clear();
    failuresOnce.clear();
  }

  /** Returns how many inodes, files and directories are held. */
  public synchronized int held() {
    return handles;
  }

  /** Returns how often a file was to be renamed onto a name of itself, which forgets names. */
  public synchronized int selfRenames() {
    return selfRenames;
  }

  /** Returns how often the session was given up. */
  public synchronized int discarded() {
    return session - cut.size();
  }

  /** Returns how often it was noted that names may be said to be absent that are there. */
  public synchronized int staleMarks() {
    return staleMarks;
  }

  /** Has the cluster end the session when it has done the next call of that name. */
  public synchronized void setUnanswered(String call) {
    unanswered.add(call);
  }

  /** Has the cluster end the session right before the next call of that name, which is not made. */
  public synchronized void setCutOff(String call) {
    cutOff.add(call);
  }

  /** Has all further calls made for another user, who owns what these make. */
  public synchronized void setUser(int user) {
    this.user = user;
  }

  /** Makes a FIFO in the root's directory of that name. */
  public synchronized void makeFifo(String directory, String name) {
    put(root.entries.get(directory), name, new Node(FIFO | 0644));
  }

  /** Has another client do something right before the next call of that name. */
  public synchronized void runBefore(String call, Runnable other) {
    others.put(call, other);
  }

  /** Begins a call in a session. */
  void begin(int in, String call) throws ErrnoException {
    refuseEnded(in);
    fail(call);
    endBefore(in, call);
    refuseEnded(in);
  }

  void refuseEnded(int in) throws ErrnoException {
    if (in != session) {
      throw new ErrnoException(endNumber(in));
    }
  }

  int endNumber(int ended) {
    return cut.contains(ended) ? Errno.ESHUTDOWN : CephErrors.DISCARDED;
  }

  /** Ends the session before a call that is then not made. */
  void endBefore(int in, String call) throws ErrnoException {
    if (cutOff.remove(call)) {
      endSession(in);
    }
  }

  /** Ends a call that was made. */
  void end(int in, String call) throws ErrnoException {
    if (unanswered.remove(call)) {
      endSession(in);
    }
  }

  private void endSession(int in) throws ErrnoException {
    discardSession(in);
    cut.add(in);
    throw new ErrnoException(Errno.ESHUTDOWN);
  }

  void markDentriesStale() {
    if (!renaming) {
      throw new AssertionError("another call may have learned of a name meanwhile");
    }
    staleMarks++;
  }

  void fail(String call) throws ErrnoException {
    runOther(call);
    ErrnoException.check(failure(call));
  }

  void runOther(String call) {
    Runnable other = others.remove(call);
    if (other != null) {
      other.run();
    }
  }

  /** A negative error, or 0. */
  private int failure(String call) {
    Integer once = failuresOnce.remove(call);
    return once == null ? -failures.getOrDefault(call, 0) : -once;
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** As a rename does with its new name where its source is absent. */
  void mark(Node directory, byte[] name) {
    marked.add(new Marked(session, directory.number, text(name)));
  }

  /** As a rename does that reaches the servers. */
  void unmark(Node directory, byte[] name) {
    marked.remove(new Marked(session, directory.number, text(name)));
  }

  /** Begins another session, in which nothing is marked. */
  void discardSession(int old) {
    if (old == session) {
      session++;
    }
  }

  /** The library may wait also in a session that the cluster has ended. */
  void refuseMarkedAfterEnd(int in, Node directory, byte[] name) {
    if (cut.contains(in)) {
      refuseMarked(in, directory, name);
    }
  }

  private void refuseMarked(int in, Node directory, byte[] name) {
    if (marked.contains(new Marked(in, directory.number, text(name)))) {
      throw new AssertionError("the library waits for ever for the name " + text(name));
    }
  }

  Node find(Node directory, byte[] name) throws ErrnoException {
    refuseMarked(session, directory, name);
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
  void checkNew(Node directory, byte[] name) throws ErrnoException {
    refuseMarked(session, directory, name);
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

  static void put(Node directory, String name, Node node) {
    directory.entries.put(name, node);
    node.parent = directory;
    directory.touch();
  }

  static void remove(Node directory, byte[] name) {
    Node gone = directory.entries.remove(text(name));
    gone.names--;
    gone.changed = gone.changed + 1;
    directory.touch();
  }

  final class File extends LibCephFsFile {

    private final Node node;
    private final boolean appends;
    private final int opened;
    private final Held held = new Held();

    File(Node node, boolean appends, int opened) {
      super(null, node.number, node.status());
      this.node = node;
      this.appends = appends;
      this.opened = opened;
    }

    @Override
    public boolean readsAhead() {
      return true;
    }

    @Override
    public int read(long position, long address, int length) {
      synchronized (FakeCephFs.this) {
        int failure = opened == session ? failure("read") : -endNumber(opened);
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
        begin(opened, "write");
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
        begin(opened, "sync");
      }
    }

    @Override
    public void close() throws ErrnoException {
      synchronized (FakeCephFs.this) {
        held.release();
        begin(opened, "close");
      }
    }
  }

  /** Lists what was there when it was opened and still is. */
  final class Directory extends NativeDirectory {

    private final List<Map.Entry<String, Node>> entries;
    private final Node node;
    private int next;
    private final int opened;
    private final Held held = new Held();
    private FileStat status;

    Directory(Node node, int opened) {
      super(null, node.number);
      this.node = node;
      this.opened = opened;
      this.entries = new ArrayList<>();
      node.entries.forEach((name, child) -> entries.add(Map.entry(name, child)));
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
            int failure = opened == session ? failure("next") : -endNumber(opened);
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
      return StorePath.decode(name);
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
      held.release();
    }
  }
}
