// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.rados;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.storage.mounted.nativelib.Errno;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A client's session with one pool, in this process. Every call ends within a minute. Tests of what
 * works on it replace calls. Thread-safe.
 */
public class RadosSession implements AutoCloseable {

  /** What a comparison that fails says, {@code ECANCELED}. */
  static final int OTHER = 125;

  private static final String CONNECT_SECONDS = "30";
  private static final String ANSWER_SECONDS = "60";

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final long cluster;
  private final long plain;

  /** For objects with a locator, which is a state of the context. */
  private final long located;

  private boolean open = true;

  RadosSession(long cluster, long plain, long located) {
    this.cluster = cluster;
    this.plain = plain;
    this.located = located;
  }

  /**
   * Begins a session.
   *
   * @throws IOException with one sentence, if the library, the cluster, the key or the pool is not
   *     there
   */
  public static RadosSession begin(CephClusterConfig cluster, String pool) throws IOException {
    try {
      long[] made = new long[1];
      check(LibRados.rados_create(made, cluster.user()), "a client cannot be made");
      try {
        configure(made[0], cluster);
        check(
            LibRados.rados_connect(made[0]),
            "the cluster cannot be reached as client." + cluster.user());
        return new RadosSession(made[0], context(made[0], pool), context(made[0], pool));
      } catch (IOException | RuntimeException e) {
        LibRados.rados_shutdown(made[0]);
        throw e;
      }
    } catch (LinkageError e) {
      throw new IOException("librados.so.2 cannot be loaded: install librados2", e);
    }
  }

  private static void configure(long made, CephClusterConfig cluster) throws IOException {
    check(
        LibRados.rados_conf_read_file(made, cluster.conf().orElse(null)),
        "Ceph's configuration cannot be read");
    set(made, "keyring", cluster.keyring());
    set(made, "client_mount_timeout", Optional.of(CONNECT_SECONDS));
    set(made, "rados_mon_op_timeout", Optional.of(CONNECT_SECONDS));
    set(made, "rados_osd_op_timeout", Optional.of(ANSWER_SECONDS));
  }

  private static void set(long made, String option, Optional<String> value) throws IOException {
    if (value.isPresent()) {
      check(LibRados.rados_conf_set(made, option, value.get()), option + " is not taken");
    }
  }

  private static long context(long made, String pool) throws IOException {
    long[] context = new long[1];
    check(LibRados.rados_ioctx_create(made, pool, context), "there is no pool " + pool);
    return context[0];
  }

  private static void check(int result, String sentence) throws IOException {
    if (result < 0) {
      throw new IOException(sentence + " (error " + -result + ")");
    }
  }

  /**
   * The attributes of an object.
   *
   * @throws FileNotFoundException if there is none
   * @throws IOException if the cluster does not say
   */
  public HeadObjectAttributes head(RadosName name) throws IOException {
    lock.readLock().lock();
    try {
      long[] iterator = new long[1];
      int result =
          open
              ? call(name, (io, oid) -> LibRados.rados_getxattrs(io, oid, iterator))
              : -Errno.ENOTCONN;
      if (result == -Errno.ENOENT) {
        throw new FileNotFoundException("there is no object " + name);
      }
      check(result, "an object's attributes cannot be read");
      try {
        return new HeadObjectAttributes(attributes(iterator[0]));
      } finally {
        LibRados.rados_getxattrs_end(iterator[0]);
      }
    } finally {
      lock.readLock().unlock();
    }
  }

  private static Map<String, byte[]> attributes(long iterator) throws IOException {
    Map<String, byte[]> attributes = new HashMap<>();
    long[] name = new long[1];
    long[] value = new long[1];
    long[] length = new long[1];
    while (true) {
      check(
          LibRados.rados_getxattrs_next(iterator, name, value, length),
          "an object's attributes cannot be read");
      if (name[0] == 0) {
        return attributes;
      }
      String text = new Pointer(name[0]).getString(0);
      if (HeadObjectAttributes.isWanted(text)) {
        byte[] bytes =
            length[0] == 0 ? new byte[0] : new Pointer(value[0]).getByteArray(0, (int) length[0]);
        attributes.put(text, bytes);
      }
    }
  }

  /**
   * Reads a range of an object into memory.
   *
   * @return the number of bytes, or a negative error
   */
  int read(RadosName name, long offset, long buffer, int length) {
    lock.readLock().lock();
    try {
      return open
          ? call(name, (io, oid) -> LibRados.rados_read(io, oid, buffer, length, offset))
          : -Errno.ENOTCONN;
    } finally {
      lock.readLock().unlock();
    }
  }

  /** The same if the object has this tag, in one step; else {@code -}{@link #OTHER}. */
  int read(RadosName name, byte[] tag, long offset, long buffer, int length) {
    lock.readLock().lock();
    try (Memory out = new Memory(2L * Long.BYTES)) {
      if (!open) {
        return -Errno.ENOTCONN;
      }
      out.clear();
      long count = Pointer.nativeValue(out);
      long operation = LibRados.rados_create_read_op();
      try {
        LibRados.rados_read_op_cmpxattr(
            operation, HeadObjectAttributes.TAG, LibRados.EQUAL, tag, tag.length);
        LibRados.rados_read_op_read(operation, offset, length, buffer, count, count + Long.BYTES);
        int result = call(name, (io, oid) -> LibRados.rados_read_op_operate(operation, io, oid, 0));
        return result < 0 ? result : (int) out.getLong(0);
      } finally {
        LibRados.rados_release_read_op(operation);
      }
    } finally {
      lock.readLock().unlock();
    }
  }

  private interface Call {
    int on(long context, byte[] name);
  }

  private int call(RadosName name, Call call) {
    byte[] text = terminated(name.bytes());
    if (name.locator().length == 0) {
      return call.on(plain, text);
    }
    synchronized (this) {
      LibRados.rados_ioctx_locator_set_key(located, terminated(name.locator()));
      return call.on(located, text);
    }
  }

  private static byte[] terminated(byte[] text) {
    return Arrays.copyOf(text, text.length + 1);
  }

  /** Ends the session when no call is in it. */
  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      if (open) {
        open = false;
        LibRados.rados_ioctx_destroy(plain);
        LibRados.rados_ioctx_destroy(located);
        LibRados.rados_shutdown(cluster);
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
