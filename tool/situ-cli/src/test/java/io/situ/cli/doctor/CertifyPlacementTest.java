// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.cli.certify.CertifyPlacement;
import io.situ.cli.certify.Finding;
import io.situ.cli.certify.OwnDirectory;
import io.situ.cli.certify.PlacementTools;
import io.situ.cli.certify.Subject;
import io.situ.cli.context.EffectiveConfiguration;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.ResolvedStore;
import io.situ.cli.context.StoreLocation;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that report the truth, lie, fail, hang and print rubbish, on a plain directory. */
class CertifyPlacementTest {

  private static final String SERVER =
      """
      cat <<END
      dist_name = simple_stripe
      dist_params:
      strip_size:134217728
      Number of datafiles/servers = 1
      Datafile 0 - tcp://10.9.9.%d:3373, handle: 9223372036854773752 (7ffffffffffff7f8.bstream)
      END
      """;

  @TempDir private Path scratch;
  private Path data;
  private Path programs;

  @BeforeEach
  void write() throws IOException {
    data = Files.createDirectory(scratch.resolve("data"));
    programs = Files.createDirectory(scratch.resolve("bin"));
    Files.writeString(scratch.resolve("hosts"), "10.9.9.1\tnode1\n10.9.9.2\tnode2\n");
  }

  private Path program(String name, String script) throws IOException {
    Path file = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /** What is found where the driver is reported of server 1. */
  private List<Finding> orangefs(Duration timeout) throws Exception {
    Path reported = program("reported", SERVER.formatted(1));
    return run(
        Map.of(
            "driver", "orangefs",
            "viewdist", reported.toString(),
            "hosts.file", scratch.resolve("hosts").toString()),
        timeout);
  }

  private List<Finding> run(Map<String, String> keys, Duration timeout) throws Exception {
    Map<String, String> values = new HashMap<>();
    keys.forEach((key, value) -> values.put("fs.situ.store.s." + key, value));
    values.put("fs.situ.store.s.root", data.toString());
    try (OpenStores stores = new OpenStores(new EffectiveConfiguration(values, Optional.empty()))) {
      StoreLocation place = new StoreLocation("s", StorePath.ROOT);
      ResolvedStore driven = ResolvedStore.at(stores, place);
      OwnDirectory own = new OwnDirectory(driven.store(), StorePath.of("/.own"), text -> {});
      Subject subject = driven.subject(stores.config(place));
      own.create();
      CertifyPlacement placement =
          new CertifyPlacement(
              subject,
              own,
              own.path().child("placement"),
              new PlacementTools(programs.toString(), timeout).find(subject));
      List<Finding> findings = placement.run();
      own.delete();
      assertThat(data).isEmptyDirectory();
      stores.news();
      return findings;
    }
  }

  private static List<Finding> wrong(List<Finding> findings) {
    return findings.stream().filter(each -> each.grade() == Finding.Severity.WRONG).toList();
  }

  @Test
  void aProgramThatSaysTheSame() throws Exception {
    program("pvfs2-viewdist", SERVER.formatted(1));
    List<Finding> findings = orangefs(Duration.ofMinutes(1));
    assertThat(wrong(findings)).isEmpty();
    assertThat(findings)
        .extracting(Finding::what)
        .contains(
            "default-5242887: 1 extent, as pvfs2-viewdist says",
            "default-0: 0 extents, as pvfs2-viewdist says",
            "tcp://10.9.9.1:3373 is node1");
  }

  @Test
  void aProgramThatOnlyTheConfigurationNamesIsStartedWithItsTable() throws Exception {
    Path named =
        program("named", "[ \"$PVFS2TAB_FILE\" = /etc/tab ] || exit 7\n" + SERVER.formatted(1));
    Map<String, String> keys =
        Map.of(
            "driver",
            "orangefs",
            "viewdist",
            named.toString(),
            "viewdist.table",
            "/etc/tab",
            "hosts.file",
            scratch.resolve("hosts").toString());

    assertThat(run(keys, Duration.ofMinutes(1)))
        .extracting(Finding::what)
        .contains("default-5242887: 1 extent, as pvfs2-viewdist says");
  }

  @Test
  void aProgramThatSaysSomethingElseIsNamedWithBothAnswers() throws Exception {
    program("pvfs2-viewdist", SERVER.formatted(2));
    assertThat(wrong(orangefs(Duration.ofMinutes(1))))
        .extracting(Finding::what)
        .contains(
            "'/.own/placement/default/default-1048576', bytes 0 to 1048575: Situ says node1,"
                + " pvfs2-viewdist says tcp://10.9.9.2:3373");
  }

  @Test
  void aProgramThatFailsIsAskedOnceAndItsReasonIsSaid() throws Exception {
    Path asked = scratch.resolve("asked");
    program(
        "pvfs2-viewdist", "echo x >> '" + asked + "'; echo 'no entry for the mount' >&2; exit 255");
    assertThat(wrong(orangefs(Duration.ofMinutes(1))))
        .singleElement()
        .satisfies(
            each -> assertThat(each.what()).contains("exit code 255: no entry for the mount"));
    assertThat(asked).hasContent("x");
  }

  @Test
  void aProgramThatHangsIsEnded() throws Exception {
    program("pvfs2-viewdist", "exec sleep 1000");
    assertThat(wrong(orangefs(Duration.ofMillis(300))))
        .singleElement()
        .satisfies(each -> assertThat(each.what()).contains("did not answer within"));
  }

  @Test
  void rubbishIsNoAnswer() throws Exception {
    program("pvfs2-viewdist", "head -c 2000 /dev/urandom; echo; echo of $2");
    assertThat(wrong(orangefs(Duration.ofMinutes(1))))
        .singleElement()
        .satisfies(each -> assertThat(each.what()).contains("printed what is no layout"));
  }

  @Test
  void aDriverThatKnowsNoServerWhereTheProgramDoesIsFoundOut() throws Exception {
    program(
        "lfs",
        """
        case $1 in
          getstripe) printf 'lmm_stripe_count:  1\\nlmm_stripe_size:   4194304\\n'
            printf 'lmm_pattern:       raid0\\n\\tobdidx\\t objid\\t objid\\t group\\n'
            printf '\\t     2\\t             9\\t          0x9\\t   0x2c0000400\\n' ;;
          setstripe) [ "$3" = 1 ] || { echo 'not here' >&2; exit 9; } ;;
        esac""");
    List<Finding> findings = run(Map.of("driver", "lustre"), Duration.ofMinutes(1));
    assertThat(wrong(findings))
        .extracting(Finding::what)
        .contains(
            "'/.own/placement/one-stripe/one-stripe-1', bytes 0 to 0: Situ says nothing,"
                + " lfs says OST 2");
    assertThat(findings)
        .extracting(Finding::what)
        .anyMatch(what -> what.contains("'all-targets' is not tried") && what.endsWith("not here"));
  }

  @Test
  void whereThereIsNoProgramThatIsSaid() throws Exception {
    assertThat(run(Map.of("driver", "lustre"), Duration.ofMinutes(1)))
        .extracting(Finding::what)
        .contains("not compared: no 'lfs' is on PATH");
    assertThat(run(Map.of(), Duration.ofMinutes(1)))
        .noneMatch(each -> each.grade() == Finding.Severity.WRONG);
  }
}
