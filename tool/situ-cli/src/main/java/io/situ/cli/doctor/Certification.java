// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import io.situ.cli.certify.CertifyFileSystem;
import io.situ.cli.certify.CertifyPlacement;
import io.situ.cli.certify.CertifyReport;
import io.situ.cli.certify.ContractProcess;
import io.situ.cli.certify.ContractResult;
import io.situ.cli.certify.ContractTarget;
import io.situ.cli.certify.Finding;
import io.situ.cli.certify.HostsFileCheck;
import io.situ.cli.certify.OwnDirectory;
import io.situ.cli.certify.PlacementTool;
import io.situ.cli.certify.PlacementTools;
import io.situ.cli.certify.Programs;
import io.situ.cli.certify.Subject;
import io.situ.cli.console.CliException;
import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.Installation;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.ResolvedStore;
import io.situ.cli.context.StoreLocation;
import io.situ.storage.Capability;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Tries everything that Situ needs of a store in a private directory: the self-test, the tests of
 * the contract, placement against the file system's own tool, and a job. The directory is deleted
 * at the end, also if something fails or the process is asked to end. A part that fails does not
 * keep the others from being tried.
 */
final class Certification {

  private static final Duration SILENCE = Duration.ofMinutes(5);
  private static final Duration VERSION_TIMEOUT = Duration.ofSeconds(10);
  private static final String SEND = "send this report";

  private final GlobalOptions situ;
  private final String directory;
  private final boolean json;
  private final CertifyReport report;

  Certification(GlobalOptions situ, String directory, boolean json) {
    this.situ = situ;
    this.directory = directory;
    this.json = json;
    this.report = new CertifyReport(directory);
  }

  /** One part; adds what it finds to the report. */
  private interface Part {
    void run() throws IOException, InterruptedException;
  }

  /** Tries everything and prints the report. */
  ExitCode run() throws InterruptedException {
    part(
        "machine",
        () -> {
          MachineChecks.all().forEach(each -> report.add("machine", each));
          SettingChecks.all(situ).forEach(each -> report.add("machine", each));
        });
    attempt("store", this::store);
    progress("");
    if (json) {
      situ.out().prettyJson(report.json());
    } else {
      report.lines().stream().map(DisplayNames::printable).forEach(situ.out()::line);
    }
    return report.failed() ? ExitCode.FAILED : ExitCode.OK;
  }

  private void part(String name, Part part) throws InterruptedException {
    progress(name);
    long start = System.nanoTime();
    attempt(name, part);
    report.time(name, System.nanoTime() - start);
  }

  private void attempt(String name, Part part) throws InterruptedException {
    try {
      part.run();
    } catch (IOException | CliException e) {
      report.add(name, Finding.wrong(name, CliException.of(e).getMessage(), "see the message"));
    }
  }

  /** Shows on a terminal what is being tried; the empty text takes it away. */
  private static void progress(String text) {
    if (Console.errorIsTerminal()) {
      System.err.print("\r\033[K" + (text.isEmpty() ? "" : "situ: trying " + text));
      System.err.flush();
    }
  }

  private void store() throws IOException, InterruptedException {
    try (OpenStores stores = situ.stores()) {
      StoreLocation place = stores.named(situ.place(directory));
      ResolvedStore driven = ResolvedStore.at(stores, place);
      DoctorCommand.requireDirectory(driven.store(), place);
      Subject subject = driven.subject(stores.config(place));
      OwnDirectory own =
          new OwnDirectory(
              driven.store(),
              place.path().child(".situ-certify-" + UUID.randomUUID()),
              text -> System.err.println("situ: " + DisplayNames.printable(text)));
      Optional<PlacementTool> tool = PlacementTools.ofSystem().find(subject);
      CertifyPlacement placement =
          new CertifyPlacement(subject, own, own.path().child("placement"), tool);
      environment(driven, place, tool);
      StoreChecks.repairs(driven, place.path()).forEach(each -> report.add("store", each));
      own.create();
      report.add("store", Finding.ok("directory", "'" + own.path() + "' is made"));
      try {
        parts(stores, driven, new StoreLocation(place.store(), own.path()), own, placement);
      } finally {
        part("clean up", () -> cleanUp(own));
      }
      stores.news();
    }
  }

  private void cleanUp(OwnDirectory own) throws IOException, InterruptedException {
    own.delete();
    report.add("clean up", Finding.ok("directory", "'" + own.path() + "' is deleted"));
  }

