// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.SituStores;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.scan.Scanner;
import io.situ.spark.FileSystemRegistration;
import io.situ.spark.scan.PiecesOnHosts;
import io.situ.spark.scan.pack.Piece;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is found out about files whose store has an inventory that is slow, or asked for many. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class FileFactsLoaderTest {

  private static final Path TABLE =
      Path.of(
          "../../core/situ-inventory/src/test/resources/io/situ/inventory/footer/groups.parquet");

  /** Smaller than the table, so that its footer is needed. */
  private static final int LONGEST = 8 << 10;

  private static final FileFactsLoader.Wanted ALL =
      new FileFactsLoader.Wanted(LONGEST, column -> true);

  @TempDir private Path scratch;

  private final Configuration conf = new Configuration(false);

  /** Hadoop keeps file systems by the name of their store. */
  private final String name = "site-" + UUID.randomUUID();

  private final CountDownLatch mayAnswer = new CountDownLatch(1);
  private Path data;

  @BeforeEach
  void describeStore() throws IOException {
    data = Files.createDirectory(scratch.resolve("data"));
    FileSystemRegistration.register(conf);
    set("root", data);
    set("driver", "posix");
    set("placement.command", PiecesOnHosts.write(scratch, LONGEST));
  }

  @AfterEach
  void letGo() {
    mayAnswer.countDown();
  }

  private void set(String key, Object value) {
    conf.set("fs.situ.store." + name + "." + key, value.toString());
  }

  private void scan() throws Exception {
    Path inventory = scratch.resolve("inventory");
    try (Store store = SituStores.open(name, conf)) {
      Scanner.scan(store, StorePath.ROOT, inventory, ScanOptions.DEFAULT.withFooters(true));
    }
    set("inventory", inventory);
  }

  private Path table(String file) throws IOException {
    return Files.copy(TABLE, data.resolve(file));
  }

  private ScanFile listed(Path file) throws IOException {
    long length = Files.size(file);
    return new ScanFile(
        new org.apache.hadoop.fs.Path("situ://" + name + "/" + file.getFileName()),
        length,
        Files.getLastModifiedTime(file).toMillis(),
        Optional.of(FooterFormat.PARQUET),
        false,
        List.of(new Piece(0, length, List.of("h1"))));
  }

  private FileFacts load(FileFactsLoader loader, Path file, Duration timeout) throws Exception {
    return loader.load(List.of(listed(file)), conf, ALL, timeout).get(0);
  }

  @Test
  void footersAreReadWhereTheInventoryDoesNotAnswer() throws Exception {
    Path file = table("table");
    scan();
    FileFactsLoader loader =
        new FileFactsLoader(
            (files, conf) -> {
              await();
              return Map.of();
            });

    FileFacts facts = load(loader, file, Duration.ofSeconds(8));

    assertThat(facts.pieces()).isNotEmpty().allMatch(piece -> piece.hosts().contains("h1"));
    hasItsGroups(facts);
  }

  @Test
  void whatAnInventoryAnswersLateIsThereForTheNextScan() throws Exception {
    Path file = table("table");
    scan();
    damageFooter(file);
    AtomicInteger calls = new AtomicInteger();
    FileFactsLoader loader =
        new FileFactsLoader(
            (files, conf) -> {
              if (calls.getAndIncrement() > 0) {
                return Map.of();
              }
              await();
              return InventoryFooters.find(files, conf);
            });

    FileFacts facts = load(loader, file, Duration.ofSeconds(2));
    assertThat(facts.pieces()).isNotEmpty().allMatch(piece -> piece.hosts().contains("h1"));
    assertThat(facts.groups()).isEmpty();

    mayAnswer.countDown();
    while (facts.groups().isEmpty()) {
      Thread.sleep(20);
      facts = load(loader, file, Duration.ofSeconds(10));
    }
    hasItsGroups(facts);
  }

  private void await() {
    try {
      mayAnswer.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void hasItsGroups(FileFacts facts) {
    assertThat(facts.groups())
        .extracting(FooterLayout.Asked::start)
        .containsExactly(4L, 8233L, 16515L);
  }

  /** A reader of the footer finds none, while size and time of modification stay. */
  private static void damageFooter(Path file) throws IOException {
    FileTime time = Files.getLastModifiedTime(file);
    byte[] bytes = Files.readAllBytes(file);
    for (int i = bytes.length - 100; i < bytes.length - 10; i++) {
      bytes[i] = (byte) (bytes[i] ^ 0x5a);
    }
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, time);
  }

  @Test
  void anInventoryIsAskedForSomeFilesAfterTheOtherAndOnlyWhereFootersAreNeeded() throws Exception {
    List<ScanFile> files = new ArrayList<>();
    int large = FileLookups.BATCH + 44;
    for (int i = 0; i < large; i++) {
      files.add(listed(table("large-" + i)));
    }
    for (int i = 0; i < 20; i++) {
      files.add(listed(Files.write(data.resolve("small-" + i), new byte[1000])));
    }
    scan();
    List<List<ScanFile>> asked = Collections.synchronizedList(new ArrayList<>());
    FileFactsLoader loader =
        new FileFactsLoader(
            (some, conf) -> {
              asked.add(some);
              return InventoryFooters.find(some, conf);
            });

    List<FileFacts> facts = loader.load(files, conf, ALL, Duration.ofSeconds(60));

    assertThat(asked).hasSizeGreaterThan(1).allMatch(some -> some.size() <= FileLookups.BATCH);
    assertThat(asked.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(files.subList(0, large));
    assertThat(facts.subList(0, large)).allSatisfy(FileFactsLoaderTest::hasItsGroups);
    assertThat(facts.subList(large, files.size()))
        .allMatch(each -> each.groups().isEmpty() && !each.pieces().isEmpty());
  }

  @Test
  void footersThatCannotBeReadAreOneWarning() throws Exception {
    List<ScanFile> files = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Path file = table("damaged-" + i);
      damageFooter(file);
      files.add(listed(file));
    }
    FileFactsLoader loader = new FileFactsLoader((some, conf) -> Map.of());
    Logger logger = (Logger) LogManager.getLogger(FileLookups.class);
    Warnings warnings = new Warnings();
    logger.addAppender(warnings);
    try {
      assertThat(loader.load(files, conf, ALL, Duration.ofSeconds(60)))
          .allMatch(facts -> facts.groups().isEmpty() && !facts.pieces().isEmpty());
    } finally {
      logger.removeAppender(warnings);
    }

    assertThat(warnings.texts)
        .singleElement()
        .asString()
        .startsWith("the footers of 3 of 3 files cannot be read;")
        .contains("/damaged-");
  }

  private static final class Warnings extends AbstractAppender {
    private final List<String> texts = Collections.synchronizedList(new ArrayList<>());

    Warnings() {
      super("warnings", null, null, true, Property.EMPTY_ARRAY);
      start();
    }

    @Override
    public void append(LogEvent event) {
      texts.add(event.getMessage().getFormattedMessage());
    }
  }
}
