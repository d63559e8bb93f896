// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.SkippedObject;
import io.situ.hdfs.source.StoreObjects;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A directory that cannot be listed is left out, and what is below it is not taken for gone. */
@Tag("hadoop-3.4-long")
class UnreadableDirectoryTest extends LinkedClusterFixture {

  private static final StorePath TREE = StorePath.of("/on1/partly");

  private final List<SkippedObject> leftOut = new ArrayList<>();

  /** One of whose directories cannot be listed. */
  private static final class Broken extends ForwardingStore {

    private final StorePath directory;
    private final StoreException.Kind kind;

    Broken(Store store, String directory, StoreException.Kind kind) {
      super(store);
      this.directory = StorePath.of(directory);
      this.kind = kind;
    }

    @Override
    public Listing list(StorePath path, Listing.Options options) throws StoreException {
      if (path.equals(directory)) {
        throw new StoreException(kind, path, "the disk is ill");
      }
      return super.list(path, options);
    }
  }

  private static Store open() throws IOException {
    return SituStores.open("data", linked.cluster().getConfiguration(0));
  }

  private AttachSummary attach(Store store, SkippedObject.Taker taker) throws IOException {
    leftOut.clear();
    try (store;
        StoreObjects objects = new StoreObjects(store, TREE);
        Attacher attacher = new Attacher(linked.hdfs(), taker)) {
      return attacher.attach(
          LinkedCluster.tree(TREE.toString()), objects, new org.apache.hadoop.fs.Path("/partly"));
    }
  }

  private static Store broken(StoreException.Kind kind) throws IOException {
    return new Broken(open(), TREE + "/ill", kind);
  }

  @Test
  void isLeftOutAndWhatWasAttachedOfItStays() throws Exception {
    linked.write("on1/partly/well/file", 10);
    linked.write("on1/partly/ill/file", 20);
    linked.write("on1/partly/ill/deep/file", 30);

    assertThatThrownBy(() -> attach(broken(StoreException.Kind.FAILED), SkippedObject.Taker.NONE))
        .hasMessageContaining("the disk is ill");
    assertThatThrownBy(() -> attach(broken(StoreException.Kind.UNAVAILABLE), leftOut::add))
        .hasMessageContaining("the disk is ill");
    assertThat(linked.names("/")).doesNotContain("partly");

    for (int i = 0; i < 2; i++) {
      AttachSummary summary = attach(broken(StoreException.Kind.FAILED), leftOut::add);
      assertThat(summary.get(i == 0 ? Count.ADDED : Count.UNCHANGED)).isEqualTo(1);
      assertThat(summary.get(Count.LEFT_OUT)).isEqualTo(1);
      assertThat(leftOut).containsExactly(new SkippedObject(TREE + "/ill", "the disk is ill"));
      assertThat(linked.read("/partly/well/file")).hasSize(10);
    }

    assertThat(attach(open(), leftOut::add).get(Count.ADDED)).isEqualTo(2);
    assertThat(leftOut).isEmpty();

    AttachSummary again = attach(broken(StoreException.Kind.PERMISSION_DENIED), leftOut::add);
    assertThat(again.get(Count.REMOVED)).isZero();
    assertThat(again.get(Count.LEFT_OUT)).isEqualTo(1);
    assertThat(linked.read("/partly/ill/file")).hasSize(20);
    assertThat(linked.read("/partly/ill/deep/file")).hasSize(30);
  }

  @Test
  void isLeftOutOfAPlan() throws Exception {
    linked.write("on1/partly/well/file", 10);
    linked.write("on1/partly/ill/file", 20);
    try (Store store = broken(StoreException.Kind.FAILED);
        StoreObjects objects = new StoreObjects(store, TREE)) {
      AttachPlan plan = AttachPlan.of(LinkedCluster.tree(TREE.toString()), objects, leftOut::add);
      assertThat(plan.summary().get(Count.LEFT_OUT)).isEqualTo(1);
      assertThat(plan.summary().get(Count.ADDED)).isEqualTo(1);
    }
    assertThat(leftOut).extracting(SkippedObject::path).containsExactly(TREE + "/ill");
  }
}