  private void environment(
      ResolvedStore driven, StoreLocation place, Optional<PlacementTool> tool) {
    new SelfTestReport(driven, situ.settings().store(place.store()), place.path())
        .lines(List.of())
        .forEach(report::environment);
    report.environment("hadoop    " + Installation.find().hadoopVersion());
    report.environment("user      " + System.getProperty("user.name"));
    tool.ifPresent(
        found ->
            report.environment(
                "tool      "
                    + found.program()
                    + ", "
                    + Programs.firstLine(found.versionCommand(), VERSION_TIMEOUT)));
  }

  private void parts(
      OpenStores stores,
      ResolvedStore driven,
      StoreLocation place,
      OwnDirectory own,
      CertifyPlacement placement)
      throws InterruptedException {
    Subject subject = driven.subject(stores.config(place));
    int[] deepest = {SelfTest.MAX_DEPTH};
    part("self-test", () -> deepest[0] = selfTest(stores, driven, place));
    part(
        "file system",
        () -> {
          CertifyFileSystem checks = new CertifyFileSystem(driven.store(), place.path());
          report.add("file system", checks.directorySync(subject.onHost(place.path())));
          report.add("file system", own.step(checks::times));
        });
    part("contract", () -> contract(stores, driven, place, own, deepest[0]));
    part(
        "placement",
        () -> {
          placement.run().forEach(each -> report.add("placement", each));
          HostsFileCheck.run(
                  subject, placement.files().stream().filter(file -> file.size() > 0).toList())
              .forEach(each -> report.add("placement", each));
        });
    part("job", () -> job(stores, driven, place, own));
  }

  private int selfTest(OpenStores stores, ResolvedStore driven, StoreLocation place)
      throws InterruptedException {
    boolean placed = !driven.provider().layoutAttributes().isEmpty();
    SelfTestLayout layout = new SelfTestLayout(driven.store(), placed, stores.notices());
    SelfTest test = new SelfTest(driven.store(), place.path(), layout, driven.mount());
    SelfTestReport kept =
        new SelfTestReport(driven, situ.settings().store(place.store()), place.path());
    test.run(() -> kept.keepLayout(test.file())).forEach(each -> report.add("self-test", each));
    kept.layout().forEach(report::environment);
    return test.deepest();
  }

  private void contract(
      OpenStores stores, ResolvedStore driven, StoreLocation place, OwnDirectory own, int deepest)
      throws IOException {
    StorePath top = own.mkdir(place.path().child("contract"));
    int names = deepest < SelfTest.MAX_DEPTH ? deepest : Integer.MAX_VALUE;
    ContractTarget target = target(stores, driven, place, top, names);
    try (ContractProcess process = new ContractProcess(Installation.contract(), SILENCE)) {
      own.atEnd(process::close);
      ContractResult result =
          process.run(
              target, so -> progress("contract: " + HumanReadable.count(so.tests(), "test")));
      result.groups().forEach(this::add);
    }
  }

  /** A mount is opened at the directory, so that the tests of what is outside can be run. */
  private static ContractTarget target(
      OpenStores stores, ResolvedStore driven, StoreLocation place, StorePath top, int names) {
    StoreConfig config = stores.config(place);
    Map<String, String> values = new HashMap<>(config.values());
    values.keySet().retainAll(driven.provider().keys().stream().map(key -> key.name()).toList());
    Optional<Path> onHost = driven.subject(config).onHost(top);
    onHost.ifPresent(path -> values.put(StoreConfig.ROOT.name(), path.toString()));
    return new ContractTarget(
        driven.provider().driver(),
        values,
        onHost.isPresent() ? StorePath.ROOT.toString() : top.toString(),
        names);
  }

  private void add(String name, ContractResult.Group group) {
    group.failures().forEach(each -> report.add("contract", Finding.wrong(name, each, SEND)));
    StringBuilder what = new StringBuilder(HumanReadable.count(group.passed(), "test") + " passed");
    group
        .skipped()
        .forEach(
            (why, count) -> what.append("; ").append(count).append(" not tried: ").append(why));
    if (group.failures().isEmpty() || group.passed() > 0) {
      report.add("contract", Finding.ok(name, what.toString()));
    }
  }

  private void job(OpenStores stores, ResolvedStore driven, StoreLocation place, OwnDirectory own)
      throws IOException, InterruptedException {
    StoreLocation job = new StoreLocation(place.store(), own.mkdir(place.path().child("job")));
    report.add("job", new CertifyJob(situ, stores, own, job).run());
    if (!driven.store().can(Capability.PLACEMENT, job.path())) {
      report.add(
          "job",
          Finding.ok("locality", "the store does not say where bytes are: nothing is local"));
    }
  }
}
