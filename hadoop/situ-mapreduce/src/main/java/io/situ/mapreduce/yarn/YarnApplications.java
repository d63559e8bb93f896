// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the ResourceManager says about the applications of jobs. Thread-safe. */
public final class YarnApplications {

  private static final Logger LOG = LoggerFactory.getLogger(YarnApplications.class);

  /**
   * By when a job that has an identifier has been submitted: until then the ResourceManager does
   * not know it either.
   */
  public static final Duration SUBMISSION_TIMEOUT = Duration.ofMinutes(10);

  /** What is certain about an application. */
  public enum State {
    /** It has ended and does nothing any more. */
    OVER,
    /** It runs, or will. */
    ALIVE,
    /** The ResourceManager does not know it. */
    UNKNOWN
  }

  private YarnApplications() {}

  static ApplicationId id(JobID job) {
    return ApplicationId.newInstance(Long.parseLong(job.getJtIdentifier()), job.getId());
  }

  /**
   * Asks for a job's application.
   *
   * @throws IOException if the ResourceManager does not answer within some seconds, or refuses
   */
  public static State state(JobID job, Configuration conf) throws IOException {
    try (YarnClient yarn = ImpatientYarnClient.start(conf)) {
      return switch (yarn.getApplicationReport(id(job)).getYarnApplicationState()) {
        case FINISHED, FAILED, KILLED -> State.OVER;
        default -> State.ALIVE;
      };
    } catch (ApplicationNotFoundException e) {
      return State.UNKNOWN;
    } catch (YarnException | YarnRuntimeException e) {
      throw new IOException(
          "the ResourceManager does not say whether " + job + " runs: " + e.getMessage(), e);
    }
  }

  /**
   * Returns whether a job whose submission failed certainly does not run: its application is over,
   * or the ResourceManager answered the submission itself and does not know the application. A call
   * that was cut off proves nothing, since the request may still be on its way.
   *
   * @param state of the application, asked after the failure
   */
  static boolean isRefused(State state, Exception failure) {
    return switch (state) {
      case OVER -> true;
      case ALIVE -> false;
      case UNKNOWN -> isAnswer(failure);
    };
  }

  /**
   * Returns why it is not certain that a job whose submission failed does not run, as a clause;
   * empty if it is.
   */
  public static Optional<String> doubt(JobID job, Exception failure, Configuration conf) {
    try {
      return isRefused(state(job, conf), failure)
          ? Optional.empty()
          : Optional.of("YARN has the job, or may still receive it");
    } catch (IOException | RuntimeException e) {
      return Optional.of("YARN does not answer: " + e.getMessage());
    }
  }

  /** Returns whether it is certain that a job that was accepted does not run any more. */
  public static boolean isOver(JobID job, Configuration conf) {
    try {
      return state(job, conf) == State.OVER;
    } catch (IOException | RuntimeException e) {
      LOG.warn("whether {} runs is unknown", job, e);
      return false;
    }
  }

  /** Returns whether a call that failed was answered, by a refusal. */
  public static boolean isAnswer(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof YarnException || cause instanceof RemoteException) {
        return true;
      }
    }
    return false;
  }
}
