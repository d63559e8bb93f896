// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/** Starts {@code bin/situ} as a user does. What it remembers is kept in a directory of the test. */
public final class Tool {

  /** The source tree. */
  public static final Path HOME =
      Path.of(System.getProperty("situ.source")).toAbsolutePath().normalize();

  /** Most jobs of tests end before code that is compiled a second time pays. */
  static final String QUICK_JVM = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private final Path scratch;
  private final List<String> program;
  private final Path directory;

  /**
   * Calls {@code bin/situ} from {@code scratch}. Ctrl-C reaches the tool also where tests run in
   * the background of a shell, which ignores it.
   */
  public Tool(Path scratch) {
    this(
        scratch,
        List.of("env", "--default-signal=INT", HOME.resolve("bin/situ").toString()),
        scratch);
  }

  /**
   * @param program what to start: a link to the tool, or a wrapper and the tool
   * @param directory where to start it
   */
  public Tool(Path scratch, List<String> program, Path directory) {
    this.scratch = scratch;
    this.program = program;
    this.directory = directory;
  }

  /** Writes a jar with one class. */
  static Path jar(Path jar, Class<?> only) throws IOException {
    String entry = only.getName().replace('.', '/') + ".class";
    try (JarOutputStream file = new JarOutputStream(Files.newOutputStream(jar));
        InputStream code = only.getClassLoader().getResourceAsStream(entry)) {
      file.putNextEntry(new ZipEntry(entry));
      code.transferTo(file);
    }
    return jar;
  }

  public Result run(Object... args) throws IOException, InterruptedException {
    return start(args).result();
  }

  public Running start(Object... args) throws IOException {
    File out = Files.createTempFile(scratch, "tool", ".out").toFile();
    File err = Files.createTempFile(scratch, "tool", ".err").toFile();
    List<String> command = new ArrayList<>(program);
    for (Object arg : args) {
      command.add(arg.toString());
    }
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out)
            .redirectError(err);
    builder.environment().put("SITU_STATE_DIR", scratch.resolve("state").toString());
    builder.environment().put("SITU_NO_BUILD", "1");
    builder.environment().put("HADOOP_CLIENT_OPTS", QUICK_JVM);
    builder.environment().remove("HADOOP_CONF_DIR");
    return new Running(builder.start(), out.toPath(), err.toPath());
  }

  /** A call that may not be over yet. */
  public record Running(Process process, Path out, Path err) {

    public Result result() throws IOException, InterruptedException {
      int code = process.waitFor();
      return new Result(
          code,
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    }
  }

  /** What a call gave. */
  public record Result(int code, String out, String err) {}
}
