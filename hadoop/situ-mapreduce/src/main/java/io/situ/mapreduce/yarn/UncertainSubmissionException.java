// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import java.io.IOException;
import org.apache.hadoop.mapreduce.JobID;

/** The submission of a job failed in a way that does not show whether YARN runs the job. */
public final class UncertainSubmissionException extends IOException {

  private static final long serialVersionUID = 1L;

  public UncertainSubmissionException(JobID job, String output, String doubt, Exception cause) {
    super(
        "the submission of "
            + job
            + " failed ("
            + cause.getMessage()
            + "), and it may run all the same: "
            + doubt
            + "; "
            + output
            + " is left as it is; ask 'yarn application -status "
            + YarnApplications.id(job)
            + "', and delete it if the job does not run",
        cause);
  }
}
