// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.locality;

import io.situ.mapreduce.cost.Locality;
import io.situ.mapreduce.cost.TakeoverPlan;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.util.RackResolver;

/**
 * Edits the requests of one application master so that its map tasks run where they should. Times
 * are those of {@link System#nanoTime}. Thread-safe.
 */
public interface LocalityRequests {

  /**
   * Changes the list of resource requests. Requests themselves stay as they are, since the
   * application master keeps them. With the {@linkplain #isFirst first} request to a
   * ResourceManager all that was asked for before is forgotten.
   */
  void edit(AllocateRequest request, long now);

  /** Takes notice of what the ResourceManager gave, and of what has ended. */
  void answered(AllocateResponse response, long now);

  /**
   * Returns a new one for a job, as its configuration says. No host takes tasks over in a job that
   * asks for nodes by their labels: which hosts have the label is not known here.
   */
  static LocalityRequests of(Configuration job) {
    long wait = StrictLocalityRpc.waitMillis(job);
    Optional<TakeoverPlan> plan = TakeoverPlan.of(job);
    return Locality.of(job) == Locality.AUTO && plan.isPresent() && !hasNodeLabel(job)
        ? new TakeoverRequests(
            plan.get(), wait, host -> RackResolver.resolve(job, host).getNetworkLocation())
        : new StrictResourceRequests(wait);
  }

  /**
   * Whether the ResourceManager knows nothing of what was asked for before: at the beginning, and
   * after it or another in its place has started. Such a request has all that the master waits for.
   */
  static boolean isFirst(AllocateRequest request) {
    return request.getResponseId() == 0;
  }

  private static boolean hasNodeLabel(Configuration job) {
    return Stream.of(MRJobConfig.MAP_NODE_LABEL_EXP, MRJobConfig.JOB_NODE_LABEL_EXP)
        .anyMatch(key -> !job.getTrimmed(key, "").isEmpty());
  }
}
