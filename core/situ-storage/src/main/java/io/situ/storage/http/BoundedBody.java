// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Reads the body of an answer into memory, up to a limit: a server decides how much it sends, a
 * client how much it keeps. For one answer.
 */
public final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {

  private final HttpResponse.BodySubscriber<byte[]> all =
      HttpResponse.BodySubscribers.ofByteArray();
  private final int most;
  private Flow.Subscription subscription;
  private long size;
  private boolean failed;

  private BoundedBody(int most) {
    this.most = most;
  }

  /**
   * Returns a handler that fails with an {@link IOException} where a body is larger.
   *
   * @param most bytes
   */
  public static HttpResponse.BodyHandler<byte[]> handler(int most) {
    return info -> new BoundedBody(most);
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return all.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    all.onSubscribe(newSubscription);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    if (failed) {
      return;
    }
    for (ByteBuffer buffer : buffers) {
      size += buffer.remaining();
    }
    if (size > most) {
      failed = true;
      subscription.cancel();
      all.onError(new IOException("the answer is larger than " + most + " bytes"));
      return;
    }
    all.onNext(buffers);
  }

  @Override
  public void onError(Throwable failure) {
    if (!failed) {
      all.onError(failure);
    }
  }

  @Override
  public void onComplete() {
    if (!failed) {
      all.onComplete();
    }
  }
}
