// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The numbers of directories by their places, in a file: a table of slots found by a digest of the
 * place. Memory does not grow with their count. Not thread-safe.
 */
public final class DirectoryNumbers implements Closeable {

  private static final int KEY = 16;
  private static final int SLOT = KEY + Long.BYTES;
  private static final long FIRST_SLOTS = 1 << 12;
  private static final int COPIED_SLOTS = 1 << 13;

  private final Path scratch;
  private final MessageDigest digest = sha256();
  private final ByteBuffer slot = ByteBuffer.allocateDirect(SLOT);
  private Path file;
  private FileChannel table;
  private long slots = FIRST_SLOTS;
  private long count;
  private String lastPlace = "";
  private long last;

  /**
   * @param scratch a directory for the file, which {@link #close} deletes
   */
  public DirectoryNumbers(Path scratch) throws IOException {
    this.scratch = scratch;
    this.file = scratch.resolve("directories-" + slots);
    this.table = create(file, slots);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FileChannel create(Path file, long slots) throws IOException {
    RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw");
    try {
      made.setLength(slots * SLOT);
      return made.getChannel();
    } catch (IOException e) {
      made.close();
      throw e;
    }
  }

  /**
   * Notes a directory, which is not noted yet.
   *
   * @param number not 0
   */
  public void put(String place, long number) throws IOException {
    if (count >= slots / 2) {
      grow();
    }
    insert(table, slots, key(place), number);
    count++;
  }

  /** Returns the number of a directory; empty if it was not noted. */
  public OptionalLong find(String place) throws IOException {
    if (last == 0 || !place.equals(lastPlace)) {
      last = look(key(place));
      lastPlace = place;
    }
    return last == 0 ? OptionalLong.empty() : OptionalLong.of(last);
  }

  private byte[] key(String place) {
    return Arrays.copyOf(digest.digest(place.getBytes(StandardCharsets.UTF_8)), KEY);
  }

  private static long first(byte[] key, long slots) {
    return ByteBuffer.wrap(key).getLong() & (slots - 1);
  }

  private long look(byte[] key) throws IOException {
    for (long at = first(key, slots); ; at = (at + 1) & (slots - 1)) {
      long number = read(table, at);
      if (number == 0 || isKey(key)) {
        return number;
      }
    }
  }

  private boolean isKey(byte[] key) {
    for (int i = 0; i < KEY; i++) {
      if (slot.get(i) != key[i]) {
        return false;
      }
    }
    return true;
  }

  private long read(FileChannel from, long at) throws IOException {
    slot.clear();
    while (slot.hasRemaining()) {
      if (from.read(slot, at * SLOT + slot.position()) < 0) {
        throw new IOException("'" + file + "' was cut short");
      }
    }
    return slot.getLong(KEY);
  }

  private void insert(FileChannel to, long among, byte[] key, long number) throws IOException {
    long at = first(key, among);
    while (read(to, at) != 0) {
      at = (at + 1) & (among - 1);
    }
    slot.clear();
    slot.put(key).putLong(number).flip();
    while (slot.hasRemaining()) {
      to.write(slot, at * SLOT + slot.position());
    }
  }

  private void grow() throws IOException {
    long more = slots * 4;
    Path grown = scratch.resolve("directories-" + more);
    FileChannel into = create(grown, more);
    try {
      copy(into, more);
    } catch (IOException | RuntimeException e) {
      into.close();
      throw e;
    }
    table.close();
    Files.delete(file);
    file = grown;
    table = into;
    slots = more;
  }

  private void copy(FileChannel into, long more) throws IOException {
    ByteBuffer some = ByteBuffer.allocateDirect(COPIED_SLOTS * SLOT);
    byte[] key = new byte[KEY];
    for (long at = 0; at < slots; at += COPIED_SLOTS) {
      some.clear().limit((int) Math.min(COPIED_SLOTS, slots - at) * SLOT);
      while (some.hasRemaining()) {
        if (table.read(some, at * SLOT + some.position()) < 0) {
          throw new IOException("'" + file + "' was cut short");
        }
      }
      some.flip();
      while (some.hasRemaining()) {
        some.get(key);
        long number = some.getLong();
        if (number != 0) {
          insert(into, more, key, number);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    table.close();
    Files.deleteIfExists(file);
  }
}
