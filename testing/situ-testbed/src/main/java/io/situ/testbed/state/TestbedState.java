// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.state;

import io.situ.storage.local.PrivateDirectory;
import io.situ.testbed.process.ProcessRecord;
import io.situ.testbed.process.TestbedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The one directory that holds everything a testbed has on disk. What is written here before a
 * thing is made is what {@code down} needs to find that thing again.
 */
public final class TestbedState {

  private static final String OPTIONS = "options.properties";

  /** Goes into URIs, volume names of GlusterFS and input of ip(8), none of which quote alike. */
  private static final Pattern PLAIN = Pattern.compile("(/[A-Za-z0-9._-]+)+");

  private final Path dir;

  public TestbedState(Path dir) {
    this.dir = dir.toAbsolutePath().normalize();
    if (!PLAIN.matcher(this.dir.toString()).matches()) {
      throw new TestbedException(
          "the testbed's directory may have letters, digits, '.', '_' and '-' in its path, not "
              + this.dir
              + "; set SITU_TESTBED_DIR to another one");
    }
  }

  /** {@code SITU_TESTBED_DIR}, else {@code /var/tmp/situ-testbed}. */
  public static TestbedState standard() {
    String dir = System.getenv("SITU_TESTBED_DIR");
    return new TestbedState(Path.of(dir == null || dir.isBlank() ? "/var/tmp/situ-testbed" : dir));
  }

  /** Where testbeds that a program makes for itself are, away from those of the command line. */
  public static TestbedState ofPrograms() {
    return new TestbedState(Path.of(standard().dir() + "-program"));
  }

  public Path dir() {
    return dir;
  }

  /** Where all hosts, and the machine itself, see the store. */
  public Path mount() {
    return dir.resolve("vol");
  }

  public Path conf() {
    return dir.resolve("conf");
  }

  public Path etc() {
    return dir.resolve("etc");
  }

  /** A host's own disk; every host sees its own one at {@link #local()} too. */
  public Path disk(String host) {
    return dir.resolve(host);
  }

  public Path local() {
    return dir.resolve("local");
  }

  public Path log(String host, String name) {
    return disk(host).resolve("log").resolve(name + ".log");
  }

  /** The record of a process of the machine itself, which {@code down} must end. */
  public ProcessRecord outer(String name) {
    return new ProcessRecord(outer().resolve(name), Path.of("/proc"));
  }

  public Path outer() {
    return dir.resolve("outer");
  }

  public boolean exists() {
    return Files.exists(dir, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Refuses a directory that another user could have filled: what its records name is ended, and
   * what lies in it is run.
   */
  public void requireOwn() {
    try {
      Optional<String> fault = exists() ? PrivateDirectory.faultUnlessRoots(dir) : Optional.empty();
      if (fault.isPresent()) {
        throw new TestbedException(
            "'"
                + dir
                + "' cannot be used for a testbed: "
                + fault.get()
                + "; delete it, or set SITU_TESTBED_DIR to another directory");
      }
    } catch (IOException e) {
      throw new TestbedException("cannot look at " + dir + ": " + e.getMessage(), e);
    }
  }

  /** The options of the testbed that was begun here, finished or not. */
  public Optional<TestbedOptions> options() {
    requireOwn();
    Path file = dir.resolve(OPTIONS);
    try (InputStream in = Files.newInputStream(file)) {
      Properties properties = new Properties();
      properties.load(in);
      return Optional.of(TestbedOptions.fromProperties(properties));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Makes the directories and writes down the plan, the options last. */
  public void begin(TestbedOptions options) {
    try {
      makeDirectory();
      for (Path path : List.of(mount(), conf(), etc(), local(), outer())) {
        Files.createDirectories(path);
      }
      for (String host : hostNames(options)) {
        Files.createDirectories(disk(host).resolve("log/glusterfs"));
      }
      Path draft = dir.resolve(OPTIONS + ".new");
      try (OutputStream out = Files.newOutputStream(draft)) {
        options.toProperties().store(out, null);
      }
      Files.move(draft, dir.resolve(OPTIONS), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new TestbedException("cannot write in " + dir + ": " + e.getMessage(), e);
    }
  }

  /** Creates it so that all users may read it and no other user may write there. */
  private void makeDirectory() throws IOException {
    Files.createDirectories(dir.getParent());
    try {
      Files.createDirectory(dir);
      Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (FileAlreadyExistsException e) {
      requireOwn();
    }
  }

  public boolean ready() {
    return Files.exists(dir.resolve("ready"));
  }

  public void markReady() {
    write(dir.resolve("ready"), "");
  }

  public static List<String> hostNames(TestbedOptions options) {
    return IntStream.rangeClosed(1, options.hosts()).mapToObj(i -> "node" + i).toList();
  }

  public static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
