// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.GenericOptionsParser;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * What a {@link SequentialProcess} runs, by {@code hadoop jar}, with nothing else of this module:
 * for each line that says {@code write} or {@code read} it does so with one file, from its first
 * byte to its last, and answers how long that took.
 */
public final class SequentialProgram {

  static final String READY = "ready";
  static final String WRITE = "write";
  static final String TOOK = "took ";

  private final FileSystem fs;
  private final Path file;
  private final long bytes;
  private final byte[] record;

  private SequentialProgram(FileSystem fs, Path file, long bytes, int record) {
    this.fs = fs;
    this.file = file;
    this.bytes = bytes;
    this.record = new byte[record];
    new Random(1).nextBytes(this.record);
  }

  /** Makes a jar of this class. */
  static java.nio.file.Path jar(java.nio.file.Path directory) throws IOException {
    java.nio.file.Path jar = directory.resolve("sequential.jar");
    String name = SequentialProgram.class.getName().replace('.', '/') + ".class";
    try (InputStream in = SequentialProgram.class.getClassLoader().getResourceAsStream(name);
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(name));
      in.transferTo(out);
    }
    return jar;
  }

  /**
   * @param args Hadoop's options, the file, how many bytes it has, and how many are written or read
   *     at a time
   */
  public static void main(String[] args) throws IOException {
    Configuration conf = new Configuration();
    String[] words = new GenericOptionsParser(conf, args).getRemainingArgs();
    Path file = new Path(words[0]);
    FileSystem fs = file.getFileSystem(conf);
    fs.mkdirs(file.getParent());
    SequentialProgram program =
        new SequentialProgram(fs, file, Long.parseLong(words[1]), Integer.parseInt(words[2]));
    answer(READY);
    BufferedReader steps =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String step = steps.readLine(); step != null; step = steps.readLine()) {
      long start = System.nanoTime();
      if (step.equals(WRITE)) {
        program.write();
      } else {
        program.read();
      }
      answer(TOOK + (System.nanoTime() - start) / 1e9);
    }
  }

  private static void answer(String line) {
    System.out.println(line);
    System.out.flush();
  }

  /** In place of the file that may be there, and until all of it is on disks. */
  private void write() throws IOException {
    EnumSet<CreateFlag> flags =
        EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE, CreateFlag.SYNC_BLOCK);
    try (FSDataOutputStream out =
        fs.create(
            file,
            FsPermission.getFileDefault(),
            flags,
            4096,
            fs.getDefaultReplication(file),
            fs.getDefaultBlockSize(file),
            null)) {
      for (long left = bytes; left > 0; left -= record.length) {
        out.write(record, 0, (int) Math.min(record.length, left));
      }
      if (out.hasCapability(StreamCapabilities.HSYNC)) {
        out.hsync();
      }
    }
  }

  private void read() throws IOException {
    long total = 0;
    try (FSDataInputStream in =
        FutureIO.awaitFuture(
            fs.openFile(file)
                .opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "sequential")
                .build())) {
      for (int count = in.read(record); count >= 0; count = in.read(record)) {
        total += count;
      }
    }
    if (total != bytes) {
      throw new IOException("read " + total + " of " + bytes + " bytes of " + file);
    }
  }
}
