// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is asked of Lustre, compared with the bytes that a running one keeps of {@code lfs
 * setstripe}; files are made on a plain directory, with its answers recorded.
 */
class NewFileStripesTest {

  private static final long MIB = 1 << 20;
  private static final StorePath FILE = StorePath.of("/f");

  @TempDir private Path root;

  private final StoreWarnings warnings = new StoreWarnings();
  private final StoreConfig config = new StoreConfig("s", Map.of());
  private int answer;
  private long request;
  private byte[] asked;
  private byte[] template;
  private StoreException.Kind missing = StoreException.Kind.NO_ATTRIBUTE;
  private LustreStore store;

  private NewFileStripes stripes(OptionalInt count) {
    return new NewFileStripes(128 * MIB, count, NewFileStripes.USUAL, warnings);
  }

  private static byte[] live(String name) {
    return RecordedLayouts.named(name).bytes();
  }

  @BeforeEach
  void open() throws Exception {
    MountedStore mount =
        MountedStore.open(
            new StoreConfig("s", Map.of("root", root.toString())), "lustre", Placement.NONE);
    store =
        new LustreStore(
            mount,
            Optional.empty(),
            Optional.of(stripes(OptionalInt.of(2))),
            directory -> {
              if (template == null) {
                throw new StoreException(missing, directory, "no layout");
              }
              return template;
            },
            (fd, number, buffer) -> {
              request = number;
              asked = new byte[buffer.remaining()];
              buffer.get(asked);
              return answer;
            });
  }

