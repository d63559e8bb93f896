// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor;

/**
 * An executor that, for all that Situ can infer from its name, starts a container as the
 * container's user, as {@code LinuxContainerExecutor} does.
 */
public final class UnknownContainerExecutor extends DefaultContainerExecutor {}
