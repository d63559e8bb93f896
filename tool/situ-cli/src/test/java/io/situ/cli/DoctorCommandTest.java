// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.cli.console.ExitCode;
import io.situ.cli.yarn.ResourceManagerProcess;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The doctor, who looks at the tool's own jars too. */
@Tag("end-to-end")
class DoctorCommandTest extends SmallTreeFixture {

  @Test
  void doctorFindsWhatIsWrong() throws Exception {
    Tool.Result well = situ.run("doctor", data);
    assertThat(well.code()).as(well.out()).isZero();
    assertThat(well.out()).contains("driver posix");

    Tool.Result ill = situ.run("doctor", "-D", "fs.situ.nonsense=1", data);
    assertThat(ill.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(ill.out()).contains("wrong").contains("fs.situ.nonsense");
    assertThat(situ.run("doctor", data.resolve("none")).code()).isEqualTo(ExitCode.FAILED.code());
  }

  /** A plain directory in the place of a Lustre that this host has no connection to. */
  @Test
  void warningsOfAStoreAreFindings() throws Exception {
    Tool.Result doctor =
        situ.run(
            "doctor",
            "--store",
            "l",
            "-D",
            "fs.situ.store.l.driver=lustre",
            "-D",
            "fs.situ.store.l.root=" + data,
            "/");
    assertThat(doctor.out())
        .contains("note   placement   Lustre's servers are not known, and tasks run anywhere: ");
    assertThat(doctor.err()).isEmpty();
  }

  @Test
  void aDeadPlacementCommandIsWrong() throws Exception {
    Tool.Result doctor = situ.run("doctor", "-D", "fs.situ.placement.command=/bin/false", data);
    assertThat(doctor.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(doctor.out()).contains("the placement command '/bin/false' failed");
  }

  @Test
  void doctorLooksAtTheInventory() throws Exception {
    Path inventory = scratch.resolve("inventory");
    String remembers = "fs.situ.inventory=" + inventory;
    situ.run("scan", data, "--inventory", inventory);
    assertThat(situ.run("doctor", "-D", remembers, data).out()).contains("ok     inventory");

    Files.delete(inventory.resolve("CURRENT"));
    Tool.Result ill = situ.run("doctor", "-D", remembers, data);
    assertThat(ill.out()).contains("wrong  inventory").contains("-> situ scan " + data);
    assertThat(ill.code()).isEqualTo(ExitCode.FAILED.code());
  }

  @Test
  void theSelfTestTriesAStoreAndLeavesNothing() throws Exception {
    Tool.Result named =
        situ.run(
            "doctor", "--store", "s", "-D", "fs.situ.store.s.root=" + data, "--self-test", "/sub");
    assertThat(named.code()).as(named.out()).isZero();
    assertThat(named.out())
        .contains("ok     read")
        .contains("ok     no-replace")
        .doesNotContain("To send");
    try (var left = Files.list(data.resolve("sub"))) {
      assertThat(left).containsExactly(data.resolve("sub/b"));
    }

    Tool.Result ill = situ.run("doctor", "--self-test", data.resolve("none"));
    assertThat(ill.code()).isEqualTo(ExitCode.BAD_INPUT.code());
    assertThat(ill.err())
        .contains("there is no directory '" + data + "/none'")
        .contains("the store whose root is /;")
        .hasLineCount(1);
  }

  /** A plain directory in the place of either. */
  @Test
  void theSelfTestOfADriverPrintsWhatItsMakersNeed() throws Exception {
    Tool.Result lustre = selfTest("lustre");
    assertThat(lustre.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(lustre.out())
        .contains("it has no placement: Lustre's servers are not known")
        .contains("ok     locks       one can be had; mounted as ")
        .contains("  layout    lustre.lov is not reported: ")
        .contains("  evidence  connections cannot be read: /sys/fs/lustre/osc\n");
    assertThat(lustre.err()).isEmpty();

    Tool.Result unconfigured = selfTest("orangefs");
    assertThat(unconfigured.code()).as(unconfigured.out()).isZero();
    assertThat(unconfigured.out())
        .contains(
            "note   layout      the driver is not configured to find out which hosts hold the file");

    Path viewdist = Files.writeString(scratch.resolve("viewdist"), "#!/bin/sh\necho of $2\n");
    Files.setPosixFilePermissions(viewdist, PosixFilePermissions.fromString("rwx------"));
    Tool.Result orange = selfTest("orangefs", "-D", "fs.situ.store.d.viewdist=" + viewdist);
    assertThat(orange.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(orange.out())
        .contains("it has no placement: the layout of some files of OrangeFS cannot be used: ")
        .contains("  evidence  of " + data + "/.situ-self-test-");
  }

  @Test
  void doctorNamesLinesOfTheHostsFileThatAreOfNoServer() throws Exception {
    Path viewdist =
        Files.writeString(
            scratch.resolve("viewdist"),
            """
            #!/bin/sh
            echo 'dist_name = simple_stripe'
            echo 'strip_size:134217728'
            echo 'Number of datafiles/servers = 1'
            echo 'Datafile 0 - tcp://127.0.0.1:3373, handle: 7 (7.bstream)'
            """);
    Files.setPosixFilePermissions(viewdist, PosixFilePermissions.fromString("rwx------"));
    Path hosts =
        Files.writeString(scratch.resolve("hosts"), "127.0.0.1\tlocalhost\nofs1\tlocalhost\n");
    Tool.Result result =
        situ.run(
            "doctor",
            "--store",
            "d",
            "-D",
            "fs.situ.store.d.driver=orangefs",
            "-D",
            "fs.situ.store.d.root=" + data,
            "-D",
            "fs.situ.store.d.viewdist=" + viewdist,
            "-D",
            "fs.situ.store.d.hosts.file=" + hosts,
            "/a");

    assertThat(result.code()).as(result.out()).isZero();
    assertThat(result.out())
        .contains("note   hosts.file  it has a line for 'ofs1', and no server that is known")
        .contains("-> write one of these in the first column: tcp://127.0.0.1:3373")
        .doesNotContain("line for '127.0.0.1'");
  }

  private Tool.Result selfTest(String driver, String... more) throws Exception {
    List<Object> words = new ArrayList<>(List.of("doctor", "--store", "d", "--self-test", "/"));
    words.addAll(List.of("-D", "fs.situ.store.d.driver=" + driver));
    words.addAll(List.of("-D", "fs.situ.store.d.root=" + data));
    words.addAll(List.of(more));
    return situ.run(words.toArray());
  }

  /** Hadoop's YARN is among the installed tool's jars, and not among this test's. */
  private String doctorOfCluster(String yarnSite, String... more) throws Exception {
    Path conf = Files.createDirectories(scratch.resolve("conf"));
    StringBuilder xml = new StringBuilder("<configuration>");
    for (String property : yarnSite.split(" ")) {
      String[] pair = property.split("=");
      xml.append("<property><name>yarn.resourcemanager." + pair[0] + "</name>");
      xml.append("<value>" + pair[1] + "</value></property>");
    }
    Files.writeString(conf.resolve("yarn-site.xml"), xml + "</configuration>");
    List<Object> words = new ArrayList<>(List.of("doctor", "--conf", conf));
    words.addAll(List.of(more));
    return new Tool(scratch).run(words.toArray()).out();
  }

  @Test
  void doctorAsksEachResourceManagerOfAClusterWithHighAvailability() throws Exception {
    try (ResourceManagerProcess one = new ResourceManagerProcess("-")) {
      String answering = one.address();
      String silent = "localhost:1";
      String ha = "ha.enabled=true ha.rm-ids=a,b address.b=" + answering + " address.a=";

      assertThat(doctorOfCluster(ha + silent))
          .contains("ok     ResourceManager " + answering + " answers")
          .contains("note   ResourceManager " + silent + " does not answer: ");
    }
  }

  @Test
  void aResourceManagerThatOnlyTakesConnectionsIsWrong() throws Exception {
    try (ServerSocket one = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String stopped = "localhost:" + one.getLocalPort();

      assertThat(doctorOfCluster("address=" + stopped, "-D", "ipc.client.rpc-timeout.ms=500"))
          .contains(
              "wrong  ResourceManager "
                  + stopped
                  + " took the connection and did not answer within 0.5 s")
          .contains("-> see whether it is overloaded or stopped")
          .doesNotContain("a user whom");
    }
  }

  @Tag("long")
  @Test
  void doctorSaysWhatIsWrongWithAClusterWithHighAvailability() throws Exception {
    String silent = "localhost:1";
    String dead = "ha.enabled=true ha.rm-ids=a,b address.a=" + silent;
    assertThat(doctorOfCluster(dead + " hostname.b=no.such.host"))
        .contains("wrong  ResourceManager " + silent + " does not answer: ")
        .contains("wrong  ResourceManager no.such.host:8032 does not answer: ");
    assertThat(doctorOfCluster(dead))
        .contains("wrong  cluster ")
        .contains("yarn.resourcemanager.hostname.b or yarn.resourcemanager.address.b needs to be");
    for (String hosts : List.of("hostname=localhost", "hostname.rm1=a hostname.rm2=b")) {
      assertThat(doctorOfCluster("ha.enabled=true " + hosts))
          .contains("wrong  cluster ")
          .contains(
              " cannot be used: yarn.resourcemanager.ha.enabled is true and"
                  + " yarn.resourcemanager.ha.rm-ids names none")
          .doesNotContain("names no ResourceManager");
    }
  }

  /** Jobs go where Hadoop's own client does, which takes them for those of one ResourceManager. */
  @Tag("long")
  @Test
  void doctorAsksNoneOfSeveralResourceManagersWithoutHighAvailability() throws Exception {
    try (ServerSocket one = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String answering = "ha.rm-ids=a,b address.b=localhost:" + one.getLocalPort();

      assertThat(doctorOfCluster(answering))
          .contains("wrong  cluster ")
          .contains(
              "names no ResourceManager, and yarn.resourcemanager.ha.rm-ids counts only where"
                  + " yarn.resourcemanager.ha.enabled is true")
          .doesNotContain("answers");
      assertThat(doctorOfCluster(answering + " address=localhost:1"))
          .contains("wrong  ResourceManager localhost:1 does not answer: ");
    }
  }

  @Test
  void doctorTakesTheFrameworkFromTheCommandLine() throws Exception {
    String silent = "address=localhost:1";
    assertThat(doctorOfCluster(silent)).contains("wrong  ResourceManager localhost:1 does not");
    assertThat(doctorOfCluster(silent, "-D", "situ.mapreduce.framework=LOCAL"))
        .contains("situ.mapreduce.framework is local: jobs run in one process here")
        .doesNotContain("localhost:1");
  }

  @Tag("long")
  @Test
  void doctorSaysWhereJobsRunThatNoResourceManagerIsConfiguredFor() throws Exception {
    assertThat(doctorOfCluster("address=localhost:1", "-D", "situ.mapreduce.framework=local"))
        .contains("situ.mapreduce.framework is local: jobs run in one process here");
    assertThat(doctorOfCluster("hostname=0.0.0.0", "-D", "situ.mapreduce.framework=yarn"))
        .contains("names no ResourceManager, and situ.mapreduce.framework is yarn");
    assertThat(doctorOfCluster("hostname=0.0.0.0"))
        .contains("names no ResourceManager: jobs run in one process here");
    assertThat(
            doctorOfCluster("hostname=0.0.0.0", "-D", "yarn.resourcemanager.address=localhost:1"))
        .contains("wrong  ResourceManager localhost:1 does not");
  }

  @Test
  void doctorComparesTheHostsOfDataWithThoseOfYarn() throws Exception {
    Path conf = Files.createDirectories(scratch.resolve("conf"));
    Path hosts = scratch.resolve("hosts.tsv");
    Files.writeString(hosts, data + "\tlocalhost,brick7\n");
    try (ResourceManagerProcess yarn = new ResourceManagerProcess("-", "LOCALHOST")) {
      Files.writeString(
          conf.resolve("yarn-site.xml"),
          "<configuration><property><name>yarn.resourcemanager.address</name><value>"
              + yarn.address()
              + "</value></property></configuration>");
      String[] call = {
        "doctor",
        "--conf",
        conf.toString(),
        "-D",
        "fs.situ.placement.file=" + hosts,
        data.toString()
      };
      Tool.Result strange = new Tool(scratch).run((Object[]) call);
      assertThat(strange.code()).as(strange.out()).isEqualTo(ExitCode.FAILED.code());
      assertThat(strange.out())
          .contains("YARN has no node of that name: brick7 (its nodes: LOCALH");

      Files.writeString(hosts, data + "\tlocalhost\n");
      Tool.Result known = new Tool(scratch).run((Object[]) call);
      assertThat(known.code()).as(known.out()).isZero();
      assertThat(known.out()).contains("on localhost");
    }
  }
}