  private void write(WriteHandle.Options options, String text) throws StoreException {
    try (WriteHandle handle = store.create(FILE, options)) {
      handle.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Test
  void theBytesAreThoseThatLustreKeepsOfTheSameCommand() {
    assertThat(ByteOrder.nativeOrder()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    assertThat(stripes(OptionalInt.of(2)).layout(Optional.empty(), 2 * MIB))
        .hasValueSatisfying(layout -> assertThat(layout).isEqualTo(live("live-directory-default")));
  }

  @Test
  void aPoolAndTheCountOfTheDirectoryStay() throws Exception {
    byte[] pooled = new byte[48];
    System.arraycopy(live("live-pooled"), 0, pooled, 0, 48);
    byte[] layout =
        stripes(OptionalInt.empty()).layout(Optional.of(pooled), 500 * MIB).orElseThrow();
    ByteBuffer fields = ByteBuffer.wrap(layout).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(fields.getInt(24)).isEqualTo((int) (128 * MIB));
    assertThat(fields.getShort(28)).isEqualTo((short) 2);
    assertThat(new String(layout, 32, 5, StandardCharsets.US_ASCII)).isEqualTo("flash");
    assertThat(pooled[27]).isZero();
  }

  @Test
  void stripesAreOnlyEnlargedAndInWholeUnits() {
    Optional<byte[]> default2m = Optional.of(live("live-directory-default"));
    assertThat(stripes(OptionalInt.empty()).layout(default2m, 2 * MIB)).isEmpty();
    assertThat(stripes(OptionalInt.empty()).layout(Optional.empty(), 65_535)).isEmpty();
    byte[] layout = stripes(OptionalInt.empty()).layout(default2m, 3 * MIB + 1).orElseThrow();
    assertThat(ByteBuffer.wrap(layout).order(ByteOrder.LITTLE_ENDIAN).getInt(24))
        .isEqualTo((int) (3 * MIB));
  }

  @Test
  void stripesAreOnlyEnlargedAboveTheFileSystemsOwn() throws Exception {
    Optional<byte[]> sizeless = Optional.of(live("live-directory-default").clone());
    ByteBuffer.wrap(sizeless.get()).putInt(24, 0);
    Path client = Files.createDirectories(root.resolve("lov/fs-clilov-ffff8f2c"));
    Files.createDirectories(root.resolve("lov/fs2-clilov-ffff8f2d"));
    Files.writeString(client.resolve("stripesize"), "4194304\n");
    NewFileStripes usual = stripes(OptionalInt.empty());
    NewFileStripes shown = usual.of(root.resolve("lov"), "fs");
    for (Optional<byte[]> template : List.of(Optional.<byte[]>empty(), sizeless)) {
      assertThat(usual.layout(template, MIB)).isEmpty();
      assertThat(usual.layout(template, 2 * MIB)).isPresent();
      assertThat(shown.layout(template, 4 * MIB)).isEmpty();
      assertThat(shown.layout(template, 5 * MIB)).isPresent();
    }
    assertThat(usual.of(root.resolve("lov"), "other")).isEqualTo(usual);
    assertThat(usual.of(root.resolve("none"), "fs")).isEqualTo(usual);
    assertThat(usual.of(root.resolve("lov"), "fs2")).isEqualTo(usual);
  }

  @ParameterizedTest
  @ValueSource(strings = {"live-pfl", "live-dom", "live-mir", "live-foreign", "live-over"})
  void aLayoutThatIsMoreThanStripesStays(String name) {
    assertThat(stripes(OptionalInt.empty()).layout(Optional.of(live(name)), 64 * MIB)).isEmpty();
    assertThat(warnings.sentences()).singleElement().asString().contains("more than stripes");
  }

  @Test
  void aNewFileGetsItsStripesBeforeItHasBytes() throws Exception {
    write(WriteHandle.Options.EXCLUSIVE.withBlockSize(2 * MIB), "text");
    assertThat(request).isEqualTo(0x4008669aL);
    assertThat(asked).isEqualTo(live("live-directory-default"));
    assertThat(Files.readString(root.resolve("f"))).isEqualTo("text");
    assertThatThrownBy(() -> write(WriteHandle.Options.EXCLUSIVE.withBlockSize(2 * MIB), "other"))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.ALREADY_EXISTS));
    assertThat(warnings.sentences()).isEmpty();
  }

  @Test
  void whatLustreRefusesIsMadeWithTheDirectorysLayout() throws Exception {
    answer = -22;
    write(WriteHandle.Options.EXCLUSIVE.withBlockSize(2 * MIB), "text");
    write(WriteHandle.Options.REPLACE.withBlockSize(2 * MIB), "other");
    assertThat(Files.readString(root.resolve("f"))).isEqualTo("other");
    try (var files = Files.list(root)) {
      assertThat(files).containsExactly(root.resolve("f"));
    }
    assertThat(warnings.sentences()).singleElement().asString().contains("stripe.size.max");
  }

  @Test
  void nothingIsAskedWithoutABlockSizeOrWhereTheDirectorysLayoutIsNotSeen() throws Exception {
    write(WriteHandle.Options.EXCLUSIVE, "text");
    missing = StoreException.Kind.PERMISSION_DENIED;
    write(WriteHandle.Options.REPLACE.withBlockSize(2 * MIB), "other");
    assertThat(asked).isNull();
    assertThat(Files.readString(root.resolve("f"))).isEqualTo("other");
  }

  @ParameterizedTest
  @CsvSource({
    "128m, '', 134217728, ''",
    "65536, 4, 65536, 4",
    "1G, -1, 1073741824, -1",
    "4294901760, 2000, 4294901760, 2000"
  })
  void keysAreSizesAndCounts(String size, String count, long bytes, String targets)
      throws Exception {
    NewFileStripes stripes = NewFileStripes.of(keys(size, count)).orElseThrow();
    assertThat(stripes.max()).isEqualTo(bytes);
    assertThat(stripes.count())
        .isEqualTo(
            targets.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(targets)));
  }

  @ParameterizedTest
  @CsvSource({
    "4g, '', 'stripe.size.max is ''4g''; it must be a size such as 64m, from 64k'",
    "1k, '', 'stripe.size.max is ''1k''; it must be a size such as 64m, from 64k'",
    "99999999999g, '', 'stripe.size.max is ''99999999999g''; it must be a size'",
    "64m, 0, 'stripe.count is ''0''; it must be a number from 1 to 2000, or -1'",
    "64m, 2001, 'stripe.count is ''2001''; it must be a number from 1 to 2000, or -1'",
    "'', 4, stripe.count needs fs.situ.store.s.stripe.size.max"
  })
  void keysOutOfTheirBoundsAreNamed(String size, String count, String sentence) {
    assertThatThrownBy(() -> NewFileStripes.of(keys(size, count)))
        .hasMessageContaining("fs.situ.store.s." + sentence);
  }

  private static StoreConfig keys(String size, String count) {
    Map<String, String> values = new HashMap<>();
    if (!size.isEmpty()) {
      values.put("stripe.size.max", size);
    }
    if (!count.isEmpty()) {
      values.put("stripe.count", count);
    }
    return new StoreConfig("s", values);
  }

  @Test
  void withoutKeysFilesKeepTheLayoutOfTheirDirectory() throws Exception {
    assertThat(NewFileStripes.of(config)).isEmpty();
  }
}
