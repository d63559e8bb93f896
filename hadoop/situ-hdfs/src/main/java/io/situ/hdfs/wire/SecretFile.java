// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import io.situ.hadoop.fs.SituStores;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.acl.AccessList;
import io.situ.storage.acl.PosixAcl;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * A file with a secret. Read only if it is a file of root or of this process's user, which others
 * may neither read nor write and its group may not write, access lists included.
 *
 * @param name absolute path
 */
record SecretFile(Configuration conf, String name) {

  private static final Integer ROOT = 0;
  private static final int MIN_BYTES = 32;
  private static final int MAX_BYTES = 1 << 16;

  /** A secret that repeats a few bytes is a guess away. */
  private static final int MIN_VALUES = 8;

  /**
   * Reads the secret.
   *
   * @throws IOException naming the file and what is wrong with it
   */
  byte[] read() throws IOException {
    Path file = Path.of(name);
    if (!file.isAbsolute()) {
      throw fault("is no absolute path");
    }
    PosixFileAttributes before = attributes(file);
    refuse(before);
    refuseAccessList(before);
    byte[] secret;
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      secret = in.readNBytes(MAX_BYTES);
    }
    PosixFileAttributes after = attributes(file);
    refuse(after);
    if (!after.fileKey().equals(before.fileKey())) {
      throw fault("was replaced while it was read; try again");
    }
    refuseWeak(secret);
    return secret;
  }

  private static PosixFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private void refuse(PosixFileAttributes file) throws IOException {
    if (!file.isRegularFile()) {
      throw fault(file.isSymbolicLink() ? "is a link; name the file itself" : "is no file");
    }
    Object owner = Files.getAttribute(Path.of(name), "unix:uid", LinkOption.NOFOLLOW_LINKS);
    Object self = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    if (!owner.equals(ROOT) && !owner.equals(self)) {
      throw fault(
          "belongs to "
              + file.owner().getName()
              + ", neither to root nor to this process; chown it");
    }
    Set<PosixFilePermission> permissions = file.permissions();
    if (permissions.contains(PosixFilePermission.OTHERS_READ)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw fault("may be read or written by all users; chmod o-rw it");
    }
    if (permissions.contains(PosixFilePermission.GROUP_WRITE)) {
      throw fault("may be written by its group, or by an access list; chmod g-w it");
    }
  }

  /** Named users and groups, whom the permission bits of the group hide. */
  private void refuseAccessList(PosixFileAttributes file) throws IOException {
    AccessList list;
    try (Store local = SituStores.open("", conf)) {
      list = local.accessList(StorePath.of(name));
    } catch (StoreException e) {
      throw fault("may have an access list, which cannot be read: " + e.getMessage());
    }
    if (!list.known() && file.permissions().contains(PosixFilePermission.GROUP_READ)) {
      throw fault(
          "may have an access list that its file system does not show; chmod g-r it, or keep it on a"
              + " local file system");
    }
    if (list.access().isPresent()) {
      PosixAcl acl = PosixAcl.parse(list.access().get());
      if (!acl.ids(PosixAcl.Tag.USER).isEmpty() || !acl.ids(PosixAcl.Tag.GROUP).isEmpty()) {
        throw fault("has an access list for other users or groups; setfacl -b it");
      }
    }
  }

  private void refuseWeak(byte[] secret) throws IOException {
    int length = secret.length;
    while (length > 0 && (secret[length - 1] == '\n' || secret[length - 1] == '\r')) {
      length--;
    }
    if (length < MIN_BYTES) {
      throw fault("has " + length + " bytes; a secret needs " + MIN_BYTES);
    }
    boolean[] values = new boolean[1 << Byte.SIZE];
    for (int i = 0; i < length; i++) {
      values[secret[i] & 0xff] = true;
    }
    int different = 0;
    for (boolean value : values) {
      different += value ? 1 : 0;
    }
    if (different < MIN_VALUES) {
      throw fault("has only " + different + " different bytes; make one by chance");
    }
  }

  private IOException fault(String what) {
    return new IOException("the secret's file '" + name + "' " + what);
  }
}
