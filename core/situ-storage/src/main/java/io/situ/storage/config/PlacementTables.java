// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.config;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * What stores have asked their clusters about placement, to be handed on to other processes of the
 * same user, such as the tasks of a job, which then need not ask. Thread-safe.
 */
public final class PlacementTables {

  private static final int FORMAT = 0x53495455;
  private static final int VERSION = 1;

  private static final int MAX_TABLES = 1000;

  /** More than the tables of a million placement groups. */
  private static final int MAX_BYTES = 256 << 20;

  private final Map<String, Table> given = new TreeMap<>();
  private final Map<String, Supplier<Optional<Table>>> sources = new TreeMap<>();

  /**
   * An answer of a cluster.
   *
   * @param content in the form of the driver that asked
   * @param taken when the cluster answered, by the clock of the host that asked
   */
  public record Table(byte[] content, Instant taken) {
    public Table {
      Objects.requireNonNull(content, "content");
      Objects.requireNonNull(taken, "taken");
    }
  }

  /** Returns tables with the same answers that were handed on and no sources. */
  public synchronized PlacementTables handedOn() {
    PlacementTables tables = new PlacementTables();
    tables.given.putAll(given);
    return tables;
  }

  /**
   * Says who knows a cluster's answer, in place of who knew before.
   *
   * @param cluster how the driver that asks names the cluster and who asks it, the same on all
   *     hosts
   * @param source returns the latest answer, and asks if it has none; empty if there is none.
   *     Called by any thread
   */
  public synchronized void register(String cluster, Supplier<Optional<Table>> source) {
    sources.put(Objects.requireNonNull(cluster, "cluster"), Objects.requireNonNull(source));
  }

  /**
   * Returns a cluster's answer that was handed on to this process; empty if there is none. What
   * this process asked itself is not returned: who asked has it.
   */
  public synchronized Optional<Table> find(String cluster) {
    return Optional.ofNullable(given.get(cluster));
  }

  /**
   * Returns the answers to hand on, by the name of the cluster: the latest of each. May ask the
   * clusters.
   */
  public Map<String, Table> latest() {
    Map<String, Table> latest;
    Map<String, Supplier<Optional<Table>>> open;
    synchronized (this) {
      latest = new TreeMap<>(given);
      open = Map.copyOf(sources);
    }
    open.forEach((cluster, source) -> source.get().ifPresent(table -> latest.put(cluster, table)));
    return latest;
  }

  /**
   * Writes answers to hand on, compressed. The stream is flushed and stays open.
   *
   * @throws IOException as the stream does
   */
  public static void write(Map<String, Table> tables, OutputStream out) throws IOException {
    GZIPOutputStream compressed = new GZIPOutputStream(out);
    DataOutputStream data = new DataOutputStream(compressed);
    data.writeInt(FORMAT);
    data.writeInt(VERSION);
    data.writeInt(tables.size());
    for (Map.Entry<String, Table> entry : tables.entrySet()) {
      Table table = entry.getValue();
      data.writeUTF(entry.getKey());
      data.writeLong(table.taken().toEpochMilli());
      data.writeInt(table.content().length);
      data.write(table.content());
    }
    data.flush();
    compressed.finish();
  }

  /**
   * Reads what {@link #write} wrote. The stream stays open.
   *
   * @throws IOException if it is of another form, cut short or too long
   */
  public static PlacementTables read(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(new BufferedInputStream(new GZIPInputStream(in)));
    if (data.readInt() != FORMAT || data.readInt() != VERSION) {
      throw new IOException("not a file with placement tables of this version");
    }
    PlacementTables tables = new PlacementTables();
    int count = bounded(data.readInt(), MAX_TABLES);
    int left = MAX_BYTES;
    for (int i = 0; i < count; i++) {
      String cluster = data.readUTF();
      Instant taken = Instant.ofEpochMilli(data.readLong());
      int length = bounded(data.readInt(), left);
      byte[] content = data.readNBytes(length);
      if (content.length < length) {
        throw new EOFException("a placement table is cut short");
      }
      left -= length;
      tables.given.put(cluster, new Table(content, taken));
    }
    if (data.read() >= 0) {
      throw new IOException("placement tables with more behind their end are not read");
    }
    return tables;
  }

  private static int bounded(int value, int most) throws IOException {
    if (value < 0 || value > most) {
      throw new IOException("placement tables with " + value + " entries or bytes are not read");
    }
    return value;
  }
}
