// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import io.situ.cli.certify.Finding;
import io.situ.cli.certify.OwnDirectory;
import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.StoreLocation;
import io.situ.cli.report.RunDirectory;
import io.situ.cli.report.RunReport;
import io.situ.cli.run.JobCall;
import io.situ.cli.run.JobPlanner;
import io.situ.cli.run.JobProcess;
import io.situ.cli.run.RunResult;
import io.situ.cli.yarn.ClusterCheck;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts words in a few files of a store as {@code situ run wordcount} does, and checks the answer.
 */
final class CertifyJob {

  private static final String TOPIC = "wordcount";
  private static final int FILES = 3;
  private static final int LINES = 40_000;
  private static final int MAX_OUTPUT = 1 << 20;
  private static final List<String> WORDS = List.of("alpha", "beta", "gamma", "größe", "δ");

  private final GlobalOptions situ;
  private final OpenStores stores;
  private final OwnDirectory own;
  private final StoreLocation place;

  /**
   * @param place of the directory {@code own}
   */
  CertifyJob(GlobalOptions situ, OpenStores stores, OwnDirectory own, StoreLocation place) {
    this.situ = situ;
    this.stores = stores;
    this.own = own;
    this.place = place;
  }

  Finding run() throws IOException, InterruptedException {
    Store store = stores.at(place);
    StoreLocation input = new StoreLocation(place.store(), place.path().child("input"));
    StoreLocation output = new StoreLocation(place.store(), place.path().child("output"));
    SortedMap<String, Long> expected = new TreeMap<>();
    long bytes = write(store, input.path(), expected);
    JobCall call =
        new JobPlanner(situ, stores, false).known(List.of("wordcount", input.uri(), output.uri()));
    if (situ.conf().isPresent()) {
      try {
        ClusterCheck.requireAnswer(situ.conf().get(), call.settings(), false);
      } catch (CliException e) {
        String remedy =
            switch (e.exit()) {
              case USAGE -> "fix it there";
              case PERMISSION -> "get a ticket";
              default -> "see that the cluster answers";
            };
        return Finding.wrong(TOPIC, e.getMessage(), remedy + ", or leave --conf out");
      }
    }
    RunReport report = run(call);
    if (report.summary().exitCode() != ExitCode.OK.code()) {
      return Finding.wrong(
          TOPIC, report.summary().reason().orElse("it failed"), "the log of the run says more");
    }
    SortedMap<String, Long> found = read(store, output.path());
    if (!found.equals(expected)) {
      return Finding.wrong(TOPIC, "it counted " + found + ", not " + expected, "send this report");
    }
    return Finding.ok(
        TOPIC,
        HumanReadable.count(FILES, "file")
            + ", "
            + HumanReadable.bytes(bytes)
            + ": "
            + HumanReadable.count(expected.size(), "word")
            + " counted right in "
            + HumanReadable.seconds(report.summary().seconds().orElseThrow())
            + "; read "
            + report.distances());
  }

  private RunReport run(JobCall call) throws IOException, InterruptedException {
    long started = System.nanoTime();
    RunDirectory folder = RunDirectory.create();
    folder.begin(call.name());
    int code;
    try (JobProcess process = new JobProcess(folder, situ, true)) {
      code = process.run(call);
    } catch (IOException | InterruptedException | RuntimeException e) {
      folder.writeFailure(call.name(), e);
      throw e;
    }
    return new RunResult(folder, call, (System.nanoTime() - started) / 1e9).keep(code);
  }

  private long write(Store store, StorePath input, SortedMap<String, Long> expected)
      throws IOException {
    own.mkdir(input);
    long bytes = 0;
    for (int file = 0; file < FILES; file++) {
      StringBuilder text = new StringBuilder();
      for (int line = 0; line < LINES; line++) {
        String word = WORDS.get((file + line * line) % WORDS.size());
        text.append(word).append(line % 7 == 0 ? "\n" : " ");
        expected.merge(word, 1L, Long::sum);
      }
      byte[] content = text.toString().getBytes(StandardCharsets.UTF_8);
      StorePath path = input.child("part " + file);
      own.step(
          () -> {
            StoreFiles.writeAll(
                store, path, ByteBuffer.wrap(content), WriteHandle.Options.EXCLUSIVE);
            return path;
          });
      bytes += content.length;
    }
    return bytes;
  }

  private static SortedMap<String, Long> read(Store store, StorePath output) throws IOException {
    SortedMap<String, Long> found = new TreeMap<>();
    try (Listing listing = store.list(output, Listing.Options.FLAT)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        if (next.path().name().startsWith("part-")) {
          byte[] bytes = StoreFiles.readAll(store, next.path(), MAX_OUTPUT);
          for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
            String[] fields = line.split("\t", 2);
            found.merge(fields[0], Long.valueOf(fields[fields.length - 1]), Long::sum);
          }
        }
      }
    }
    return found;
  }
}
