// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;

/** Input of the jobs, the same in every run. */
final class ClusterInput {

  private static final int BLOCK = 8 << 20;
  private static final int WORDS = 40_000;
  private static final int MAX_VALUE = 20_000;
  private static final int ROW = 100;

  private ClusterInput() {}

  /** Lines of words. */
  static void texts(Path directory, int files, long bytesEach) throws IOException {
    byte[] block = words();
    for (int i = 0; i < files; i++) {
      try (OutputStream out =
          new BufferedOutputStream(
              Files.newOutputStream(directory.resolve("text-" + i)), 1 << 20)) {
        // Another place of the block for each file, so that they differ.
        int from = (int) ((long) i * 7_919_000 % (BLOCK / 2));
        for (long left = bytesEach; left > 0; from = 0) {
          int length = (int) Math.min(left, BLOCK - from);
          out.write(block, from, length);
          left -= length;
        }
      }
    }
  }

  /** As long as those of Hadoop's {@code randomtextwriter}, ten letters and more. */
  private static byte[] words() {
    Random random = new Random(1);
    byte[][] words = new byte[WORDS][];
    for (int i = 0; i < WORDS; i++) {
      words[i] = new byte[6 + random.nextInt(10)];
      for (int j = 0; j < words[i].length; j++) {
        words[i][j] = (byte) ('a' + random.nextInt(16));
      }
    }
    ByteArrayOutputStream block = new ByteArrayOutputStream(BLOCK + 16);
    while (block.size() < BLOCK) {
      block.writeBytes(words[(int) Math.abs(random.nextGaussian() * WORDS / 4) % WORDS]);
      block.write(random.nextInt(12) == 0 ? '\n' : ' ');
    }
    return block.toByteArray();
  }

  /** Rows of 100 bytes, each with a key of ten at its start. */
  static void rows(Path directory, int files, long bytesEach) throws IOException {
    Random random = new Random(1);
    byte[] row = new byte[ROW];
    for (int i = 0; i < files; i++) {
      try (OutputStream out =
          new BufferedOutputStream(
              Files.newOutputStream(directory.resolve("part-" + i)), 1 << 20)) {
        for (long left = bytesEach / ROW; left > 0; left--) {
          random.nextBytes(row);
          out.write(row);
        }
      }
    }
  }

  /** What TestDFSIO reads, under the names that it reads. */
  static void dfsio(Path directory, int files, long bytesEach) throws IOException {
    Path data = Files.createDirectory(directory.resolve("io_data"));
    texts(data, files, bytesEach);
    for (int i = 0; i < files; i++) {
      Files.move(data.resolve("text-" + i), data.resolve("test_io_" + i));
    }
  }

  /** What BigMapOutput makes for itself, in several files. */
  static void sequences(Path directory, int files, long bytesEach) throws IOException {
    Random random = new Random(1);
    byte[] key = new byte[20];
    byte[] value = new byte[MAX_VALUE];
    for (int i = 0; i < files; i++) {
      var path = new org.apache.hadoop.fs.Path("file://" + directory.resolve("part-" + i));
      try (SequenceFile.Writer out =
          SequenceFile.createWriter(
              new Configuration(),
              SequenceFile.Writer.file(path),
              SequenceFile.Writer.keyClass(BytesWritable.class),
              SequenceFile.Writer.valueClass(BytesWritable.class))) {
        while (out.getLength() < bytesEach) {
          random.nextBytes(key);
          random.nextBytes(value);
          out.append(new BytesWritable(key), new BytesWritable(value));
        }
      }
      Files.deleteIfExists(directory.resolve(".part-" + i + ".crc"));
    }
  }
}
