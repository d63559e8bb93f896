// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.secure;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.hadoop.HadoopJava;
import io.situ.testbed.process.TestbedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@link SecureHadoop} in a process of its own, and the tool as a user of it calls it. */
final class SecureHadoopProcess implements AutoCloseable {

  private static final String LOG4J =
      """
      log4j.rootLogger=WARN, stderr
      log4j.appender.stderr=org.apache.log4j.ConsoleAppender
      log4j.appender.stderr.target=System.err
      log4j.appender.stderr.layout=org.apache.log4j.PatternLayout
      log4j.appender.stderr.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
      """;

  private final Path home;
  private final Process process;

  /** Starts it, with all that it keeps in {@code home}, and comes back when it serves. */
  SecureHadoopProcess(Path home) throws IOException {
    this.home = home;
    Files.createDirectory(SecureHadoop.conf(home));
    Files.writeString(SecureHadoop.conf(home).resolve("log4j.properties"), LOG4J);
    Files.createDirectory(SecureHadoopKeys.store(home));
    List<String> command =
        List.of(
            HadoopJava.executable(),
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Djava.net.preferIPv4Stack=true",
            "-Dhadoop.log.dir=" + home,
            "-cp",
            classPath(),
            SecureHadoop.class.getName(),
            home.toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(log().toFile());
    builder.environment().put("JAVA_HOME", HadoopJava.home().toString());
    process = builder.start();
    boolean serves = false;
    try {
      awaitReady();
      serves = true;
    } finally {
      if (!serves) {
        process.destroyForcibly();
      }
    }
  }

  private String classPath() {
    return Stream.of(
            SecureHadoop.conf(home).toString(),
            System.getProperty("java.class.path"),
            BuiltSourceTree.bundle().toString(),
            HadoopJava.target().resolve("web").toString())
        .collect(Collectors.joining(":"));
  }

  private Path log() {
    return home.resolve("log");
  }

  private void awaitReady() throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.equals(SecureHadoop.READY)) {
        return;
      }
    }
    List<String> log = Files.readAllLines(log());
    throw new TestbedException(
        "Hadoop with Kerberos did not start:\n"
            + String.join("\n", log.subList(Math.max(0, log.size() - 40), log.size())));
  }

  /** Returns the root of the store {@code data}. */
  Path store() {
    return SecureHadoopKeys.store(home);
  }

  /** Returns the cache with the ticket of the user of this process. */
  Path ticket() {
    return SecureHadoop.ticket(home);
  }

  /** Returns the configuration of its clients. */
  Path conf() {
    return SecureHadoop.conf(home);
  }

  /**
   * Calls the tool.
   *
   * @param state where it keeps what it remembers
   * @param cache of tickets; need not be there
   */
  Result situ(Path state, Path cache, List<String> words) throws IOException, InterruptedException {
    List<String> command = BuiltSourceTree.situ(state, words);
    Path out = Files.createTempFile(home, "situ", ".out");
    Path err = Files.createTempFile(home, "situ", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("KRB5CCNAME", "FILE:" + cache);
    String quick = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC ";
    builder.environment().put("HADOOP_CLIENT_OPTS", quick + SecureHadoopKeys.inRealm(home));
    int code = builder.start().waitFor();
    return new Result(code, Files.readString(out), Files.readString(err));
  }

  /** What a call printed, and its exit code. */
  record Result(int code, String out, String err) {}

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }
}
