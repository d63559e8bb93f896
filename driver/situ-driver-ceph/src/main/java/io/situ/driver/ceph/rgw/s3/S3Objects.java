// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import io.situ.storage.Attributes;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;

/** What S3 says of a bucket's objects, as a store's objects. */
public final class S3Objects {

  private static final int FILE_MODE = 0400;
  private static final int DIRECTORY_MODE = 0500;
  private static final long NANOS = 1_000_000_000L;

  private S3Objects() {}

  /** The key of the object at a path, in bytes; empty for the root. */
  public static byte[] key(StorePath path) {
    byte[] bytes = path.toBytes();
    return Arrays.copyOfRange(bytes, 1, bytes.length);
  }

  /** What the keys of all objects below a directory begin with, in bytes. */
  public static byte[] prefix(StorePath directory) {
    byte[] key = key(directory);
    if (key.length == 0) {
      return key;
    }
    byte[] prefix = Arrays.copyOf(key, key.length + 1);
    prefix[key.length] = '/';
    return prefix;
  }

  /**
   * The version that an ETag stands for: the first bytes of its SHA-256. Equal bytes that are
   * written again in the same way are the same version.
   */
  public static StoreObject.Version version(String etag) {
    String plain = etag.replace("\"", "");
    return new StoreObject.Version(0, ByteBuffer.wrap(AwsSigV4Signer.sha256(plain)).getLong());
  }

  /**
   * A file. Whole seconds of its time are kept, for S3 reports no more of a single object.
   *
   * @param etag with or without quotation marks
   */
  public static StoreObject file(StorePath path, long size, String etag, Instant modified) {
    long nanos = modified.getEpochSecond() * NANOS;
    return new StoreObject(
        path, StoreObject.Kind.FILE, size, attributes(FILE_MODE, nanos), version(etag));
  }

  /** A directory, of which S3 knows nothing but that objects are below it. */
  public static StoreObject directory(StorePath path) {
    return new StoreObject(
        path,
        StoreObject.Kind.DIRECTORY,
        0,
        attributes(DIRECTORY_MODE, 0),
        new StoreObject.Version(0, 0));
  }

  /**
   * S3 has neither owners nor modes that would mean something here: the gateway decides for whose
   * key it is, and nothing is said of any other user.
   */
  private static Attributes attributes(int mode, long nanos) {
    String user = System.getProperty("user.name");
    return new Attributes(user, user, mode, nanos, nanos);
  }
}
