// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hadoop.fs.config.ProcessRole;
import io.situ.mapreduce.KerberosRealm;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.storage.testkit.lab.JavaCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who says, in a process that serves several users, what a job's processes start with. */
@Tag("hadoop-3.4-long")
class ClassArchivePlanTest {

  @TempDir private Path scratch;
  private long time = daysAgo(10).toMillis();

  private final Configuration session = new Configuration(false);

  @BeforeEach
  void keep() throws IOException {
    Path job = Files.createDirectory(scratch.resolve("job"));
    Files.writeString(job.resolve("job.xml"), "<configuration/>");
    session.set(MRJobConfig.MR_AM_STAGING_DIR, uri("staging"));
    KeptArchive.make(scratch.resolve("kept"));
    wasWritten("x", FileTime.fromMillis(time++));
  }

  private void keep(String name, LaunchOrigin origin, KeptFiles files) throws IOException {
    keep(name, "x.jsa", origin, files);
  }

  private void keep(String name, String archive, LaunchOrigin origin, KeptFiles files)
      throws IOException {
    KeptArchive.note(name, archive, origin, files);
    wasWritten(name, FileTime.fromMillis(time++));
  }

  private KeptFiles kept() throws IOException {
    session.set(LaunchKeys.DIRECTORY.name(), uri("kept"));
    return KeptFiles.of(session);
  }

  private String applied() throws IOException {
    return applied(new Credentials());
  }

  private String applied(Credentials credentials) throws IOException {
    return Service.apply(scratch, new Configuration(session), credentials);
  }

  /** As after an upgrade where the old directory stays: its jars are there and are the old ones. */
  @Test
  void aJobWithAnotherClassPathStartsWithout() throws Exception {
    kept();
    session.set(MRJobConfig.MAPREDUCE_APPLICATION_CLASSPATH, "/new/*");

    assertThat(applied())
        .contains("started without a class archive: x.jsa was made where ")
        .contains("mapreduce.application.classpath is ")
        .contains("and not '/new/*'");
    assertThat(ClassArchivePlan.jobWithoutArchive()).isPresent();
  }

  @Test
  void theLatestThatFitsIsUsed() throws Exception {
    Configuration other = new Configuration();
    other.set("yarn.app.mapreduce.am.env.HADOOP_MAPRED_HOME", "/other");
    keep("later", LaunchOrigin.of(other), kept());

    assertThat(applied()).contains("started with a class archive: ");
  }

  /** One that jobs may still start with stays. */
  @Test
  void anArchiveInWhosePlaceAnotherIsUsedForAMonthIsDeleted() throws Exception {
    KeptFiles files = shared();
    Configuration other = new Configuration();
    other.set("yarn.app.mapreduce.am.env.HADOOP_MAPRED_HOME", "/other");
    keep("other", LaunchOrigin.of(other), files);
    wasWritten("x", 60);
    wasWritten("other", 50);
    UnusedArchives.delete(files);
    assertThat(notes()).containsExactlyInAnyOrder("x", "other");

    keep("second", LaunchOrigin.of(new Configuration()), files);
    wasWritten("second", 29);
    UnusedArchives.delete(files);
    assertThat(notes()).containsExactlyInAnyOrder("x", "other", "second");

    wasWritten("second", 31);
    UnusedArchives.delete(files);
    assertThat(notes()).containsExactlyInAnyOrder("other", "second");
    assertThat(scratch.resolve("kept/x.jsa")).doesNotExist();
  }

  /** Jobs of other users can read it, and cannot mark that they do. */
  private KeptFiles shared() throws IOException {
    Files.setPosixFilePermissions(
        scratch.resolve("kept"), PosixFilePermissions.fromString("rwxr-xr-x"));
    return kept();
  }

  private static FileTime daysAgo(int days) {
    return FileTime.from(Instant.now().minus(Duration.ofDays(days)));
  }

  private void wasWritten(String note, int days) throws IOException {
    wasWritten(note, daysAgo(days));
  }

  private void wasWritten(String note, FileTime when) throws IOException {
    Files.setLastModifiedTime(scratch.resolve("kept").resolve(note + ClassArchive.SUFFIX), when);
  }

  @Test
  void anArchiveThatJobsUseStays() throws Exception {
    KeptFiles files = kept();
    wasWritten("x", 28);
    assertThat(applied()).contains("started with a class archive: ");
    wasWritten("x", 100);
    assertThat(applied()).contains("started with a class archive: ");

    UnusedArchives.delete(files);
    assertThat(notes()).containsExactly("x");
  }

