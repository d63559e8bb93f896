// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import static io.situ.cli.layout.UnitReaderTest.recorded;
import static io.situ.cli.layout.UnitReaderTest.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.LayoutAdvice;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LayoutSurveyTest {

  private static final StorePath TABLE = StorePath.of("/table");

  private final List<String> leftOut = new ArrayList<>();
  private final List<StorePath> unlisted = new ArrayList<>();
  private final List<String> unplaced = Collections.synchronizedList(new ArrayList<>());
  private long looked;

  private final LayoutSurvey.Observer observer =
      new LayoutSurvey.Observer() {
        @Override
        public void looked(long files, long bytes, StorePath at) {
          looked = files;
        }

        @Override
        public void leftOut(String sentence) {
          leftOut.add(sentence);
        }

        @Override
        public void unplaced(String reason) {
          unplaced.add(reason);
        }
      };

  /** Files in pieces of so many bytes, on three hosts in turn. */
  private static Store pieces(int bytes, int copies) throws IOException {
    MemorySettings settings = new MemorySettings();
    Store store =
        new MemoryStore(
            settings.withPlacement(
                MemorySettings.roundRobin(List.of("a", "b", "c"), bytes, copies)));
    store.mkdir(TABLE, 0755);
    return store;
  }

  private TreeLocality survey(Store store, StorePath top) throws IOException {
    TreeLocality sums = new TreeLocality(1000);
    try (LayoutSurvey survey = new LayoutSurvey(store, 1000, observer)) {
      survey.add(store.stat(top, true), sums);
    }
    return sums;
  }

  @Test
  void eachUnitCountsOnItsBestHost() throws IOException {
    Store store = pieces(1000, 1);
    write(store, "/table/text", new byte[2500]);
    TreeLocality split = survey(store, TABLE);
    assertThat(split.possible()).isEqualTo(2500);
    assertThat(split.isAllPossible()).isTrue();
    assertThat(split.worst()).isEmpty();

    // Of stripes at 3+876, 1016+1436 and 2636+2040: 876, then 984 of 1,000 to 2,000, then 1,000.
    write(store, "/table/orc", recorded("none.orc"));
    TreeLocality sums = survey(store, TABLE);
    assertThat(sums.files()).isEqualTo(2);
    assertThat(sums.bytes()).isEqualTo(2500 + 876 + 1436 + 2040);
    assertThat(sums.possible()).isEqualTo(2500 + 876 + 984 + 1000);
    assertThat(sums.known()).isEqualTo(sums.bytes());
    assertThat(sums.hosts()).isEqualTo(3);
    assertThat(sums.units()).containsOnly(entry(UnitKind.SPLIT, 3L), entry(UnitKind.STRIPE, 3L));
    assertThat(sums.isAllPossible()).isFalse();
    assertThat(sums.worst())
        .singleElement()
        .satisfies(file -> assertThat(file.path()).isEqualTo(StorePath.of("/table/orc")));
  }

  @Test
  void everyReplicaCounts() throws IOException {
    Store store = pieces(1000, 2);
    write(store, "/table/orc", recorded("none.orc"));
    // The third stripe has 364 bytes on c and a, 1,000 on a and b, 676 on b and c.
    assertThat(survey(store, TABLE).possible()).isEqualTo(876 + 1436 + 1676);
  }

  @Test
  void aCopyKeepsTogetherWhatLiesInOnePiece() throws IOException {
    Store store = pieces(1000, 1);
    write(store, "/table/orc", recorded("none.orc"));
    TreeLocality sums = survey(store, TABLE);
    assertThat(sums.together(1000)).isEqualTo(876 + 984 + 1000);
    assertThat(sums.together(4096)).isEqualTo(876 + 1436 + 1460);
    assertThat(sums.together(8192)).isEqualTo(sums.bytes());
    assertThat(sums.question("/d")).isEqualTo(new LayoutAdvice.Query("/d", 2048, 4352, 3));
    assertThat(new TreeLocality(4096).question("/d").split()).isEqualTo(4096);
  }

  @Test
  void withoutPlacementNothingIsKnown() throws IOException {
    Store store = new MemoryStore(new MemorySettings().withPlacement(file -> List.of()));
    store.mkdir(TABLE, 0755);
    write(store, "/table/orc", recorded("none.orc"));
    TreeLocality sums = survey(store, TABLE);
    assertThat(sums.known()).isZero();
    assertThat(sums.isAllPossible()).isFalse();
    assertThat(sums.worst()).isEmpty();
  }

  @Test
  void aFailureToAskForHostsLeavesThemUnknown() throws IOException {
    MemoryStore memory = new MemoryStore(new MemorySettings().withPlacement(file -> List.of()));
    memory.mkdir(TABLE, 0755);
    write(memory, "/table/orc", recorded("none.orc"));
    Store store =
        new ForwardingStore(memory) {
          @Override
          public List<Extent> placement(StoreObject object, long offset, long length)
              throws StoreException {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, object.path(), "no answer");
          }
        };
    TreeLocality sums = survey(store, TABLE);
    assertThat(sums.bytes()).isEqualTo(876 + 1436 + 2040);
    assertThat(sums.known()).isZero();
    assertThat(unplaced).singleElement().asString().contains("no answer");
    assertThat(leftOut).isEmpty();
  }

  @Test
  void whatEnginesTakeForHiddenIsNotLookedAt() throws IOException {
    Store store = pieces(1000, 1);
    store.mkdir(StorePath.of("/table/_temporary"), 0755);
    store.mkdir(StorePath.of("/table/_day=1"), 0755);
    write(store, "/table/_SUCCESS", new byte[1]);
    write(store, "/table/.crc", new byte[1]);
    write(store, "/table/_temporary/part", new byte[1]);
    write(store, "/table/empty", new byte[0]);
    write(store, "/table/_day=1/part", new byte[7]);
    assertThat(survey(store, TABLE).bytes()).isEqualTo(7);
    assertThat(survey(store, StorePath.of("/table/_SUCCESS")).bytes()).isOne();
  }

  @Test
  void aDamagedFileIsNamedAndTheOthersCount() throws IOException {
    Store store = pieces(1000, 1);
    byte[] parquet = recorded("groups.parquet");
    parquet[parquet.length - 5] = 0x7F;
    write(store, "/table/bad", parquet);
    for (int i = 0; i < 1200; i++) {
      write(store, "/table/good" + i, new byte[2]);
    }
    assertThat(survey(store, TABLE).bytes()).isEqualTo(2400);
    assertThat(looked).isEqualTo(1200);
    assertThat(leftOut)
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith("'/table/bad': its footer is damaged"));
  }

  /** No engine reads what is hidden: that it cannot be listed is not said. */
  @Test
  void aDirectoryThatCannotBeListedIsNamedAndTheOthersCount() throws IOException {
    Store memory = pieces(1000, 1);
    for (String name : List.of("a", "closed", "_temporary", "z")) {
      memory.mkdir(TABLE.child(name), 0755);
      write(memory, "/table/" + name + "/part", new byte[3]);
    }
    Set<StorePath> closed = Set.of(TABLE.child("closed"), TABLE.child("_temporary"));
    StoreException.Kind denied = StoreException.Kind.PERMISSION_DENIED;

    assertThat(survey(closing(memory, closed, denied), TABLE).bytes()).isEqualTo(6);

    assertThat(leftOut)
        .singleElement()
        .satisfies(line -> assertThat(line).contains("/table/closed", "may not be read"));
    assertFails(denied, closing(memory, Set.of(TABLE), denied));
    assertThat(leftOut).hasSize(1);
  }

  /** Each further directory, or file, could take as long as the first did to fail. */
  @Test
  void aStoreThatDoesNotAnswerAnyMoreIsNotAskedForTheRest() throws IOException {
    Store memory = pieces(1000, 1);
    for (String name : List.of("a", "b", "_temporary", "z")) {
      memory.mkdir(TABLE.child(name), 0755);
      write(memory, "/table/" + name + "/part", new byte[3]);
    }
    Set<StorePath> all = Set.of(TABLE.child("a"), TABLE.child("b"), TABLE.child("_temporary"));

    assertFails(
        StoreException.Kind.UNAVAILABLE, closing(memory, all, StoreException.Kind.UNAVAILABLE));

    assertThat(unlisted).hasSize(1);
    assertThat(leftOut).isEmpty();
  }

  @Test
  void aFileIsReadOnceMoreWhereTheStoreDoesNotAnswer() throws IOException {
    Store memory = pieces(1000, 1);
    write(memory, "/table/part", new byte[3]);
    AtomicInteger left = new AtomicInteger(1);
    Store store =
        new ForwardingStore(memory) {
          @Override
          public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
            if (left.getAndDecrement() > 0) {
              throw new StoreException(StoreException.Kind.UNAVAILABLE, path, "no answer");
            }
            return super.open(path, options);
          }
        };

    assertThat(survey(store, TABLE).bytes()).isEqualTo(3);
    left.set(2);
    assertFails(StoreException.Kind.UNAVAILABLE, store);
    assertThat(leftOut).isEmpty();
  }

  private void assertFails(StoreException.Kind kind, Store store) {
    assertThatThrownBy(() -> survey(store, TABLE))
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }

  /** A store with directories that cannot be listed. */
  private Store closing(Store store, Set<StorePath> closed, StoreException.Kind kind) {
    return new ForwardingStore(store) {
      @Override
      public Listing list(StorePath directory, Listing.Options options) throws StoreException {
        Listing listing = super.list(directory, options);
        return new Listing() {
          private boolean ended;

          @Override
          public StoreObject next() throws StoreException {
            StoreObject next = ended ? null : listing.next();
            StorePath read = options.recursive() && next != null ? next.path() : directory;
            if (!ended && closed.contains(read)) {
              ended = true;
              unlisted.add(read);
              throw new StoreException(kind, read, "it may not be read");
            }
            return next;
          }

          @Override
          public void close() {
            listing.close();
          }
        };
      }
    };
  }

  @Test
  void adviceForNothingIsForASplit() {
    assertThat(new TreeLocality(1000).question("/d"))
        .isEqualTo(new LayoutAdvice.Query("/d", 1000, 0, 0));
    assertThat(new TreeLocality(1000).isAllPossible()).isFalse();
  }
}
