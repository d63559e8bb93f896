// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.rados;

import com.sun.jna.Native;
import io.situ.storage.mounted.nativelib.JnaDirectory;

/**
 * The calls of {@code librados.h} that are used. Names are bytes with a zero behind them. Loading
 * this class loads the library; a failed assertion in it ends the process.
 */
final class LibRados {

  /** {@code LIBRADOS_CMPXATTR_OP_EQ}. */
  static final byte EQUAL = 1;

  static {
    JnaDirectory.prepare();
    Native.register(LibRados.class, "librados.so.2");
  }

  private LibRados() {}

  static native int rados_create(long[] cluster, String user);

  static native int rados_conf_read_file(long cluster, String file);

  static native int rados_conf_set(long cluster, String option, String value);

  static native int rados_connect(long cluster);

  static native void rados_shutdown(long cluster);

  static native int rados_ioctx_create(long cluster, String pool, long[] context);

  static native void rados_ioctx_destroy(long context);

  static native void rados_ioctx_locator_set_key(long context, byte[] key);

  static native int rados_getxattrs(long context, byte[] name, long[] iterator);

  static native int rados_getxattrs_next(long iterator, long[] name, long[] value, long[] length);

  static native void rados_getxattrs_end(long iterator);

  static native int rados_read(long context, byte[] name, long buffer, long length, long offset);

  static native long rados_create_read_op();

  static native void rados_read_op_cmpxattr(
      long operation, String attribute, byte comparison, byte[] value, long length);

  static native void rados_read_op_read(
      long operation, long offset, long length, long buffer, long count, long result);

  static native int rados_read_op_operate(long operation, long context, byte[] name, int flags);

  static native void rados_release_read_op(long operation);
}
