// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.StoreException;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.process.CommandResult;
import io.situ.storage.process.ExternalCommand;
import io.situ.storage.util.CachedValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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

  /**
   * Where answers are had: nowhere if neither of the volume nor in a file.
   *
   * @param volume whether the volume's administration is asked
   * @param file an absolute path
   */
  record Origin(boolean volume, Optional<Path> file) {

    static final Origin AUTO = new Origin(true, Optional.empty());
    static final Origin OFF = new Origin(false, Optional.empty());

    static final ConfigType<Origin> TYPE =
        ConfigType.of("auto, off or an absolute path", Origin::parse, Origin::print);

    private static Origin parse(String text) {
      if (text.equals("auto") || text.equals("off")) {
        return text.equals("auto") ? AUTO : OFF;
      }
      Path file = Path.of(text);
      if (!file.isAbsolute()) {
        throw new IllegalArgumentException(text + " is not absolute");
      }
      return new Origin(false, Optional.of(file));
    }

    private String print() {
      return file.map(Path::toString).orElse(volume ? "auto" : "off");
    }
  }

  static final ConfigKey<Origin> INFO =
      ConfigKey.of(
              "heal.info",
              Origin.TYPE,
              "Where copies that wait for healing are learnt from: auto runs 'gluster volume heal"
                  + " VOLUME info' where this user may, off asks no server, a file holds that command's"
                  + " --xml output.")
          .withDefault(Origin.AUTO);

  static final ConfigKey<Duration> INTERVAL =
      ConfigKey.of(
              "heal.interval",
              ConfigType.duration(ChronoUnit.SECONDS, Duration.ofSeconds(1), Duration.ofDays(1)),
              "How long one answer about copies that wait for healing is used.")
          .withDefault(Duration.ofSeconds(10));

  /** How an answer is had: none where nothing can be known. */
  private interface Way {
    Optional<SelfHealState> query(String volume) throws IOException, XMLStreamException;
  }

  private final Way way;
  private final Duration interval;
  private final StoreWarnings notices;
  private final Map<String, CachedValue<Optional<SelfHealState>>> states =
      new ConcurrentHashMap<>();

  private SelfHealSource(Way way, Duration interval, StoreWarnings notices) {
    this.way = way;
    this.notices = notices;
    this.interval = interval;
  }

  static SelfHealSource of(StoreConfig config) throws StoreException {
    Origin origin = config.get(INFO);
    Way way =
        origin.file().isPresent()
            ? file(origin.file().get())
            : origin.volume() ? SelfHealSource::run : volume -> Optional.empty();
    return new SelfHealSource(way, config.get(INTERVAL), config.notices());
  }

  private static Way file(Path file) {
    return volume -> {
      try (InputStream in = Files.newInputStream(file)) {
        return Optional.of(SelfHealState.parse(in));
      }
    };
  }

  /**
   * What waits for healing on a volume, as it was learnt last. It is learnt again after the
   * interval, which may take seconds: the thread that asks then waits, and others get the answer
   * before.
   *
   * @return empty where that cannot be learnt; the reason is reported once
   */
  Optional<SelfHealState> state(String volume) {
    return states.computeIfAbsent(volume, this::cached).get();
  }

  private CachedValue<Optional<SelfHealState>> cached(String volume) {
    return CachedValue.servingOld(Optional.empty(), interval, old -> query(volume));
  }

  private Optional<SelfHealState> query(String volume) {
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
