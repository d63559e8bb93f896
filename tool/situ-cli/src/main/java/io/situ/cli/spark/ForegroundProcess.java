// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** A program that decides itself how it ends when this process is asked to end. */
final class ForegroundProcess {

  private static final int SIGNAL_BASE = 128;
  private static final int MAX_SIGNAL = 31;

  private ForegroundProcess() {}

  /**
   * Starts a program and waits for its end. This process does not end meanwhile: SIGINT, which a
   * terminal sends to both at Ctrl-C, is left to the program, and SIGTERM and SIGHUP are passed on
   * as SIGTERM. Not thread-safe: signals are those of the whole process.
   *
   * @return the program's exit code, or 128 and the signal's number if a signal has ended it
   * @throws IOException if it cannot be started
   */
  static int run(ProcessBuilder program) throws IOException, InterruptedException {
    CompletableFuture<Process> started = new CompletableFuture<>();
    SignalHandler leave = signal -> {};
    SignalHandler pass = signal -> started.join().destroy();
    Map<Signal, SignalHandler> former = new LinkedHashMap<>();
    try {
      handle("INT", leave, former);
      handle("TERM", pass, former);
      handle("HUP", pass, former);
      Process process = program.start();
      started.complete(process);
      return process.waitFor();
    } finally {
      former.forEach(Signal::handle);
    }
  }

  /** Returns whether an exit code is that of a program that a signal has ended. */
  static boolean isSignal(int code) {
    return code > SIGNAL_BASE && code <= SIGNAL_BASE + MAX_SIGNAL;
  }

  /** One that this process ignores, as in the background of a shell, stays ignored. */
  private static void handle(
      String name, SignalHandler handler, Map<Signal, SignalHandler> former) {
    Signal signal = new Signal(name);
    former.put(signal, Signal.handle(signal, handler));
  }
}
