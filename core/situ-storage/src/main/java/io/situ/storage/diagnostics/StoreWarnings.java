// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.diagnostics;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.LoggerFactory;

/**
 * Non-fatal warnings of a store, such as why some files have no known placement. Each thing is
 * reported once, of however many files it is true, and logged; few enough are kept to be printed.
 * Thread-safe.
 */
public final class StoreWarnings {

  private static final int MOST = 20;

  private final Set<String> known = new HashSet<>();
  private final List<String> sentences = new ArrayList<>();
  private boolean fault;

  /**
   * Reports what is so and needs no action.
   *
   * @param what a clause; reported once whatever the detail
   * @param detail of the first that it was true of, a clause
   */
  public void note(String what, String detail) {
    add(what, detail, false);
  }

  /** As {@link #note}, of what should not be so, or is not understood. */
  public void fault(String what, String detail) {
    add(what, detail, true);
  }

  /** Reports that of a file no more is reported than where its first pieces lie. */
  public void manyPieces(String file) {
    note(
        "of files with very many pieces only the place of the first is reported",
        "tasks on what lies behind the first pieces of '" + file + "' run anywhere");
  }

  private synchronized void add(String what, String detail, boolean isFault) {
    if (known.size() < MOST && known.add(what)) {
      String sentence = what + ": " + detail;
      LoggerFactory.getLogger(StoreWarnings.class).warn("{}", sentence);
      sentences.add(sentence);
      fault |= isFault;
    }
  }

  /** Returns everything that was reported, in that order. */
  public synchronized List<String> sentences() {
    return List.copyOf(sentences);
  }

  /** Returns whether a fault is among it. */
  public synchronized boolean anyFault() {
    return fault;
  }
}
