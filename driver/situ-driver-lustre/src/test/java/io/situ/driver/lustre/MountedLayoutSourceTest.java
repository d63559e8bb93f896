// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded layouts in the place of what the calls answer. */
class MountedLayoutSourceTest {

  private static final int DIRECTORY = 7;
  private static final StorePath FILE = StorePath.of("/d/some file");

  private final List<String> asked = new ArrayList<>();
  private final List<Integer> rooms = new ArrayList<>();

  /** Answers as the kernel does: it copies what it has, wherever the buffer ends. */
  private DirectoryIoctl answering(byte[] layout) {
    return (directory, request, buffer) -> {
      assertThat(directory).isEqualTo(DIRECTORY);
      assertThat(request).isEqualTo(0xc0086915L);
      assertThat(buffer.isDirect()).isTrue();
      asked.add(name(buffer));
      buffer.duplicate().put(layout);
      return 0;
    };
  }

  private static String name(ByteBuffer buffer) {
    byte[] start = new byte[300];
    buffer.duplicate().get(start);
    int end = 0;
    while (start[end] != 0) {
      end++;
    }
    return StorePath.decode(start, 0, end);
  }

  private DirectoryIoctl failing(int errno) {
    return (directory, request, buffer) -> {
      asked.add(name(buffer));
      rooms.add(buffer.capacity());
      return -errno;
    };
  }

  private static final MountedLayoutSource.AttributeCall NEVER =
      (file, name) -> {
        throw new AssertionError("the attribute of " + file + " was read");
      };

  private static MountedLayoutSource.AttributeCall attribute(byte[] layout) {
    return (file, name) -> {
      assertThat(name).isEqualTo("lustre.lov");
      return layout;
    };
  }

  /** A directory's default is no answer: only files are asked for. */
  static Stream<RecordedLayouts> files() {
    return RecordedLayouts.all().filter(each -> !each.name().contains("directory"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void theDirectoryReportsWhatTheAttributeReports(RecordedLayouts recorded) throws Exception {
    byte[] longer = RecordedLayouts.named("live-pfl").bytes();
    new MountedLayoutSource(NEVER, answering(longer)).layout(FILE, DIRECTORY);

    byte[] reported =
        new MountedLayoutSource(NEVER, answering(recorded.bytes())).layout(FILE, DIRECTORY);

    assertThat(asked).containsExactly("some file", "some file");
    if (recorded.size() > 0) {
      assertThat(LustreLayout.decode(reported).pieces(0, recorded.size()))
          .isEqualTo(recorded.pieces());
    }
    assertThat(LustreLayout.decode(reported).released())
        .isEqualTo(LustreLayout.decode(recorded.bytes()).released());
  }

  @Test
  void namesAreTheBytesTheyAre() throws Exception {
    byte[] odd = {'/', 'a', ' ', (byte) 0xff, '\n', 'b'};
    StorePath file = StorePath.of(StorePath.decode(odd));
    byte[] layout = RecordedLayouts.named("live-one").bytes();

    new MountedLayoutSource(NEVER, answering(layout)).layout(file, DIRECTORY);

    assertThat(StorePath.encode(asked.get(0))).isEqualTo(Arrays.copyOfRange(odd, 1, odd.length));
  }

  @Test
  void objectsThatWereNotReportedAreNotBelieved() throws Exception {
    byte[] four = RecordedLayouts.named("live-four").bytes();
    MountedLayoutSource layouts =
        new MountedLayoutSource(NEVER, answering(Arrays.copyOf(four, 80)));

    byte[] reported = layouts.layout(FILE, DIRECTORY);

    assertThatThrownBy(() -> LustreLayout.decode(reported))
        .isInstanceOf(LustreLayoutException.class);
  }

  @Test
  void whatSaysItIsLongerThanTheBufferIsRefused() throws Exception {
    byte[] bytes = RecordedLayouts.named("live-pfl").bytes().clone();
    ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).putInt(4, Integer.MIN_VALUE);

    byte[] reported = new MountedLayoutSource(NEVER, answering(bytes)).layout(FILE, DIRECTORY);

    assertThatThrownBy(() -> LustreLayout.decode(reported))
        .isInstanceOf(LustreLayoutException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {DirectoryIoctl.ENOTTY, DirectoryIoctl.ENOSYS, DirectoryIoctl.EOPNOTSUPP})
  void aDirectoryThatCannotBeAskedIsAskedOnce(int errno) throws Exception {
    byte[] layout = RecordedLayouts.named("live-one").bytes();
    MountedLayoutSource layouts = new MountedLayoutSource(attribute(layout), failing(errno));

    for (int i = 0; i < 3; i++) {
      assertThat(layouts.layout(FILE, DIRECTORY)).isEqualTo(layout);
    }

    assertThat(asked).hasSize(1);
  }

  @Test
  void anotherFailureConcernsOneFile() throws Exception {
    byte[] layout = RecordedLayouts.named("live-one").bytes();
    MountedLayoutSource layouts = new MountedLayoutSource(attribute(layout), failing(13));

    for (int i = 0; i < 3; i++) {
      assertThat(layouts.layout(FILE, DIRECTORY)).isEqualTo(layout);
    }

    assertThat(asked).hasSize(3);
  }

  @Test
  void aBufferThatIsTooShortGrowsUpToABound() throws Exception {
    byte[] layout = RecordedLayouts.named("live-one").bytes();
    DirectoryIoctl second =
        (directory, request, buffer) ->
            rooms.isEmpty()
                ? failing(DirectoryIoctl.EOVERFLOW).call(directory, request, buffer)
                : answering(layout).call(directory, request, buffer);

    assertThat(new MountedLayoutSource(NEVER, second).layout(FILE, DIRECTORY)).isEqualTo(layout);
    assertThat(asked).containsExactly("some file", "some file");

    rooms.clear();
    MountedLayoutSource never =
        new MountedLayoutSource(attribute(layout), failing(DirectoryIoctl.EOVERFLOW));
    assertThat(never.layout(FILE, DIRECTORY)).isEqualTo(layout);
    assertThat(rooms).isSorted().doesNotHaveDuplicates();
    assertThat(rooms.get(0)).isGreaterThanOrEqualTo(MountedLayoutSource.ROOM);
    assertThat(rooms.get(rooms.size() - 1)).isEqualTo(MountedLayoutSource.MAX_ROOM);
  }

  @Test
  void filesWithoutObjectsAndFilesThatAreGoneAreReported() {
    refused(DirectoryIoctl.ENODATA, Kind.NO_ATTRIBUTE);
    refused(DirectoryIoctl.ENOENT, Kind.NOT_FOUND);
  }

  private void refused(int errno, Kind kind) {
    assertThatThrownBy(() -> new MountedLayoutSource(NEVER, failing(errno)).layout(FILE, DIRECTORY))
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
