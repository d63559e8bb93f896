// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Zstandard in pure Java for Parquet: no native library, so that the classes can be put into a
 * shaded jar and nothing can bring the process down. Not thread-safe.
 */
final class ZstdCodecs implements CompressionCodecFactory {

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return new Compressor();
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    if (codec != CompressionCodecName.ZSTD && codec != CompressionCodecName.UNCOMPRESSED) {
      throw new IllegalArgumentException("an inventory is never compressed with " + codec);
    }
    return new Decompressor();
  }

  @Override
  public void release() {}

  private static final class Compressor implements BytesInputCompressor {
    private final ZstdCompressor zstd = new ZstdCompressor();
    private byte[] output = new byte[0];

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      byte[] input = bytes.toByteArray();
      int bound = zstd.maxCompressedLength(input.length);
      if (output.length < bound) {
        output = new byte[bound];
      }
      int length = zstd.compress(input, 0, input.length, output, 0, output.length);
      return BytesInput.from(output, 0, length);
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.ZSTD;
    }

    @Override
    public void release() {}
  }

  private static final class Decompressor implements BytesInputDecompressor {
    private final ZstdDecompressor zstd = new ZstdDecompressor();

    @Override
    public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
      byte[] input = bytes.toByteArray();
      byte[] output = new byte[decompressedSize];
      int length = zstd.decompress(input, 0, input.length, output, 0, output.length);
      if (length != decompressedSize) {
        throw new IOException(length + " bytes came out of a page of " + decompressedSize);
      }
      return BytesInput.from(output);
    }

    @Override
    public void decompress(
        ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize)
        throws IOException {
      byte[] from = new byte[compressedSize];
      input.get(from);
      output.put(decompress(BytesInput.from(from), decompressedSize).toByteArray());
    }

    @Override
    public void release() {}
  }
}
