// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.cluster.BenchTestbed;
import io.situ.bench.cluster.S3Gateway;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.Variants;
import io.situ.testbed.Testbed;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedOptions.Storage;
import io.situ.testbed.state.TestbedOptions.StoreKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * How fast one thread reads a file of CephFS in order: by Ceph's library, through the mount, and in
 * a loop in C; and the same bytes as an object of RGW by Hadoop's S3A. The file is larger than a
 * client's cache, and the kernel's is emptied before each reading.
 */
public final class CephreadBench {

  private static final int MB = 1 << 20;
  private static final String NATIVE = "situ://, read=native";
  private static final String MOUNT = "situ://, read=mount";
  private static final String LOOP = "C, libcephfs";
  private static final String OBJECT = "S3A through RGW";
  private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");
  private static final double TICKS = 100;
  private static final String TASK = "task";
  private static final String PROGRAM = "program";

  private final Testbed testbed;
  private final long bytes;
  private final int buffer;
  private final boolean direct;
  private final Path loop;
  private final Map<String, List<Double>> processor = new LinkedHashMap<>();

  private CephreadBench(BenchmarkOptions settings, Testbed testbed, Path loop) {
    this.testbed = testbed;
    this.bytes = settings.number("mb") * (long) MB;
    this.buffer = settings.number("kb") << 10;
    this.direct = settings.text("as").equals(PROGRAM);
    this.loop = loop;
  }

  /**
   * @param args see {@link Benchmark#run}; {@code mb} in the file, {@code kb} at a time; {@code as}
   *     is program, which reads into direct buffers, or task, which reads into arrays as the
   *     readers of MapReduce do, in a process that runs a task of a job
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchmarkOptions.none().and("rounds", 5).and("mb", 1024).and("kb", 4096).and("as", PROGRAM);
    Benchmark.run(
        "cephread",
        defaults,
        settings -> settings.number("mb") * 5L + 4_000,
        CephreadBench::run,
        args);
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    if (settings.text("as").equals(TASK)) {
      System.setProperty("sun.java.command", "org.apache.hadoop.mapred.YarnChild");
    }
    Path loop = compile(scratch);
    Storage storage = new Storage(StoreKind.CEPH, 2).withRgw();
    Testbed testbed = BenchTestbed.up(TestbedOptions.ceph(3, 2).withStore(storage).withoutHadoop());
    new CephreadBench(settings, testbed, loop).run(settings.number("rounds"));
  }

  private static Path compile(Path scratch) throws IOException, InterruptedException {
    Path source = scratch.resolve("cephread.c");
    try (InputStream in = CephreadBench.class.getResourceAsStream("cephread.c")) {
      Files.copy(in, source);
    }
    Path program = scratch.resolve("cephread");
    output("gcc", "-O2", "-o", program.toString(), source.toString(), "-l:libcephfs.so.2");
    return program;
  }

  private static String output(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " failed");
    }
    return out;
  }

  private void run(int rounds) throws Exception {
    FileSystem own = FileSystem.newInstance(URI.create("situ://vol"), situ("native"));
    FileSystem mount = FileSystem.newInstance(URI.create("situ://vol"), situ("mount"));
    FileSystem objects = S3Gateway.withBucket(testbed).open();
    try (own;
        mount;
        objects) {
      write(mount, objects);
      Variants arms =
          new Variants((bytes / MB) + " MB, " + (buffer >> 10) + " KB at a time", "MB/s");
      arm(arms, LOOP, this::loop);
      arm(arms, NATIVE, () -> read(own, direct));
      arm(arms, MOUNT, () -> read(mount, direct));
      arm(arms, OBJECT, () -> read(objects, false));
      Results figures = arms.run(1, rounds, System.out);
      Map<String, double[]> seconds = new LinkedHashMap<>();
      processor.forEach(
          (arm, all) ->
              seconds.put(
                  arm,
                  all.subList(1, all.size()).stream().mapToDouble(Double::doubleValue).toArray()));
      new Results(seconds, "s of all processors for a GB")
          .print("Processor time of the whole machine, servers included", System.out);
      figures.claim(NATIVE, LOOP, 0.95, System.out);
      figures.claim(NATIVE, OBJECT, 1.3, System.out);
      figures.compare(NATIVE, MOUNT, System.out);
    }
  }

  private void arm(Variants arms, String name, Variants.Variant reading) {
    processor.put(name, new ArrayList<>());
    arms.arm(
        name,
        () -> {
          Files.writeString(DROP_CACHES, "3");
          double before = busy();
          double seconds = reading.run();
          processor.get(name).add((busy() - before) * 1e9 / bytes);
          return bytes / seconds / MB;
        });
  }

  /** Seconds that all processors of this machine have worked. */
  private static double busy() throws IOException {
    String[] words = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +");
    return Stream.of(1, 2, 3, 6, 7).mapToLong(at -> Long.parseLong(words[at])).sum() / TICKS;
  }

  private Configuration situ(String read) {
    Configuration conf = new Configuration();
    testbed.storeKeys().forEach((key, value) -> conf.set("fs.situ.store.vol." + key, value));
    conf.set("fs.situ.store.vol.read", read);
    return conf;
  }

  private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");

  private void write(FileSystem mount, FileSystem objects) throws Exception {
    Random random = new Random(1);
    byte[] piece = new byte[MB];
    try (FSDataOutputStream file = mount.create(FILE);
        FSDataOutputStream object = objects.create(FILE)) {
      for (long i = 0; i < bytes / MB; i++) {
        random.nextBytes(piece);
        file.write(piece);
        object.write(piece);
      }
    }
  }

  private double loop() throws IOException, InterruptedException {
    Map<String, String> store = testbed.storeKeys();
    String size = Integer.toString(buffer);
    String said = output(loop.toString(), store.get("conf"), store.get("user"), "/file", size);
    String[] words = said.strip().split(" ");
    check(Long.parseLong(words[0]));
    return Double.parseDouble(words[1]);
  }

  /** S3A fills no direct buffers. */
  private double read(FileSystem fs, boolean intoDirect) throws Exception {
    return Variants.seconds(
        () -> {
          byte[] array = new byte[buffer];
          ByteBuffer room = intoDirect ? ByteBuffer.allocateDirect(buffer) : ByteBuffer.wrap(array);
          long total = 0;
          try (FSDataInputStream in =
              FutureIO.awaitFuture(
                  fs.openFile(FILE)
                      .opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "sequential")
                      .build())) {
            int count = 0;
            while (count >= 0) {
              total += count;
              count = intoDirect ? in.read(room.clear()) : in.read(array);
            }
          }
          check(total);
        });
  }

  private void check(long read) throws IOException {
    if (read != bytes) {
      throw new IOException("read " + read + " of " + bytes + " bytes");
    }
  }
}
