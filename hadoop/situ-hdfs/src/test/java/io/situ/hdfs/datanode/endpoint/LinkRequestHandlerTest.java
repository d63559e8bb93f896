// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.situ.hdfs.datanode.intercept.DatasetInterceptor;
import io.situ.hdfs.datanode.intercept.InterceptorTable;
import io.situ.hdfs.datanode.intercept.WritePolicy;
import io.situ.hdfs.datanode.replica.BlockLocks;
import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.ChecksumMode;
import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.hdfs.wire.LinkBlockResult;
import io.situ.hdfs.wire.LinkRequest;
import io.situ.hdfs.wire.LinkSettings;
import io.situ.hdfs.wire.LinkType;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Test;

/** Orders of a store that hangs, beside those of others. */
class LinkRequestHandlerTest {

  private static final String NODE = "uuid-1";

  private final CountDownLatch opening = new CountDownLatch(1);
  private final CountDownLatch answers = new CountDownLatch(1);
  private final LinkSources sources = new LinkSources(this::open, this::refuseOther);

  private Store open(String name) throws IOException {
    if (name.equals("hangs")) {
      opening.countDown();
      try {
        answers.await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException("interrupted");
      }
    }
    return new MemoryStore();
  }

  private void refuseOther(String store) throws IOException {
    if (store.equals("other")) {
      throw new IOException("no store 'other'");
    }
  }

  private LinkRequestHandler handler() {
    DataNode datanode = mock(DataNode.class);
    LinkedReplicas replicas = new LinkedReplicas(null, datanode, sources, new BlockLocks());
    when(datanode.getDatanodeUuid()).thenReturn(NODE);
    doReturn(
            DatasetInterceptor.dataset(replicas, InterceptorTable.ofThisHadoop(), WritePolicy.COPY))
        .when(datanode)
        .getFSDataset();
    return new LinkRequestHandler(datanode);
  }

  /** For objects that are not there. */
  private static LinkRequest request(String store, int orders) {
    LinkedBlock object =
        new LinkedBlock(store, StorePath.of("/none"), 9, new StoreObject.Version(1, 2), 0, 9);
    return new LinkRequest(
        NODE,
        new LinkSettings(ChecksumMode.EAGER, LinkType.PLACEHOLDER),
        LongStream.range(0, orders)
            .mapToObj(id -> new LinkBlockRequest("BP-1", id, 8, object))
            .toList());
  }

  @Test
  void doNotKeepOthersWaiting() throws Exception {
    int many = 4 * Math.max(4, Runtime.getRuntime().availableProcessors());
    ExecutorService client = Executors.newSingleThreadExecutor();
    try (sources;
        LinkRequestHandler handler = handler()) {
      Future<List<LinkBlockResult>> hanging =
          client.submit(() -> handler.carryOut(request("hangs", many)));
      opening.await();

      assertThat(handler.carryOut(request("data", many)))
          .hasSize(many)
          .allSatisfy(answer -> assertThat(answer.refusal()).contains("sees no '/none'"));
      assertThat(handler.carryOut(request("other", many)))
          .hasSize(many)
          .containsOnly(LinkBlockResult.refused("no store 'other'"));
      assertThat(hanging.isDone()).isFalse();

      answers.countDown();
      assertThat(hanging.get())
          .hasSize(many)
          .allSatisfy(answer -> assertThat(answer.refusal()).contains("sees no '/none'"));
    } finally {
      answers.countDown();
      client.shutdownNow();
    }
  }

  @Test
  void areAnsweredForAsPendingAndAskedForAgain() throws Exception {
    try (sources;
        LinkRequestHandler handler = handler()) {
      assertThat(handler.carryOut(request("hangs", 2))).containsOnly(LinkBlockResult.PENDING);

      answers.countDown();
      assertThat(handler.carryOut(request("hangs", 2)))
          .hasSize(2)
          .allSatisfy(answer -> assertThat(answer.refusal()).contains("sees no '/none'"));
    } finally {
      answers.countDown();
    }
  }
}
