// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.situ.storage.process.ProcessIdentity;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.apache.hadoop.mapreduce.JobID;

/** A job's word, in a file, that an output directory is its own. */
public final class LeaseRecord {

  /** The directory in an output directory that committers use for unfinished work. */
  public static final String PENDING = "_temporary";

  /** The claim's file in that directory. */
  public static final String FILE = "_situ_claim";

  /** A job of Hadoop's that makes its output directory before it is submitted puts this there. */
  public static final String PARTITIONS = "_partition.lst";

  /** More than any claim has, in bytes. */
  public static final int LONGEST = 4096;

  private static final String MADE = "made";
  private static final String FOUND = "found";
  private static final int FIELDS = 8;

  /** Goes into the names of files. */
  private static final Pattern ID = Pattern.compile("[0-9A-Za-z-]{1,64}");

  private static final Pattern OF_JOBS =
      Pattern.compile(
          "_SUCCESS|_temporary|_logs|_partition\\.lst|_(common_)?metadata|part-.*|.*-[mr]-\\d{5,}.*");

  private final String job;
  private final boolean made;
  private final ProcessIdentity owner;
  private final String id;

  private LeaseRecord(String job, boolean made, ProcessIdentity owner, String id) {
    this.job = job;
    this.made = made;
    this.owner = owner;
    this.id = id;
  }

  /**
   * @param made whether the directory is the job's work too
   */
  public static LeaseRecord of(JobID job, boolean made) {
    return of(job, made, ProcessIdentity.current());
  }

  static LeaseRecord of(JobID job, boolean made, ProcessIdentity owner) {
    return new LeaseRecord(job.toString(), made, owner, UUID.randomUUID().toString());
  }

  /** The claim that a file holds; empty if it does not hold a whole one. */
  public static Optional<LeaseRecord> parse(String text) {
    String[] lines = text.split("\n", -1);
    boolean whole = lines.length == FIELDS + 1 && lines[FIELDS].isEmpty();
    if (!whole || !lines[4].matches("\\d{1,18}") || !ID.matcher(lines[7]).matches()) {
      return Optional.empty();
    }
    long pid = Long.parseLong(lines[4]);
    ProcessIdentity owner = new ProcessIdentity(lines[2], lines[3], pid, lines[5], lines[6]);
    return Optional.of(new LeaseRecord(lines[0], lines[1].equals(MADE), owner, lines[7]));
  }

  public String text() {
    return String.join(
        "\n",
        job,
        made ? MADE : FOUND,
        owner.user(),
        owner.host(),
        Long.toString(owner.pid()),
        owner.machine(),
        owner.started(),
        id,
        "");
  }

  /**
   * The name of a directory beside an output directory, in which that is made: it appears with a
   * claim in it.
   *
   * @param output the output directory's own name
   */
  public static String stagingName(String output) {
    return siblingName(output);
  }

  /**
   * The name of a directory beside an output directory, in which what is not needed is deleted:
   * nothing gets the name of an output from there, so it does not matter who else is deleting it.
   *
   * @param output the output directory's own name
   */
  public static String trashName(String output) {
    return siblingName(output) + "-waste";
  }

  private static String siblingName(String output) {
    CRC32 hash = new CRC32();
    hash.update(output.getBytes(UTF_8));
    return String.format(Locale.ROOT, "%s-%08x", FILE, hash.getValue());
  }

  /** Whether jobs give such names to their files; others in an output directory are a user's. */
  public static boolean isNameOfJobs(String name) {
    return OF_JOBS.matcher(name).matches();
  }

  /** Unique among all leases. */
  String id() {
    return id;
  }

  /** Hadoop's name of the job. */
  public String job() {
    return job;
  }

  /** Whether the output directory is the job's work too, so that it may go with what is in it. */
  public boolean isMade() {
    return made;
  }

  /**
   * Whether it is certain that the job does not run any more: it ran in a process of this user and
   * this running system that is gone.
   */
  public boolean isDead() {
    return isDead(Set.of());
  }

  /**
   * Whether it is certain that the job does not run any more, and the process of this user and this
   * running system that waited for it is gone.
   *
   * @param over jobs that do not run any more
   */
  boolean isDead(Set<String> over) {
    return (job.startsWith("job_local") || over.contains(job)) && owner.isGone();
  }

  /** Whether it is certain that the process that submits the job, and waits for it, still runs. */
  public boolean isHeld() {
    return owner.isRunning();
  }

  public boolean isOfThisUser() {
    return owner.user().equals(System.getProperty("user.name"));
  }

  /** Whose it is, for people. */
  @Override
  public String toString() {
    return job + ", process " + owner.pid() + " on " + owner.host();
  }

  boolean isSame(LeaseRecord other) {
    return id.equals(other.id);
  }
}
