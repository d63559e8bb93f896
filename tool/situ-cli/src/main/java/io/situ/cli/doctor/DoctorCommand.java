// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.certify.Finding;
import io.situ.cli.console.CliException;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.ResolvedStore;
import io.situ.cli.context.StoreLocation;
import io.situ.cli.yarn.YarnHosts;
import io.situ.mapreduce.ResourceManagers;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Looks for what would go wrong or slow, and says how to fix it. */
@Command(
    name = "doctor",
    header = "Look for what is wrong, and say how to fix it.",
    description = {
      "Java, Hadoop, host names, configuration keys, the mount and driver of PATH, permissions,"
          + " placement, an inventory, a cluster's services. The exit code is 1 if something is"
          + " wrong.",
      "With --self-test the store is tried out instead of PATH being looked at: a file of 64 MiB is"
          + " written, placed, read back and deleted, names are renamed and raced for. --certify"
          + " does this and more, and prints one report."
    })
public final class DoctorCommand implements Callable<Integer> {

  @ParentCommand private GlobalOptions situ;

  @Parameters(
      arity = "0..1",
      paramLabel = "PATH",
      description = "Data to be read, or the working directory.")
  private String path = ".";

  @Option(
      names = "--inventory",
      paramLabel = "DIR",
      description = "The inventory to look at, instead of the one that jobs use.")
  private Path inventory;

  @Option(
      names = "--self-test",
      paramLabel = "DIR",
      description =
          "Try the store out in a directory of its own in DIR, and print what to send to Situ's"
              + " makers if something fails.")
  private String selfTest;

  @Option(
      names = "--certify",
      paramLabel = "DIR",
      description =
          "Try everything that Situ needs of a store in a directory of its own in DIR: the"
              + " self-test, the contract's tests, placement against the file system's own tool,"
              + " and a job. Prints one report; the exit code is 1 if something failed.")
  private String certify;

  @Option(names = "--json", description = "One JSON object per line.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    if (certify != null) {
      if (selfTest != null) {
        throw CliException.usage("--certify holds the self-test: leave --self-test out");
      }
      return new Certification(situ, certify, json).run().code();
    }
    List<Finding> findings = new ArrayList<>(MachineChecks.all());
    findings.addAll(SettingChecks.all(situ));
    List<String> report = new ArrayList<>();
    if (!anyWrong(findings)) {
      findings.addAll(selfTest == null ? store() : selfTest(report));
    }
    findings.forEach(this::print);
    if (!report.isEmpty() && anyWrong(findings)) {
      print(report);
    }
    return (anyWrong(findings) ? ExitCode.FAILED : ExitCode.OK).code();
  }

  private static boolean anyWrong(List<Finding> findings) {
    return findings.stream().anyMatch(finding -> finding.grade() == Finding.Severity.WRONG);
  }

  private List<Finding> store() {
    List<Finding> findings = new ArrayList<>();
    Optional<YarnHosts> yarn = hosts(findings);
    try (OpenStores stores = situ.stores()) {
      StoreLocation place = stores.named(situ.place(path));
      Optional<Path> looked =
          Optional.ofNullable(inventory).or(() -> situ.settings().inventory(place.store()));
      findings.addAll(new StoreChecks(stores, place, looked, yarn).all());
    } catch (IOException e) {
      findings.add(Finding.wrong("store", CliException.of(e).getMessage(), "see the message"));
    }
    return findings;
  }

  /** Where tasks run, if that is known. */
  private Optional<YarnHosts> hosts(List<Finding> findings) {
    try {
      return situ.conf().isEmpty() ? Optional.empty() : YarnHosts.of(situ.hadoop());
    } catch (IOException | RuntimeException e) {
      findings.add(
          Finding.note(
              "cluster",
              "the hosts of data cannot be compared with YARN's: "
                  + CliException.of(e).getMessage(),
              ResourceManagers.isRefusal(e)
                  ? "call this as a user whom the ResourceManager answers"
                  : "see the message"));
      return Optional.empty();
    }
  }

  private List<Finding> selfTest(List<String> report) throws InterruptedException {
    try (OpenStores stores = situ.stores()) {
      StoreLocation place = stores.named(situ.place(selfTest));
      ResolvedStore driven = ResolvedStore.at(stores, place);
      requireDirectory(driven.store(), place);
      boolean placed = !driven.provider().layoutAttributes().isEmpty();
      SelfTestLayout layout = new SelfTestLayout(driven.store(), placed, stores.notices());
      SelfTest test = new SelfTest(driven.store(), place.path(), layout, driven.mount());
      SelfTestReport kept =
          new SelfTestReport(driven, situ.settings().store(place.store()), place.path());
      List<Finding> findings = new ArrayList<>(StoreChecks.repairs(driven, place.path()));
      findings.addAll(test.run(() -> kept.keepLayout(test.file())));
      report.addAll(kept.lines(test.extents()));
      stores.news();
      return findings;
    } catch (IOException e) {
      return List.of(Finding.wrong("store", CliException.of(e).getMessage(), "see the message"));
    }
  }

  static void requireDirectory(Store store, StoreLocation place) throws StoreException {
    try {
      if (store.stat(place.path(), true).isDirectory()) {
        return;
      }
    } catch (StoreException e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
    throw CliException.input(
        "there is no directory '"
            + place.path()
            + "' in the store whose root is "
            + store.info().root()
            + "; name one that is there, from that root on");
  }

  private void print(List<String> report) {
    if (json) {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      report.forEach(node.putArray("report")::add);
      situ.out().json(node);
      return;
    }
    situ.out().line("");
    situ.out().line("Diagnostic report. Review it for confidential data before sharing:");
    report.forEach(line -> situ.out().line("  " + DisplayNames.printable(line)));
  }

  private void print(Finding finding) {
    String grade = finding.grade().name().toLowerCase(Locale.ROOT);
    if (json) {
      situ.out()
          .json(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("grade", grade)
                  .put("topic", finding.topic())
                  .put("what", finding.what())
                  .put("remedy", finding.remedy()));
      return;
    }
    situ.out()
        .line(
            String.format(
                Locale.ROOT,
                "%-5s  %-11s %s",
                grade,
                finding.topic(),
                DisplayNames.printable(finding.what())));
    if (!finding.remedy().isEmpty()) {
      situ.out().line(" ".repeat(19) + "-> " + DisplayNames.printable(finding.remedy()));
    }
  }
}
