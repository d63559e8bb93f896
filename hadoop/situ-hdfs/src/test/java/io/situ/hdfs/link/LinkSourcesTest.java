// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects as a host of HDFS finds them, or does not. */
class LinkSourcesTest {

  private static final StorePath OBJECT = StorePath.of("/object");

  private final MemoryStore store = new MemoryStore();
  private final List<Kept> opened = new ArrayList<>();
  private Store now = store;
  private final LinkSources sources = new LinkSources(name -> keep());

  /** What a mount point shows while nothing is mounted there. */
  private static final class Bare extends ForwardingStore {
    Bare() {
      super(new MemoryStore());
    }

    @Override
    public Info info() {
      Info info = super.info();
      return Info.mounted(info.name(), info.driver(), "bare", StorePath.of("/mnt/data"));
    }
  }

  private static final class Kept extends ForwardingStore {
    private int closed;
    private Optional<Runnable> failing = Optional.empty();

    Kept(Store store) {
      super(store);
    }

    @Override
    public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
      if (failing.isPresent()) {
        failing.get().run();
        throw new StoreException(StoreException.Kind.UNAVAILABLE, path, "the mount is stale");
      }
      return super.open(path, options);
    }

    @Override
    public void close() {
      closed++;
    }
  }

  private Store keep() {
    Kept kept = new Kept(now);
    opened.add(kept);
    return kept;
  }

  @BeforeEach
  void write() throws IOException {
    try (WriteHandle handle = store.create(OBJECT, WriteHandle.Options.EXCLUSIVE.withMode(0600))) {
      handle.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    }
  }

  private LinkMetadata mark() throws IOException {
    StoreObject object = store.stat(OBJECT, true);
    LinkedBlock block = new LinkedBlock("data", OBJECT, 3, object.version(), 0, 3);
    return new LinkMetadata(block, store.info().identity(), true, false, false);
  }

  @Test
  void anObjectThatMayNotBeReadHereIsNamedAndNotCalledBroken() throws IOException {
    LinkMetadata mark = mark();
    now = store.as("hdfs", "hdfs");

    Throwable failure = catchThrowable(() -> sources.open(mark));

    assertThat(failure).isInstanceOf(StoreException.class).hasMessageContaining("'/object'");
    assertThat(((StoreException) failure).kind()).isEqualTo(StoreException.Kind.PERMISSION_DENIED);
  }

  @Test
  void aStoreThatIsNotMountedHasLostNothing() throws IOException {
    LinkMetadata mark = mark();
    now = new Bare();

    assertThatThrownBy(() -> sources.open(mark))
        .isNotInstanceOf(LinkBrokenException.class)
        .hasMessage(
            "'/object' cannot be read: at /mnt/data is not the store it was attached from; is that"
                + " mounted?");
    assertThatThrownBy(() -> sources.createMetadata(mark.block(), true))
        .isNotInstanceOf(LinkBrokenException.class)
        .hasMessage("this host sees no '/object' below /mnt/data; is it mounted?");
  }

  @Test
  void aStoreIsFoundWhenItsMountComes() throws IOException {
    LinkMetadata mark = mark();
    now = new Bare();
    assertThatThrownBy(() -> sources.check(mark)).isInstanceOf(IOException.class);
    now = store;

    try (ReadHandle handle = sources.open(mark)) {
      assertThat(handle.object().size()).isEqualTo(3);
    }
    int all = opened.size();
    sources.check(mark);

    assertThat(opened).as("the one that was good is kept").hasSize(all);
    sources.close();
    assertThat(opened).allMatch(one -> one.closed == 1);
  }

  @Test
  void anObjectThatIsGoneOrChangedIsBroken() throws IOException {
    LinkMetadata mark = mark();
    try (WriteHandle handle = store.create(OBJECT, WriteHandle.Options.REPLACE)) {
      handle.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}));
    }
    assertThatThrownBy(() -> sources.open(mark))
        .isInstanceOf(LinkBrokenException.class)
        .hasMessageContaining("'/object' of store data had 3 bytes and has 4 now");

    store.delete(OBJECT);
    assertThatThrownBy(() -> sources.check(mark))
        .isInstanceOf(LinkBrokenException.class)
        .hasMessageContaining("is not there any more");

    store.mkdir(OBJECT, 0755);
    assertThatThrownBy(() -> sources.check(mark))
        .isInstanceOf(LinkBrokenException.class)
        .hasMessageContaining("is no file any more");
    assertThat(opened.subList(1, opened.size())).allMatch(one -> one.closed == 1);
  }

  @Test
  void aStoreThatWasReplacedIsClosedWithItsLastHandle() throws IOException {
    LinkMetadata mark = mark();
    ReadHandle first = sources.open(mark);
    ReadHandle second = sources.open(mark);
    opened.get(0).failing = Optional.of(() -> {});

    ReadHandle later = sources.open(mark);

    first.close();
    first.close();
    assertThat(opened).extracting(one -> one.closed).containsExactly(0, 0);
    second.close();
    assertThat(opened).extracting(one -> one.closed).containsExactly(1, 0);
    later.close();
    sources.check(mark);
    assertThat(opened).extracting(one -> one.closed).containsExactly(1, 0);
    sources.close();
    assertThat(opened).extracting(one -> one.closed).containsExactly(1, 1);
  }

  @Test
  void aStoreThatAnotherReaderHadReopenedIsAsked() throws IOException {
    LinkMetadata mark = mark();
    sources.check(mark);
    Kept stale = opened.get(0);
    AtomicBoolean another = new AtomicBoolean();
    stale.failing =
        Optional.of(
            () -> {
              if (another.compareAndSet(false, true)) {
                assertThatCode(() -> sources.open(mark).close()).doesNotThrowAnyException();
              }
            });

    sources.open(mark).close();

    assertThat(opened).extracting(one -> one.closed).containsExactly(1, 0);
  }
}