  /** Makes a file in the directory, empty, that was written so many days ago. */
  private Path left(String name, int days) throws IOException {
    Path file = Files.createFile(scratch.resolve("kept").resolve(name));
    Files.setLastModifiedTime(file, daysAgo(days));
    return file;
  }

  private Path today(String name) {
    return scratch.resolve("kept").resolve(KeptFiles.dayMark(name + ".used"));
  }

  @Test
  void anArchiveThatNoJobUsesForAMonthIsDeleted() throws Exception {
    KeptFiles files = kept();
    wasWritten("x", 100);
    Path mark = left("x.used-2026-01-01", 29);
    UnusedArchives.delete(files);
    assertThat(notes()).containsExactly("x");

    Files.setLastModifiedTime(mark, daysAgo(31));
    UnusedArchives.delete(files);
    assertThat(scratch.resolve("kept")).isEmptyDirectory();
  }

  /** Clients of older versions do not mark what their jobs start with. */
  @Test
  void ofAnArchiveWithoutMarksTheDaysCountFromNow() throws Exception {
    KeptFiles files = kept();
    wasWritten("x", 100);
    UnusedArchives.delete(files);
    assertThat(notes()).containsExactly("x");

    Files.setLastModifiedTime(today("x"), daysAgo(31));
    UnusedArchives.delete(files);
    assertThat(scratch.resolve("kept")).isEmptyDirectory();
  }

  /** As one that was made by hand, after a pause. */
  @Test
  void anArchiveThatNoJobHasUsedForLongIsUsedAgain() throws Exception {
    KeptFiles files = kept();
    wasWritten("x", 40);
    assertThat(applied()).contains("started with a class archive: ");
    assertThat(today("x")).exists();

    Files.move(today("x"), scratch.resolve("kept/x.used-2026-01-01"));
    Files.setLastModifiedTime(scratch.resolve("kept/x.used-2026-01-01"), daysAgo(35));
    assertThat(applied()).contains("started with a class archive: ");
    UnusedArchives.delete(files);
    assertThat(notes()).containsExactly("x");
  }

  @Test
  void anArchiveThatAJobUsesBeforeItIsDeletedStays() throws Exception {
    KeptFiles files = kept();
    left("x.used-2026-01-01", 31);
    UnusedArchives unused = new UnusedArchives(files);
    assertThat(applied()).contains("started with a class archive: ");

    unused.delete();
    assertThat(applied()).contains("started with a class archive: ");
  }

  @Test
  void anArchiveThatIsDeletedBeforeAJobUsesItIsNotUsed() throws Exception {
    KeptFiles files = kept();
    left("x.used-2026-01-01", 31);
    KeptArchives archives = KeptArchives.in(files);
    KeptArchives.Found found =
        archives.find(LaunchOrigin.of(new Configuration())).archive().orElseThrow();
    UnusedArchives.delete(files);

    assertThatThrownBy(() -> archives.markUsed(found)).hasMessage("x.jsa is not there");
  }

  /** What killed processes leave, and what this version cannot read. */
  @Test
  void archivesWithoutNotesAndNotesWithoutArchivesAreDeletedAfterAMonth() throws Exception {
    KeptFiles files = kept();
    Path gone = left("hadoop-1.jsa", 31);
    Path mark = left("hadoop-2.used-2026-01-01", 31);
    Path recent = left("hadoop-3.jsa", 29);
    Path used = left("hadoop-4.jsa", 60);
    left("hadoop-4.used-2026-01-01", 20);
    Path unreadable = left("hadoop-5" + ClassArchive.SUFFIX, 60);
    Path archive = left("hadoop-5.jsa", 60);
    keep("alone", "alone.jsa", LaunchOrigin.of(new Configuration()), files);
    wasWritten("alone", 31);

    UnusedArchives.delete(files);
    assertThat(List.of(gone, mark)).allSatisfy(file -> assertThat(file).doesNotExist());
    assertThat(List.of(recent, used, unreadable, archive))
        .allSatisfy(file -> assertThat(file).exists());
    assertThat(notes()).containsExactlyInAnyOrder("x", "hadoop-5");

    Files.setLastModifiedTime(today("hadoop-5"), daysAgo(31));
    UnusedArchives.delete(files);
    assertThat(List.of(unreadable, archive)).allSatisfy(file -> assertThat(file).doesNotExist());
    assertThat(applied()).contains("started with a class archive: ");
  }

