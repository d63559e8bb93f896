// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;

/** Names and counts the objects that are left out while others are attached. Thread-safe. */
public final class SkippedObjectLog {

  /** So many that fail one after the other, and none that does not, are not the objects' fault. */
  private static final int MAX_FAILURES = 1_000;

  private final AttachCounters tally;
  private final SkippedObject.Taker taker;
  private IOException first;
  private long failures;

  public SkippedObjectLog(AttachCounters tally, SkippedObject.Taker taker) {
    this.tally = tally;
    this.taker = taker;
  }

  /**
   * Leaves out an object whose name HDFS refuses.
   *
   * @throws StoreException if none is to be left out
   */
  public void name(StorePath object, HdfsNames.Fault fault) throws StoreException {
    tally.add(Count.LEFT_OUT, 1);
    if (!fault.above()) {
      record(object, fault.reason(), StoreException.Kind.INVALID_NAME);
    }
  }

  /**
   * Leaves out an object that could not be attached.
   *
   * @throws IOException if none is to be left out, or it seems that none can be attached
   */
  public synchronized void failed(StorePath object, IOException failure) throws IOException {
    tally.add(Count.LEFT_OUT, 1);
    failures++;
    first = first == null ? failure : first;
    if (failures >= MAX_FAILURES) {
      refuseAll();
    }
    record(object, reason(failure), kind(failure));
  }

  private static StoreException.Kind kind(IOException failure) {
    return failure instanceof StoreException store ? store.kind() : StoreException.Kind.FAILED;
  }

  private static String reason(IOException failure) {
    return failure instanceof StoreException store
        ? store.reason()
        : HdfsFailures.translate(failure).getMessage();
  }

  private synchronized void record(StorePath object, String reason, StoreException.Kind kind)
      throws StoreException {
    if (taker == SkippedObject.Taker.NONE) {
      throw new StoreException(kind, object, reason);
    }
    taker.accept(new SkippedObject(object.toString(), reason));
  }

  /** Whether something was left out that may be attached another time. */
  public synchronized boolean hasFailures() {
    return failures > 0;
  }

  /**
   * @throws IOException the first failure, if something failed and nothing is attached
   */
  public synchronized void refuseAll() throws IOException {
    if (first != null && tally.summary().files() == 0) {
      throw first;
    }
  }
}
