// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.footer;

import io.airlift.compress.Decompressor;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.lzo.LzoDecompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Supplier;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * How an ORC file is compressed, in the order of the specification's numbers. What is compressed
 * comes in chunks, each behind three bytes: twice its length, and 1 more if it is as it was.
 */
enum OrcCompression {
  NONE(null),
  ZLIB(null),
  SNAPPY(SnappyDecompressor::new),
  LZO(LzoDecompressor::new),
  LZ4(Lz4Decompressor::new),
  ZSTD(ZstdDecompressor::new);

  private static final int HEADER = 3;
  private static final int MAX_BLOCK = 1 << 23;

  /** What any footer may have before it is compressed, and what the largest one may have. */
  private static final int SMALL_FOOTER = 1 << 23;

  private static final int MAX_FOOTER = 1 << 26;

  /** How many times smaller than before a larger footer is. */
  private static final long MAX_RATIO = 64;

  private final Supplier<Decompressor> decompressor;

  OrcCompression(Supplier<Decompressor> decompressor) {
    this.decompressor = decompressor;
  }

  /**
   * Returns the compression with a number.
   *
   * @throws IOException if it is not known
   */
  static OrcCompression of(long number) throws IOException {
    if (number < 0 || number >= values().length) {
      throw new IOException("its footer has compression " + number + ", which is not known");
    }
    return values()[(int) number];
  }

  /**
   * Returns what was compressed.
   *
   * @param block the most bytes that a chunk had before
   * @throws IOException if it is damaged, or had more bytes than footers have
   */
  byte[] decompress(byte[] compressed, long block) throws IOException {
    if (this == NONE) {
      return compressed;
    }
    byte[] output = new byte[(int) Math.min(Math.max(block, 0), MAX_BLOCK)];
    long limit = Math.min(MAX_FOOTER, SMALL_FOOTER + MAX_RATIO * compressed.length);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int at = 0; at < compressed.length; ) {
      if (compressed.length - at < HEADER) {
        throw damaged(null);
      }
      int header =
          compressed[at] & 0xFF
              | (compressed[at + 1] & 0xFF) << 8
              | (compressed[at + 2] & 0xFF) << 16;
      int length = header >>> 1;
      at += HEADER;
      if (length > compressed.length - at) {
        throw damaged(null);
      }
      if ((header & 1) == 1) {
        all.write(compressed, at, length);
      } else {
        all.write(output, 0, decompress(compressed, at, length, output));
      }
      if (all.size() > limit) {
        throw new IOException("its footer is damaged: it has more bytes than footers have");
      }
      at += length;
    }
    return all.toByteArray();
  }

  private int decompress(byte[] compressed, int at, int length, byte[] output) throws IOException {
    try {
      return this == ZLIB
          ? inflate(compressed, at, length, output)
          : decompressor.get().decompress(compressed, at, length, output, 0, output.length);
    } catch (DataFormatException | MalformedInputException e) {
      throw damaged(e);
    }
  }

  private static int inflate(byte[] compressed, int at, int length, byte[] output)
      throws DataFormatException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(compressed, at, length);
      int count = inflater.inflate(output);
      if (!inflater.finished()) {
        throw new DataFormatException("it is cut short");
      }
      return count;
    } finally {
      inflater.end();
    }
  }

  private static IOException damaged(Exception cause) {
    return new IOException("its footer is damaged: it cannot be decompressed", cause);
  }
}