  /** The directory may be one that the user has other files in. */
  @Test
  void whatHasANameThatSituDoesNotGiveStays() throws Exception {
    KeptFiles files = kept();
    List<Path> others =
        List.of(
            left("app.jsa", 60),
            left("app.used-2026-01-01", 60),
            left("hadoop-3.4.2.jsa", 60),
            left("app" + ClassArchive.SUFFIX, 60));
    UnusedArchives.delete(files);
    UnusedArchives.delete(files);

    assertThat(others).allSatisfy(file -> assertThat(file).exists());
    assertThat(today("app")).doesNotExist();
  }

  @Test
  void theFirstJobOfADayDeletesWhatIsUnused() throws Exception {
    kept();
    Path before = left("hadoop-1.jsa", 31);
    assertThat(applied()).contains("started with a class archive: ");
    assertThat(before).doesNotExist();

    Path after = left("hadoop-2.jsa", 31);
    assertThat(applied()).contains("started with a class archive: ");
    assertThat(after).exists();
  }

  @Test
  void aDirectoryThatOthersReadKeepsWhatHasNoNote() throws Exception {
    KeptFiles files = shared();
    Path archive = left("hadoop-1.jsa", 100);
    UnusedArchives.delete(files);
    assertThat(archive).exists();
  }

  @Test
  void ofAnArchiveForOthersItIsNotKnownWhetherTheyUseIt() throws Exception {
    KeptFiles files = shared();
    wasWritten("x", 100);
    assertThat(applied()).contains("started with a class archive: ");
    UnusedArchives.delete(files);
    assertThat(notes()).containsExactly("x");
  }

  /** The one that fits may be older than many. */
  @Test
  void archivesOfOtherOriginsDoNotHideIt() throws Exception {
    KeptFiles files = kept();
    for (int number = 0; number < 20; number++) {
      Configuration other = new Configuration();
      other.set("yarn.app.mapreduce.am.env.HADOOP_MAPRED_HOME", "/other" + number);
      keep("other" + number, LaunchOrigin.of(other), files);
    }

    assertThat(applied()).contains("started with a class archive: ");
  }

  /** A later one without its archive, which its user deleted, one of another version, damage. */
  @Test
  void oneThatCannotBeUsedDoesNotKeepJobsFromAnother() throws Exception {
    KeptFiles files = shared();
    keep("y", "gone.jsa", LaunchOrigin.of(new Configuration()), files);
    Files.writeString(scratch.resolve("kept/version" + ClassArchive.SUFFIX), "{\"version\": 2}");
    Files.writeString(scratch.resolve("kept/damaged" + ClassArchive.SUFFIX), "{");

    assertThat(applied()).contains("started with a class archive: ").endsWith("kept/x.jsa");

    wasWritten("x", 50);
    wasWritten("y", 40);
    keep("z", LaunchOrigin.of(new Configuration()), files);
    wasWritten("z", 31);
    UnusedArchives.delete(files);
    assertThat(notes()).containsExactlyInAnyOrder("version", "damaged", "z");
  }

  @Test
  void whereNoneCanBeUsedAnotherIsMade() throws Exception {
    kept();
    Files.delete(scratch.resolve("kept/x.jsa"));
    session.set("job.of", "this test");

    assertThat(applied()).contains("no archive can be used: x.jsa is not there");
    assertThat(ClassArchivePlan.jobWithoutArchive())
        .hasValueSatisfying(job -> assertThat(job.get("job.of")).isEqualTo("this test"));
  }

