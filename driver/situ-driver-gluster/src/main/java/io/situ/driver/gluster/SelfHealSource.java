// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.process.CommandResult;
import io.situ.storage.process.ExternalCommand;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where it is learnt which files wait for healing. Thread-safe.
 *
 * <p>Only an administrator on a host of the volume may ask the volume; anybody may read a file that
 * an administrator lets be written with the same answer.
 */
final class SelfHealSource {

  private static final Logger LOG = LoggerFactory.getLogger(SelfHealSource.class);
  private static final List<Path> PROGRAMS =
      List.of(Path.of("/usr/sbin/gluster"), Path.of("/usr/bin/gluster"));
  private static final Path SOCKET = Path.of("/var/run/glusterd.socket");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int MAX_OUTPUT = 256 << 20;

  /** How an answer is had: none where nothing can be known. */
  private interface Way {
    Optional<SelfHealState> query(String volume) throws IOException, XMLStreamException;
  }

  private final Way way;
  private final long interval;
  private final StoreWarnings notices;

  private SelfHealSource(Way way, Duration interval, StoreWarnings notices) {
    this.way = way;
    this.notices = notices;
    this.interval = interval.toNanos();
  }

  static SelfHealSource of(StoreConfig config) throws StoreException {
    String heal = config.require(GlusterProvider.HEAL_INFO);
    Way way =
        switch (heal) {
          case "auto" -> SelfHealSource::run;
          case "off" -> volume -> Optional.empty();
          default -> file(config, heal);
        };
    return new SelfHealSource(way, interval(config), config.notices());
  }

  private static Way file(StoreConfig config, String name) throws StoreException {
    Path file = Path.of(name);
    if (!file.isAbsolute()) {
      throw refuse(
          config, GlusterProvider.HEAL_INFO, "is auto, off or an absolute file name", name);
    }
    return volume -> {
      try (InputStream in = Files.newInputStream(file)) {
        return Optional.of(SelfHealState.parse(in));
      }
    };
  }

  private static Duration interval(StoreConfig config) throws StoreException {
    String text = config.require(GlusterProvider.HEAL_INTERVAL);
    try {
      long seconds = Long.parseLong(text);
      if (seconds > 0 && seconds <= 86_400) {
        return Duration.ofSeconds(seconds);
      }
    } catch (NumberFormatException e) {
      LOG.debug("not a number: {}", text, e);
    }
    throw refuse(config, GlusterProvider.HEAL_INTERVAL, "is seconds from 1 to 86400", text);
  }

  private static StoreException refuse(
      StoreConfig config, StoreConfig.Key key, String what, String text) {
    String sentence = config.fullName(key.name()) + " " + what + ", not '" + text + "'";
    return new StoreException(Kind.INVALID_ARGUMENT, null, sentence);
  }

  /** How long an answer is used, in nanoseconds. */
  long interval() {
    return interval;
  }

  /**
   * What waits for healing now; may take seconds.
   *
   * @return empty where that cannot be learnt; the reason is reported once
   */
  synchronized Optional<SelfHealState> query(String volume) {
    try {
      return way.query(volume);
    } catch (InterruptedIOException e) {
      LOG.debug("interrupted", e);
    } catch (IOException | XMLStreamException e) {
      notices.note(
          "copies on the GlusterFS volume "
              + volume
              + " that wait for healing cannot be distinguished from others, so tasks may be sent to them;"
              + " reading through the mount stays right",
          String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  private static Optional<SelfHealState> run(String volume) throws IOException, XMLStreamException {
    Optional<Path> program = PROGRAMS.stream().filter(Files::isExecutable).findFirst();
    if (program.isEmpty() || !Files.isWritable(SOCKET)) {
      LOG.debug("this user cannot ask the administration of {} here", volume);
      return Optional.empty();
    }
    List<String> command =
        List.of(
            program.get().toString(), "--mode=script", "volume", "heal", volume, "info", "--xml");
    CommandResult result = ExternalCommand.of(command, TIMEOUT).withMaxOutput(MAX_OUTPUT).run();
    if (result.output().length == 0) {
      throw new IOException(result.reason());
    }
    return Optional.of(SelfHealState.parse(new ByteArrayInputStream(result.output())));
  }
}
