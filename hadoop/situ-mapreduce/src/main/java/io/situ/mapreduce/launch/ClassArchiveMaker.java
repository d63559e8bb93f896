// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import io.situ.storage.local.LocalDirectories;
import io.situ.storage.process.CommandResult;
import io.situ.storage.process.ExternalCommand;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * Makes an archive of classes with this process's Java, for class paths that begin as this
 * process's own does.
 */
final class ClassArchiveMaker {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** What each process finds on its class path in its own directory. */
  private static final Set<String> OF_CONTAINERS = Set.of("job.xml", "job.jar", "jobSubmitDir");

  private final Path directory;
  private final List<Path> entries;

  /**
   * @param directory for what is made; what lies below is not for other processes
   * @param entries of the class path
   */
  ClassArchiveMaker(Path directory, List<Path> entries) {
    this.directory = directory.toAbsolutePath().normalize();
    this.entries = List.copyOf(entries);
  }

  /** Returns one for the class path of this process, a container whose directory is the current. */
  static ClassArchiveMaker ofThisProcess() {
    List<Path> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!entry.isEmpty()) {
        entries.add(Path.of(entry));
      }
    }
    return new ClassArchiveMaker(Path.of(""), entries);
  }

  /**
   * Makes the archive and keeps it.
   *
   * @param classes lines of a list of loaded classes
   * @throws IOException with what Java said, if there is none
   */
  void make(Collection<String> classes, KeptFiles files, Configuration conf) throws IOException {
    List<String> jars = jars();
    if (jars.isEmpty()) {
      throw new IOException("the class path begins with no jar that all processes share");
    }
    Path archive = dump(classes, jars);
    String name = conf.get(ClassArchiveTool.NAME);
    String kept = name + ClassArchive.ARCHIVE;
    files.put(archive, kept, conf);
    ClassArchive note =
        new ClassArchive(
            kept,
            Files.size(archive),
            ClassArchiveTool.origin(conf),
            jars,
            List.copyOf(roots(jars)));
    Path written = Files.write(directory.resolve("situ-classes.json"), note.toJson());
    files.put(written, name + ClassArchive.SUFFIX, conf);
  }

  /** The archive is tried before it is kept, with all options that processes are started with. */
  Path dump(Collection<String> classes, List<String> jars) throws IOException {
    Path list = Files.write(directory.resolve("situ-classes.sorted"), classes);
    Path archive = directory.resolve("situ-classes.new");
    String classPath = String.join(File.pathSeparator, jars);
    run(
        "-Xshare:dump",
        "-XX:SharedClassListFile=" + list,
        "-XX:SharedArchiveFile=" + archive,
        "-Xmx512m",
        "-Xlog:disable",
        "-Xlog:all=error",
        "-cp",
        classPath);
    List<String> trial = new ArrayList<>(LateCompiler.OPTIONS);
    trial.addAll(
        List.of("-Xshare:on", "-XX:SharedArchiveFile=" + archive, "-cp", classPath, "-version"));
    run(trial.toArray(String[]::new));
    return archive;
  }

  private void run(String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    CommandResult result = ExternalCommand.of(command, TIMEOUT).run();
    if (result.exitCode() != 0) {
      String output = new String(result.output(), Charset.defaultCharset()).strip();
      throw new IOException("java " + options[0] + ": " + result.reason() + ": " + output);
    }
  }

  /**
   * Returns the jars that may stand in front of a task's class path: those that it has in this
   * order anyway, up to the first that is not on every host. They are moved before directories, so
   * no file of a directory may have a name that one of them has too.
   */
  List<String> jars() throws IOException {
    Set<String> inDirectories = new HashSet<>(OF_CONTAINERS);
    List<String> jars = new ArrayList<>();
    for (Path entry : entries) {
      if (Files.isDirectory(entry)) {
        inDirectories.addAll(isOwn(entry) ? Set.of() : names(entry));
      } else if (Files.exists(entry)) {
        if (isOwn(entry)
            || !ClassArchive.isPlain(entry.toString())
            || containsAny(entry, inDirectories)) {
          break;
        }
        jars.add(entry.toString());
      }
    }
    return jars;
  }

  /** Whether it lies in the container's directory, or is a link from there. */
  private boolean isOwn(Path entry) {
    return !entry.isAbsolute() || entry.normalize().startsWith(directory);
  }

  private static Set<String> names(Path directory) throws IOException {
    return LocalDirectories.list(directory).stream()
        .map(child -> child.getFileName().toString())
        .collect(Collectors.toSet());
  }

  private static boolean containsAny(Path jar, Set<String> names) throws IOException {
    return roots(List.of(jar.toString())).stream().anyMatch(names::contains);
  }

  /** Returns the names of files and directories at the top of jars. */
  private static Set<String> roots(List<String> jars) throws IOException {
    Set<String> roots = new TreeSet<>();
    for (String jar : jars) {
      try (JarFile open = new JarFile(jar)) {
        open.stream()
            .map(entry -> entry.getName().split("/", 2)[0])
            .filter(name -> !name.isEmpty())
            .forEach(roots::add);
      }
    }
    return roots;
  }
}