  private List<String> notes() throws IOException {
    try (Stream<Path> files = Files.list(scratch.resolve("kept"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith(".") && name.endsWith(ClassArchive.SUFFIX))
          .map(name -> name.replace(ClassArchive.SUFFIX, ""))
          .toList();
    }
  }

  @Test
  void aNoteThatDoesNotSayWhatForIsOutdated() throws Exception {
    Files.delete(scratch.resolve("kept/x" + ClassArchive.SUFFIX));
    keep("old", new LaunchOrigin(new TreeMap<>()), kept());

    assertThat(applied())
        .endsWith("without a class archive: x.jsa does not say what it was made for");
    assertThat(ClassArchivePlan.jobWithoutArchive()).isPresent();
  }

  private String uri(String name) {
    return scratch.resolve(name).toUri().toString();
  }

  /** Files that a service writes for its sessions are the service's own. */
  @Test
  void aSessionDoesNotSayWhereTheyAre() throws Exception {
    session.set(LaunchKeys.DIRECTORY.name(), uri("kept"));

    assertThat(service())
        .contains(LaunchKeys.DIRECTORY.name() + " is not taken from a session")
        .contains("fs.situ.session.keys.allowed");
    assertThat(service(ProcessRole.SINGLE_USER_OPTION)).contains("kept/x.jsa");
  }

  @Test
  void aSessionDoesNotSayWhoseFilesAreRun() throws Exception {
    session.set(LaunchKeys.OWNERS.name(), "daemon");

    assertThat(service()).contains(LaunchKeys.OWNERS.name() + " is not taken from a session");
  }

  @Test
  void theSiteDoes() throws Exception {
    session.set(LaunchKeys.DIRECTORY.name(), uri("kept"));
    write(session, Files.createDirectory(scratch.resolve("site")).resolve("core-site.xml"));

    assertThat(service()).contains("started with a class archive: ").contains("kept/x.jsa");
  }

  @Test
  void anArchiveThatIsCutShortIsNotUsed() throws Exception {
    session.set(LaunchKeys.DIRECTORY.name(), uri("kept"));
    Path archive = scratch.resolve("kept/x.jsa");
    Files.deleteIfExists(scratch.resolve("kept/.x.jsa.crc"));
    Files.writeString(archive, "arc");

    assertThat(service(ProcessRole.SINGLE_USER_OPTION))
        .contains("started without a class archive: no archive can be used: ")
        .contains("x.jsa has 3 bytes and not 7");
  }

  @Test
  void anArchiveThatIsGoneIsNotUsed() throws Exception {
    session.set(LaunchKeys.DIRECTORY.name(), uri("kept"));
    Files.delete(scratch.resolve("kept/x.jsa"));

    assertThat(service(ProcessRole.SINGLE_USER_OPTION))
        .contains("no archive can be used: x.jsa is not there");
  }

  /** Hosts copy a job's files by its tokens, and it may have nothing else where the archive is. */
  @Test
  void theJobGetsATokenForTheFileSystemOfItsArchive() throws Throwable {
    kept();
    session.set("fs.file.impl", WithTokens.class.getName());
    session.set("fs.file.impl.disable.cache", "true");
    session.set("hadoop.security.authentication", "kerberos");
    Credentials credentials = new Credentials();

    KerberosRealm.run(
        () -> {
          UserGroupInformation.setConfiguration(session);
          assertThat(applied(credentials))
              .startsWith("started without a class archive: no archive can be used: ")
              .contains("Kerberos principal");

          session.set("yarn.resourcemanager.principal", "yarn@EXAMPLE.ORG");
          assertThat(applied(credentials)).contains("started with a class archive: ");
        });
    assertThat(credentials.getAllTokens())
        .extracting(token -> token.getService().toString())
        .containsExactly(WithTokens.SERVICE);
  }

  /** As that of a file system of a cluster. */
  static final class WithTokens extends LocalFileSystem {

    private static final String SERVICE = "files-of-another-cluster";

    @Override
    public String getCanonicalServiceName() {
      return SERVICE;
    }

    @Override
    public Token<?> getDelegationToken(String renewer) {
      return new Token<>(new byte[0], new byte[0], new Text("files"), new Text(SERVICE));
    }
  }

  private static void write(Configuration conf, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      conf.writeXml(out);
    }
  }

  private String service(String... options) throws Exception {
    write(session, scratch.resolve("session.xml"));
    Path out = scratch.resolve("out");
    JavaCommand command =
        JavaCommand.of(Service.class).with(options).before(scratch.resolve("site").toString());
    Process process =
        new ProcessBuilder(command.call(scratch))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(out.toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readString(out);
  }

  /** Submits a job of a session. */
  static final class Service {

    private Service() {}

    public static void main(String[] args) throws IOException {
      Path scratch = Path.of(args[0]);
      Configuration conf = new Configuration();
      conf.addResource(new org.apache.hadoop.fs.Path(scratch.resolve("session.xml").toUri()));
      System.out.println(apply(scratch, conf, new Credentials()));
    }

    static String apply(Path scratch, Configuration conf, Credentials credentials)
        throws IOException {
      SubmittedJob job =
          SubmittedJob.load(
              new JobID("here", 1),
              new org.apache.hadoop.fs.Path(scratch.resolve("job").toUri()),
              conf);
      return ClassArchivePlan.apply(job, credentials);
    }
  }
}
