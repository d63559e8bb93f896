// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.Variants;
import io.situ.driver.lustre.LustreLayout;
import io.situ.driver.lustre.LustreLayoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Lustre layouts, from the bytes of the attribute to the targets of every piece of the file. */
public final class LayoutBench {

  private static final int V1 = 0x0BD10BD0;
  private static final int COMPOSITE = 0x0BD60BD0;
  private static final int RAID0 = 1;
  private static final int INIT = 0x10;
  private static final int HEADER = 32;
  private static final int ENTRY = 48;
  private static final int OBJECT = 24;
  private static final int MB = 1 << 20;

  private LayoutBench() {}

  /**
   * @param args see {@link Benchmark#run}; {@code files} are decoded in each round
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults = BenchmarkOptions.none().and("rounds", 5).and("files", 1_000_000);
    Benchmark.run("layout", defaults, settings -> 1, LayoutBench::run, args);
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    int files = settings.number("files");
    Variants arms = new Variants("layouts to pieces", "files/s");
    arm(arms, "one stripe, 64 MB", files, striped(1, MB), 64 * MB);
    arm(arms, "four stripes of 1 MB, 16 MB", files, striped(4, MB), 16 * MB);
    arm(arms, "eight stripes of 16 MB, 128 MB", files, striped(8, 16 * MB), 128 * MB);
    arm(arms, "progressive, 1 and 4 and 8 stripes, 128 MB", files, progressive(), 128 * MB);
    arms.run(2, settings.number("rounds"), System.out);
  }

  private static void arm(Variants arms, String title, int files, byte[] attribute, long size) {
    arms.arm(title, () -> files / Variants.seconds(() -> decode(files, attribute, size)));
  }

  private static void decode(int files, byte[] attribute, long size) throws LustreLayoutException {
    long pieces = 0;
    for (int i = 0; i < files; i++) {
      pieces += LustreLayout.decode(attribute).pieces(0, size).size();
    }
    if (pieces < files) {
      throw new IllegalStateException("a file without pieces");
    }
  }

  private static ByteBuffer bytes(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
  }

  private static byte[] striped(int count, int size) {
    ByteBuffer bytes = bytes(HEADER + count * OBJECT);
    bytes.putInt(0, V1).putInt(4, RAID0).putInt(24, size).putShort(28, (short) count);
    for (int i = 0; i < count; i++) {
      bytes.putInt(HEADER + i * OBJECT + 20, i);
    }
    return bytes.array();
  }

  private static byte[] progressive() {
    byte[][] parts = {striped(1, MB), striped(4, 4 * MB), striped(8, 16 * MB)};
    long[] borders = {0, 4 * MB, 64 * MB, -1};
    int at = HEADER + parts.length * ENTRY;
    int length = at;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteBuffer bytes = bytes(length);
    bytes.putInt(0, COMPOSITE).putInt(4, length).putShort(14, (short) parts.length);
    for (int i = 0; i < parts.length; i++) {
      int entry = HEADER + i * ENTRY;
      bytes.putInt(entry, i + 1).putInt(entry + 4, INIT);
      bytes.putLong(entry + 8, borders[i]).putLong(entry + 16, borders[i + 1]);
      bytes.putInt(entry + 24, at).putInt(entry + 28, parts[i].length);
      bytes.put(at, parts[i]);
      at += parts[i].length;
    }
    return bytes.array();
  }
}
