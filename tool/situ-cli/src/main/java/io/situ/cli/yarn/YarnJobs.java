// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.yarn;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.mapreduce.record.JobRecord;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The jobs of a run that a YARN may still run although no process waits for them any more. */
public final class YarnJobs {

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final Set<String> OVER = Set.of("FINISHED", "FAILED", "KILLED");
  private static final String FRAMEWORK = "yarn";

  private final YarnWeb yarn;

  public YarnJobs(YarnWeb yarn) {
    this.yarn = yarn;
  }

  /** A clause about the first of these jobs that is not certainly over; empty if all are. */
  public Optional<String> running(List<JobRecord> jobs) {
    return jobs.stream()
        .filter(job -> job.framework().equals(FRAMEWORK) && job.state() == JobRecord.State.RUNNING)
        .map(this::running)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> running(JobRecord job) {
    String application = job.id().replaceFirst("job_", "application_");
    Optional<HttpResponse<byte[]>> answer = yarn.get("/ws/v1/cluster/apps/" + application);
    int code = answer.map(HttpResponse::statusCode).orElse(0);
    if (code == NOT_FOUND || code == OK && OVER.contains(state(answer.get().body()))) {
      return Optional.empty();
    }
    return Optional.of(
        code == OK
            ? job.id() + " still runs on YARN"
            : "YARN does not say whether " + job.id() + " still runs");
  }

  private static String state(byte[] answer) {
    try {
      return new ObjectMapper().readTree(answer).path("app").path("state").asText();
    } catch (IOException e) {
      return "";
    }
  }
}
