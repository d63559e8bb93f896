// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import io.situ.hdfs.wire.LinkHead;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.LinkVersion;
import io.situ.hdfs.wire.SharedSecret;
import java.util.function.Supplier;

/** Decides by its head alone whether a request is taken. Thread-safe. */
final class RequestGate {

  /**
   * A refusal.
   *
   * @param status of the answer; only one to a request without a proof goes without a proof
   */
  record Refusal(int status, String why) {}

  private final SharedSecret secret;
  private final Supplier<String> datanode;

  /** Differs each time the DataNode starts, so that what was recorded before is refused. */
  private final String session = LinkHead.random();

  private final NonceCache seen = new NonceCache();

  /**
   * @param datanode the DataNode's UUID, null as long as it has none
   */
  RequestGate(SharedSecret secret, Supplier<String> datanode) {
    this.secret = secret;
    this.datanode = datanode;
  }

  String session() {
    return session;
  }

  String proof(LinkHead head, int status, byte[] body) {
    return head.answerProof(secret, status, body);
  }

  /**
   * Returns why a request is not taken, null if it is. One that is taken is not taken again.
   *
   * @param now milliseconds since 1970-01-01T00:00Z
   */
  Refusal refusal(LinkHead head, String proof, long now) {
    if (!SharedSecret.isSame(head.proof(secret), proof)) {
      return new Refusal(LinkProtocol.NO_PROOF, "it does not prove that it knows the secret");
    }
    long skew = Math.abs(now - head.time());
    if (skew < 0 || skew > LinkProtocol.MAX_CLOCK_SKEW) {
      return new Refusal(
          400, "it is of another time, or the clocks differ; this DataNode's is " + now);
    }
    String self = datanode.get();
    if (self == null) {
      return new Refusal(LinkProtocol.NOT_READY, "this DataNode has not found its NameNode yet");
    }
    if (!head.datanode().equals(self)) {
      return new Refusal(400, "the request is for DataNode " + head.datanode());
    }
    if (LinkVersion.isSession(head.path())) {
      return null;
    }
    if (!head.session().equals(session)) {
      return new Refusal(LinkProtocol.NEW_SESSION, "it is of a session that has ended");
    }
    return switch (seen.register(head.nonce(), head.time(), now)) {
      case FIRST -> null;
      case AGAIN -> new Refusal(400, "it was sent before");
      case FULL -> new Refusal(LinkProtocol.NOT_READY, "there were too many requests just now");
    };
  }
}
