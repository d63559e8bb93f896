// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.diagnostics;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.LoggerFactory;

/**
 * What a store has to tell its users that fails no call, such as why it says of some files that
 * they lie nowhere. Each thing is told once, of however many files it is true, and logged; few
 * enough are kept to be printed. Safe for use by many threads.
 */
public final class Notices {

  private static final int MOST = 20;

  private final Set<String> known = new HashSet<>();
  private final List<String> sentences = new ArrayList<>();
  private boolean fault;

  /**
   * Tells what is so and need not be mended.
   *
   * @param what a clause; told once whatever the detail
   * @param detail of the first that it was true of, a clause
   */
  public void note(String what, String detail) {
    add(what, detail, false);
  }

  /** As {@link #note}, of what should not be so, or is not understood. */
  public void fault(String what, String detail) {
    add(what, detail, true);
  }

  /** Tells that of a file no more is told than where its first pieces lie. */
  public void manyPieces(String file) {
    note(
        "of files with very many pieces only the place of the first is told",
        "tasks on what lies behind the first pieces of '" + file + "' run anywhere");
  }

  private synchronized void add(String what, String detail, boolean isFault) {
    if (known.size() < MOST && known.add(what)) {
      String sentence = what + ": " + detail;
      LoggerFactory.getLogger(Notices.class).warn("{}", sentence);
      sentences.add(sentence);
      fault |= isFault;
    }
  }

  /** Everything that was told, in that order. */
  public synchronized List<String> sentences() {
    return List.copyOf(sentences);
  }

  /** Whether a fault is among it. */
  public synchronized boolean anyFault() {
    return fault;
  }
}
