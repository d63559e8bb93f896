// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.StringTableSection;

/**
 * The names that an image holds once and names by numbers: of users, groups and extended
 * attributes. Each kind has numbers of its own if the table says so ({@code maskBits}, as Hadoop's
 * {@code SerialNumberManager} writes it); if not, all share them. Not thread-safe.
 */
final class FsImageStringTable {

  private static final int MOST = (1 << 24) - 1;

  /** So many bits distinguish all kinds. */
  private static final int MIN_BITS = 2;

  /** So many leave room for {@link #MOST} numbers of each. */
  private static final int MAX_BITS = 8;

  private final int bits;
  private final Map<Integer, String> entries = new LinkedHashMap<>();
  private final Map<Kind, Map<String, Integer>> numbers = new EnumMap<>(Kind.class);
  private final Map<Kind, Integer> last = new EnumMap<>(Kind.class);

  /** What a name is of. Their order is Hadoop's. */
  enum Kind {
    ANYTHING,
    USER,
    GROUP,
    ATTRIBUTE
  }

  private FsImageStringTable(int bits) {
    this.bits = bits;
    for (Kind kind : Kind.values()) {
      numbers.put(kind, new HashMap<>());
      last.put(kind, 0);
    }
  }

  /**
   * Reads the section of that name.
   *
   * @throws IOException if it is none, or ends too early
   */
  static FsImageStringTable read(InputStream in) throws IOException {
    StringTableSection header = StringTableSection.parseDelimitedFrom(in);
    if (header == null || !header.hasNumEntry()) {
      throw tooEarly();
    }
    int bits = header.getMaskBits();
    if (bits != 0 && (bits < MIN_BITS || bits > MAX_BITS)) {
      throw unknownForm();
    }
    FsImageStringTable strings = new FsImageStringTable(bits);
    for (int i = 0; i < header.getNumEntry(); i++) {
      StringTableSection.Entry entry = StringTableSection.Entry.parseDelimitedFrom(in);
      // A message that is cut off between two fields is taken for a whole one.
      if (entry == null || !entry.hasId() || !entry.hasStr()) {
        throw tooEarly();
      }
      strings.add(entry.getId(), entry.getStr());
    }
    return strings;
  }

  private static IOException tooEarly() {
    return new EOFException("the names in the image of HDFS end too early");
  }

  private static IOException unknownForm() {
    return new IOException("the image of HDFS has its names in a form that is not known");
  }

  private void add(int id, String text) throws IOException {
    int mask = bits == 0 ? 0 : id >>> (Integer.SIZE - bits);
    int number = bits == 0 ? id : id & ((1 << (Integer.SIZE - bits)) - 1);
    if (mask >= Kind.values().length) {
      throw unknownForm();
    }
    Kind kind = Kind.values()[mask];
    entries.put(id, text);
    numbers.get(kind).put(text, number);
    last.merge(kind, number, Math::max);
  }

  /**
   * The number of a name, which gets one if it has none.
   *
   * @throws IOException if the image has no numbers left
   */
  int number(Kind wanted, String text) throws IOException {
    Kind kind = bits == 0 ? Kind.ANYTHING : wanted;
    Integer number = numbers.get(kind).get(text);
    if (number == null) {
      if (last.get(kind) >= MOST) {
        throw new IOException("HDFS has too many names of users and groups");
      }
      number = last.get(kind) + 1;
      add(id(kind, number), text);
    }
    return number;
  }

  /** The name of a number, empty if it has none. */
  String text(Kind wanted, int number) {
    return entries.getOrDefault(id(bits == 0 ? Kind.ANYTHING : wanted, number), "");
  }

  private int id(Kind kind, int number) {
    return bits == 0 ? number : number | kind.ordinal() << (Integer.SIZE - bits);
  }

  /** Writes the section. */
  void write(OutputStream out) throws IOException {
    write(bits, entries, out);
  }

  /** Writes a section of names by their ids, whose kinds are in their highest {@code bits}. */
  static void write(int bits, Map<Integer, String> entries, OutputStream out) throws IOException {
    StringTableSection.newBuilder()
        .setNumEntry(entries.size())
        .setMaskBits(bits)
        .build()
        .writeDelimitedTo(out);
    for (Map.Entry<Integer, String> entry : entries.entrySet()) {
      StringTableSection.Entry.newBuilder()
          .setId(entry.getKey())
          .setStr(entry.getValue())
          .build()
          .writeDelimitedTo(out);
    }
  }
}
