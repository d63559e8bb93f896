// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.walk;

import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WideTimestamps;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A sorted part of a large directory on disk, for the time of one scan. Deleted when closed. */
final class RunFile implements AutoCloseable {

  private static final int BUFFER = 1 << 15;

  private final Path file;
  private final DataInputStream in;
  private final SharedReplicas replicas;
  private long left;

  /**
   * Opens a run.
   *
   * @param replicas shared with the other runs of the directory
   */
  RunFile(Path file, SharedReplicas replicas) throws IOException {
    this.file = file;
    this.replicas = replicas;
    this.in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER));
    this.left = in.readLong();
  }

  static void write(Path file, List<StoreObject> sorted) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER))) {
      out.writeLong(sorted.size());
      for (StoreObject object : sorted) {
        write(out, object);
      }
    }
  }

  /** The next object, or null at the end. */
  StoreObject next() throws IOException {
    return left-- > 0 ? read() : null;
  }

  @Override
  public void close() {
    try {
      in.close();
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The directory it lies in is deleted with the scan, or cleaned by the next one.
    }
  }

  private static void write(DataOutputStream out, StoreObject object) throws IOException {
    Attributes attributes = object.attributes();
    writeText(out, object.path().toString());
    out.writeByte(object.kind().ordinal());
    out.writeLong(object.size());
    writeText(out, attributes.owner());
    writeText(out, attributes.group());
    out.writeInt(attributes.mode());
    out.writeLong(attributes.modifiedNanos());
    out.writeLong(attributes.accessedNanos());
    out.writeLong(attributes.changedNanos());
    out.writeBoolean(attributes.far().isPresent());
    if (attributes.far().isPresent()) {
      writeTimes(out, attributes.far().get());
    }
    out.writeLong(object.version().identity());
    out.writeLong(object.version().stamp());
    writeOptional(out, object.linkTarget());
    writeOptional(out, object.checksum());
    out.writeInt(object.extents().size());
    for (Extent extent : object.extents()) {
      write(out, extent);
    }
  }

  private static void writeTimes(DataOutputStream out, WideTimestamps times) throws IOException {
    for (Instant time : List.of(times.modified(), times.accessed(), times.changed())) {
      out.writeLong(time.getEpochSecond());
      out.writeInt(time.getNano());
    }
  }

  private static WideTimestamps readTimes(DataInputStream in) throws IOException {
    return new WideTimestamps(readTime(in), readTime(in), readTime(in));
  }

  private static Instant readTime(DataInputStream in) throws IOException {
    return Instant.ofEpochSecond(in.readLong(), in.readInt());
  }

  private static void write(DataOutputStream out, Extent extent) throws IOException {
    out.writeLong(extent.offset());
    out.writeLong(extent.length());
    out.writeInt(extent.replicas().size());
    for (Replica replica : extent.replicas()) {
      writeText(out, replica.host());
      writeOptional(out, replica.rack());
      out.writeDouble(replica.weight());
      writeOptional(out, replica.path());
    }
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void writeOptional(DataOutputStream out, Optional<String> text)
      throws IOException {
    out.writeBoolean(text.isPresent());
    if (text.isPresent()) {
      writeText(out, text.get());
    }
  }

  private StoreObject read() throws IOException {
    StorePath path = StorePath.of(readText(in));
    StoreObject.Kind kind = StoreObject.Kind.values()[in.readByte()];
    long size = in.readLong();
    String owner = readText(in).intern();
    String group = readText(in).intern();
    Attributes near =
        new Attributes(owner, group, in.readInt(), in.readLong(), in.readLong(), in.readLong());
    Attributes attributes =
        in.readBoolean() ? Attributes.of(owner, group, near.mode(), readTimes(in)) : near;
    StoreObject.Version version = new StoreObject.Version(in.readLong(), in.readLong());
    Optional<String> target = readOptional(in);
    Optional<String> checksum = readOptional(in);
    int count = in.readInt();
    List<Extent> extents = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      extents.add(readExtent());
    }
    return new StoreObject(path, kind, size, attributes, version, target, extents, checksum);
  }

  private Extent readExtent() throws IOException {
    long offset = in.readLong();
    long length = in.readLong();
    int count = in.readInt();
    List<Replica> read = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      read.add(new Replica(readText(in), readOptional(in), in.readDouble(), readOptional(in)));
    }
    return new Extent(offset, length, replicas.of(read));
  }

  private static String readText(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Optional<String> readOptional(DataInputStream in) throws IOException {
    return in.readBoolean() ? Optional.of(readText(in)) : Optional.empty();
  }
}
