// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Directories that jobs read. Lines are {@code KEY NUMBER WORD...}; every large file holds few and
 * long records, and its hosts change every 2 MiB. No two files of a directory have one length, so
 * that Hadoop gives their splits the same numbers each time.
 */
public enum Input {

  /** Small text files, one empty and one without a last line end. */
  SMALL {
    @Override
    void write(Path directory) throws IOException {
      for (int file = 0; file < FILES; file++) {
        Files.writeString(directory.resolve("f" + file), lines(file, 20 + 7 * file, 0));
      }
      Files.writeString(directory.resolve("g0"), "");
      Files.writeString(directory.resolve("g1"), "k1 1 last line has no end");
    }
  },

  /** As {@link #SMALL}, and a file of 5 MB. */
  MIXED {
    @Override
    void write(Path directory) throws IOException {
      SMALL.write(directory);
      Files.writeString(directory.resolve("large"), lines(99, 2_500, 4_000));
    }
  },

  /** Lines that end with carriage return and line feed, or with carriage return alone. */
  CRLF {
    @Override
    void write(Path directory) throws IOException {
      String large = lines(7, 1_500, 4_000);
      Files.writeString(directory.resolve("large"), large.replace("\n", "\r\n"));
      Files.writeString(directory.resolve("small"), lines(8, 30, 0).replace("\n", "\r\n"));
      Files.writeString(directory.resolve("mac"), lines(9, 40, 0).replace("\n", "\r"));
    }
  },

  /** Records that end with {@code <|>} and have line ends in them. */
  DELIMITED {
    @Override
    void write(Path directory) throws IOException {
      String large = lines(7, 2_500, 4_000);
      Files.writeString(directory.resolve("large"), large.replace("\nk1", "<|>k1"));
      Files.writeString(directory.resolve("small"), lines(8, 50, 0).replace("\nk1", "<|>k1"));
    }
  },

  /**
   * Paragraphs with many empty lines between them, also where the hosts of the large file change:
   * an odd number of line ends is before such a place and behind it.
   */
  PARAGRAPHS {
    @Override
    void write(Path directory) throws IOException {
      int unit = 2 << 20;
      String gap = "\n".repeat(1_001);
      StringBuilder large = new StringBuilder(3 * unit);
      for (int end = unit; end <= 2 * unit; end += unit) {
        String more = lines(end, 1_200, 4_000).replace("\n", "\n\n");
        large.append(more, 0, end - gap.length() - 1 - large.length()).append('x');
        large.append(gap).append(gap).append('\n');
      }
      large.append(lines(9, 20, 0));
      Files.writeString(directory.resolve("large"), large);
      Files.writeString(directory.resolve("small"), lines(8, 50, 0).replace("\n", "\n\n\n"));
    }
  },

  /** Records of 100 bytes, ten of them the key, as TeraGen writes them. */
  RECORDS {
    @Override
    void write(Path directory) throws IOException {
      for (int rows : new int[] {24_000, 300, 400, 500}) {
        Random random = new Random(rows);
        StringBuilder text = new StringBuilder(rows * 100);
        for (int row = 0; row < rows; row++) {
          text.append(String.format("%010d", random.nextInt(1_000_000_000)));
          text.append(String.format("%088d", row)).append("\r\n");
        }
        Files.writeString(directory.resolve("rows" + rows), text, ISO_8859_1);
      }
    }
  },

