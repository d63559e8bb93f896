// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.rados;

import com.sun.jna.Native;
import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.storage.Store;
import io.situ.storage.mounted.nativelib.JnaDirectory;
import io.situ.storage.process.ExternalCommand;
import io.situ.storage.process.RecentFailure;
import io.situ.storage.process.RunningCommand;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;

/**
 * Asks librados in a process of its own, so that an assertion that fails in Ceph's library ends
 * that process and not a scheduler. It begins with the first question, and ends when its input
 * does: with this, or with the process that this is in. Thread-safe.
 */
public final class RadosSubprocess implements HeadObjectReader {

  private static final int ANSWERED = 0;
  private static final int ABSENT = 1;
  private static final int FAILED = 2;
  private static final Duration RETRY_INTERVAL = Duration.ofMinutes(1);

  private final CephClusterConfig cluster;
  private final String pool;
  private final RecentFailure failure = new RecentFailure(RETRY_INTERVAL);
  private Optional<Helper> helper = Optional.empty();
  private boolean closed;

  public RadosSubprocess(CephClusterConfig cluster, String pool) {
    this.cluster = cluster;
    this.pool = pool;
  }

  private record Helper(
      RunningCommand process, DataOutputStream questions, DataInputStream answers) {}

  @Override
  public synchronized HeadObjectAttributes head(RadosName name) throws IOException {
    if (closed) {
      throw new IOException("the store is closed");
    }
    Optional<String> reason = failure.reason();
    if (reason.isPresent()) {
      throw new IOException(reason.get());
    }
    try {
      return query(name);
    } catch (FileNotFoundException e) {
      throw e;
    } catch (IOException e) {
      end();
      failure.set(e.getMessage());
      throw e;
    }
  }

  private HeadObjectAttributes query(RadosName name) throws IOException {
    if (helper.isEmpty()) {
      helper = Optional.of(start());
    }
    Helper now = helper.get();
    try {
      write(now.questions(), name.bytes());
      write(now.questions(), name.locator());
      now.questions().flush();
      return answer(now.answers());
    } catch (EOFException e) {
      String reason = "the process that asks librados has ended: " + now.process().reason();
      throw new IOException(reason, e);
    }
  }

  private static HeadObjectAttributes answer(DataInputStream in) throws IOException {
    int what = in.read();
    switch (what) {
      case ANSWERED -> {
        Map<String, byte[]> attributes = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
          attributes.put(in.readUTF(), read(in));
        }
        return new HeadObjectAttributes(attributes);
      }
      case ABSENT -> throw new FileNotFoundException(in.readUTF());
      case FAILED -> throw new IOException(in.readUTF());
      default -> throw new EOFException();
    }
  }

  private Helper start() throws IOException {
    List<String> argv = new ArrayList<>();
    argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    argv.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    argv.addAll(List.of("-cp", classPath(), RadosSubprocess.class.getName()));
    argv.addAll(List.of(cluster.user(), cluster.conf().orElse("")));
    argv.addAll(List.of(cluster.keyring().orElse(""), pool));
    RunningCommand process =
        ExternalCommand.of(argv, Duration.ZERO)
            .withoutVariables("CEPH_CONF", "CEPH_ARGS", "JAVA_TOOL_OPTIONS")
            .start(line -> {});
    return new Helper(
        process,
        new DataOutputStream(new BufferedOutputStream(process.input())),
        new DataInputStream(new BufferedInputStream(process.output())));
  }

  /** Where the few classes that it needs are, in one jar or in several. */
  private static String classPath() throws IOException {
    Set<String> places = new LinkedHashSet<>();
    for (Class<?> type :
        List.of(
            RadosSubprocess.class, Store.class, JnaDirectory.class, Native.class, Logger.class)) {
      try {
        places.add(
            Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
      } catch (URISyntaxException | RuntimeException e) {
        throw new IOException("the jar of " + type.getName() + " cannot be found", e);
      }
    }
    return String.join(System.getProperty("path.separator"), places);
  }

  private void end() {
    helper.ifPresent(now -> now.process().close());
    helper = Optional.empty();
  }

  @Override
  public synchronized void close() {
    closed = true;
    end();
  }

  private static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] read(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }

  /** The process of its own: user, configuration, keyring (both may be empty) and pool. */
  public static void main(String[] arguments) throws IOException {
    CephClusterConfig cluster =
        new CephClusterConfig(
            text(arguments[1]), arguments[0], text(arguments[2]), Optional.empty());
    DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
    try (RadosSession session = RadosSession.begin(cluster, arguments[3])) {
      while (true) {
        answer(session, new RadosName(read(in), read(in)), out);
      }
    } catch (EOFException e) {
      System.exit(0);
    } catch (IOException e) {
      fail(out, FAILED, e);
    }
  }

  private static Optional<String> text(String argument) {
    return argument.isEmpty() ? Optional.empty() : Optional.of(argument);
  }

  private static void answer(RadosSession session, RadosName name, DataOutputStream out)
      throws IOException {
    try {
      Map<String, byte[]> attributes = session.head(name).attributes();
      out.write(ANSWERED);
      out.writeInt(attributes.size());
      for (Map.Entry<String, byte[]> attribute : attributes.entrySet()) {
        out.writeUTF(attribute.getKey());
        write(out, attribute.getValue());
      }
      out.flush();
    } catch (FileNotFoundException e) {
      fail(out, ABSENT, e);
    }
  }

  private static void fail(DataOutputStream out, int how, IOException e) throws IOException {
    out.write(how);
    out.writeUTF(e.getMessage());
    out.flush();
  }
}
