// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Attributes;
import io.situ.storage.Attributes.Change;
import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class AttributesContract extends ContractTopic {

  /** Whole seconds after 2001-09-09: the coarsest clock a store may keep. */
  private static final Instant FAR = Instant.parse("2300-01-01T00:00:00Z");

  /** 2038-01-19: the last that many file systems have. */
  private static final Instant LAST = Instant.ofEpochSecond(Integer.MAX_VALUE);

  private static final Instant EARLY = Instant.parse("1910-05-06T07:08:09Z");
  private static final long TIME = 1_000_000_000_000_000_000L;

  private Attributes attributes(StorePath path) throws StoreException {
    return store().stat(path, true).attributes();
  }

  @Test
  void noChangeChangesNothing() throws StoreException {
    StorePath path = write("f", "x");
    Attributes before = attributes(path);
    store().setAttributes(path, Change.NONE);
    assertThat(attributes(path)).isEqualTo(before);
    refused(path("no"), () -> store().setAttributes(path("no"), Change.NONE), Kind.NOT_FOUND);
  }

  @Test
  void theModeIsSet() throws StoreException {
    need(Capability.PERMISSIONS);
    StorePath file = write("f", "x");
    for (int mode : new int[] {0, 0400, 0644, 0666, 0777, 0600}) {
      store().setAttributes(file, Change.NONE.withMode(mode));
      assertThat(attributes(file).mode()).isEqualTo(mode);
    }
    refused(
        path("no"),
        () -> store().setAttributes(path("no"), Change.NONE.withMode(0644)),
        Kind.NOT_FOUND);
  }

  @Test
  void theStickyBitIsKept() throws StoreException {
    need(Capability.STICKY_BIT);
    StorePath directory = mkdir("d");
    store().setAttributes(directory, Change.NONE.withMode(01777));
    assertThat(attributes(directory).mode()).isEqualTo(01777);
    store().mkdir(path("e"), 01777);
    assertThat(attributes(path("e")).mode()).isEqualTo(01777);
  }

  @Test
  void timesAreSetOneByOne() throws StoreException {
    need(Capability.TIMES);
    StorePath path = write("f", "x");
    store().setAttributes(path, Change.NONE.withModified(TIME).withAccessed(2 * TIME));
    assertThat(attributes(path).modifiedNanos()).isEqualTo(TIME);
    assertThat(attributes(path).accessedNanos()).isEqualTo(2 * TIME);
    store().setAttributes(path, Change.NONE.withModified(TIME / 2));
    assertThat(attributes(path).modifiedNanos()).isEqualTo(TIME / 2);
    assertThat(attributes(path).accessedNanos()).isEqualTo(2 * TIME);
    store().setAttributes(path, Change.NONE.withAccessed(TIME));
    assertThat(attributes(path).modifiedNanos()).isEqualTo(TIME / 2);
    assertThat(attributes(path).accessedNanos()).isEqualTo(TIME);
  }

  @Test
  void timesOfDirectoriesAreSet() throws StoreException {
    need(Capability.TIMES);
    StorePath path = mkdir("d");
    store().setAttributes(path, Change.NONE.withModified(TIME));
    assertThat(attributes(path).modifiedNanos()).isEqualTo(TIME);
  }

  @Test
  void timesBefore1970AreSet() throws StoreException {
    need(Capability.TIMES);
    StorePath path = write("f", "x");
    long before = attributes(path).modifiedNanos();
    try {
      store().setAttributes(path, Change.NONE.withModified(-5_000_000_000L));
    } catch (StoreException e) {
      // A store that counts from 1970 refuses; it must not keep another time.
      assertThat(e.kind()).isEqualTo(Kind.INVALID_ARGUMENT);
      assertThat(attributes(path).modifiedNanos()).isEqualTo(before);
      return;
    }
    assertThat(attributes(path).modifiedNanos()).isEqualTo(-5_000_000_000L);
    assertThat(attributes(path).modifiedMillis()).isEqualTo(-5_000L);
  }

  /** A file system may have no such times, and then keeps the nearest that it has. */
  @Test
  void timesThatNanosecondsDoNotReachAreExact() throws StoreException {
    need(Capability.TIMES);
    StorePath path = write("f", "x");
    for (Instant time : List.of(EARLY, FAR, FAR.plusSeconds(1))) {
      try {
        store().setAttributes(path, Change.NONE.withModified(time).withAccessed(time));
      } catch (StoreException e) {
        assertThat(e.kind()).isEqualTo(Kind.INVALID_ARGUMENT);
        continue;
      }
      Attributes now = attributes(path);
      assertThat(now.modified())
          .isBetween(time.isBefore(Instant.EPOCH) ? time : LAST, latest(time));
      if (now.modified().equals(time)) {
        assertThat(now.accessed()).isEqualTo(time);
        assertThat(now.modifiedMillis()).isEqualTo(time.toEpochMilli());
        assertThat(list(directory(), Listing.Options.FLAT).get(path).attributes().modified())
            .isEqualTo(time);
      } else {
        assertThat(now.modified()).isNotEqualTo(Instant.ofEpochSecond(0, Long.MAX_VALUE));
      }
    }
  }

  private static Instant latest(Instant time) {
    return time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time;
  }

  @Test
  void writingMovesTheModificationTime() throws StoreException {
    need(Capability.TIMES);
    StorePath path = write("f", "x");
    store().setAttributes(path, Change.NONE.withModified(TIME));
    write("f", "y");
    assertThat(attributes(path).modifiedNanos()).isGreaterThan(TIME);
  }

  @Test
  void aLinkIsFollowed() throws StoreException {
    need(Capability.TIMES, Capability.SYMLINKS);
    StorePath path = write("f", "x");
    store().setAttributes(symlink("link", "f"), Change.NONE.withModified(TIME));
    assertThat(attributes(path).modifiedNanos()).isEqualTo(TIME);
  }

  @Test
  void theOwnerStaysTheOwner() throws StoreException {
    need(Capability.OWNERSHIP);
    StorePath path = write("f", "x");
    Attributes before = attributes(path);
    store().setAttributes(path, Change.NONE.withOwner(before.owner()).withGroup(before.group()));
    assertThat(attributes(path).owner()).isEqualTo(before.owner());
    assertThat(attributes(path).group()).isEqualTo(before.group());
  }

  @Test
  void noUnknownUserBecomesOwner() throws StoreException {
    need(Capability.OWNERSHIP);
    StorePath path = write("f", "x");
    Attributes before = attributes(path);
    String unknown = "no-such-name-here";
    refused(
        () -> store().setAttributes(path, Change.NONE.withOwner(unknown)), Kind.INVALID_ARGUMENT);
    refused(
        () -> store().setAttributes(path, Change.NONE.withGroup(unknown)), Kind.INVALID_ARGUMENT);
    assertThat(attributes(path)).isEqualTo(before);
  }

  @Test
  void severalAttributesAreSetAtOnce() throws StoreException {
    need(Capability.PERMISSIONS, Capability.TIMES);
    StorePath path = write("f", "x");
    store().setAttributes(path, Change.NONE.withMode(0640).withModified(TIME));
    assertThat(attributes(path).mode()).isEqualTo(0640);
    assertThat(attributes(path).modifiedNanos()).isEqualTo(TIME);
  }
}