  /** Pairs of numbers. */
  NUMBERS {
    @Override
    void write(Path directory) throws IOException {
      for (int file = 0; file < FILES; file++) {
        Random random = new Random(file);
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < 30 + 10 * file; line++) {
          text.append(random.nextInt(20)).append(' ').append(random.nextInt(900)).append('\n');
        }
        Files.writeString(directory.resolve("f" + file), text);
      }
    }
  },

  GZIP {
    @Override
    void write(Path directory) throws IOException {
      compressed(directory, GzipCodec.class, ".gz");
    }
  },

  DEFLATE {
    @Override
    void write(Path directory) throws IOException {
      compressed(directory, DefaultCodec.class, ".deflate");
    }
  },

  /** Large once it is compressed too, in blocks of 100 kB. */
  BZIP2 {
    @Override
    void write(Path directory) throws IOException {
      Configuration conf = new Configuration();
      conf.setInt("bzip2.compress.blocksize", 1);
      BZip2Codec codec = ReflectionUtils.newInstance(BZip2Codec.class, conf);
      try (OutputStream out =
          codec.createOutputStream(Files.newOutputStream(directory.resolve("large.bz2")))) {
        Random random = new Random(3);
        byte[] noise = new byte[3_000];
        for (int line = 0; line < 800; line++) {
          random.nextBytes(noise);
          String printed = java.util.Base64.getEncoder().encodeToString(noise);
          out.write(("k" + line % 10 + " " + line + " w1 " + printed + "\n").getBytes(UTF_8));
        }
      }
      compressed(directory, BZip2Codec.class, ".bz2");
    }
  },

  /** Sequence files of numbers and texts, with sync markers and without compression. */
  SEQUENCE {
    @Override
    void write(Path directory) throws IOException {
      sequence(directory.resolve("large"), 1_250, 4_000, CompressionType.NONE);
      sequence(directory.resolve("small1"), 40, 0, CompressionType.RECORD);
      sequence(directory.resolve("small2"), 80, 0, CompressionType.NONE);
    }
  },

  /** Sequence files compressed by blocks. */
  SEQUENCE_BLOCKS {
    @Override
    void write(Path directory) throws IOException {
      sequence(directory.resolve("large"), 1_250, 4_000, CompressionType.BLOCK);
      sequence(directory.resolve("small"), 40, 0, CompressionType.BLOCK);
    }
  },

  /** The numbers of {@link #SMALL}'s keys with a name for each. */
  NAMES {
    @Override
    void write(Path directory) throws IOException {
      StringBuilder text = new StringBuilder();
      for (int key = 10; key < 40; key++) {
        text.append("k").append(key).append("\tname of ").append(key).append('\n');
      }
      Files.writeString(directory.resolve("names"), text);
    }
  },

  /** Two files of the same sorted keys, in directories of their own. */
  SORTED {
    @Override
    void write(Path directory) throws IOException {
      for (String side : new String[] {"left", "right"}) {
        Files.createDirectory(directory.resolve(side));
        StringBuilder text = new StringBuilder();
        for (int key = 100; key < 400; key += side.equals("left") ? 2 : 3) {
          text.append(key).append('\t').append(side).append(key).append('\n');
        }
        Files.writeString(directory.resolve(side + "/part-r-00000"), text);
      }
    }
  };

  private static final int FILES = 4;

  abstract void write(Path directory) throws IOException;

  /** Returns lines whose last word has up to {@code padding} letters. */
  private static String lines(int seed, int count, int padding) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < count; line++) {
      text.append('k').append(10 + random.nextInt(30)).append(' ').append(random.nextInt(1000));
      text.append(" w").append(random.nextInt(50)).append(" w").append(line % 9);
      if (padding > 0) {
        text.append(' ').append("x".repeat(random.nextInt(40) * padding / 40));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static void compressed(
      Path directory, Class<? extends CompressionCodec> type, String suffix) throws IOException {
    CompressionCodec codec = ReflectionUtils.newInstance(type, new Configuration());
    for (int file = 0; file < FILES; file++) {
      Path path = directory.resolve("f" + file + suffix);
      try (OutputStream out = codec.createOutputStream(Files.newOutputStream(path))) {
        out.write(lines(file, 20 + 30 * file, 0).getBytes(UTF_8));
      }
    }
  }

  private static void sequence(Path file, int count, int padding, CompressionType type)
      throws IOException {
    Random random = new Random(count);
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            new Configuration(),
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path("file://" + file)),
            SequenceFile.Writer.keyClass(LongWritable.class),
            SequenceFile.Writer.valueClass(Text.class),
            SequenceFile.Writer.compression(type, new DefaultCodec()))) {
      byte[] noise = new byte[padding / 2];
      for (int i = 0; i < count; i++) {
        random.nextBytes(noise);
        String hex = HexFormat.of().formatHex(noise);
        out.append(new LongWritable(i), new Text("k" + i % 30 + " " + i + " w" + i % 7 + hex));
      }
    }
  }
}
