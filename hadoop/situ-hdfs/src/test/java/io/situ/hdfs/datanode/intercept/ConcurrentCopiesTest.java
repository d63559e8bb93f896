// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.datanode.replica.BlockLocks;
import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.link.LinkSources;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingStore;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Test;

/** Two calls that make one block the DataNode's own at the same time. */
class ConcurrentCopiesTest extends LinkedClusterFixture {

  private static final int LENGTH = 100_001;

  /** A store where something else happens when an object was copied, and is looked at again. */
  private static final class Interrupted extends ForwardingStore {
    private Runnable other;

    Interrupted(Store store, Runnable other) {
      super(store);
      this.other = other;
    }

    @Override
    public StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
      Runnable now = other;
      other = () -> {};
      now.run();
      return super.statBelow(top, path);
    }
  }

  private static WriteInterceptor interceptor(LinkSources sources) {
    DataNode node = linked.cluster().getDataNodes().get(0);
    LinkedReplicas replicas =
        new LinkedReplicas(node.getFSDataset(), node, sources, new BlockLocks());
    return new WriteInterceptor(replicas, WritePolicy.COPY);
  }

  private static void append(Path file) {
    try (OutputStream out = linked.hdfs().append(file)) {
      out.write(new byte[] {1, 2, 3});
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static ExtendedBlock block(String file) throws IOException {
    return linked.hdfs().getClient().getLocatedBlocks(file, 0).get(0).getBlock();
  }

  @Test
  void whatOneHasWrittenStaysWhereTheOtherHasCopiedToo() throws Exception {
    byte[] bytes = linked.write("on1/twice/object", LENGTH);
    linked.attach("/on1/twice", "/twice");
    ExtendedBlock block = block("/twice/object");
    LinkSources sources =
        new LinkSources(
            name ->
                new Interrupted(
                    SituStores.open(name, linked.cluster().getConfiguration(0)),
                    () -> append(new Path("/twice/object"))));

    Throwable failure;
    try (sources) {
      failure =
          catchThrowable(
              () ->
                  interceptor(sources)
                      .append(block, block.getGenerationStamp() + 1, block.getNumBytes()));
    }

    assertThat(failure).as("the block is no longer what it was").isInstanceOf(IOException.class);
    byte[] longer = Arrays.copyOf(bytes, LENGTH + 3);
    System.arraycopy(new byte[] {1, 2, 3}, 0, longer, LENGTH, 3);
    assertThat(linked.read("/twice/object")).isEqualTo(longer);
    assertThat(linked.home().resolve("on1/twice/object")).hasBinaryContent(bytes);
  }
}
