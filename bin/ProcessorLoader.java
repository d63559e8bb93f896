// SPDX-License-Identifier: Apache-2.0
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads the compiler's plug-ins once for all modules of a build. Javac makes a class loader of its
 * own each time it is called, so that the linter's classes are loaded, verified and compiled once
 * more for each module. Compiled by bin/dev, which has javac in Maven's process find it. Not closed
 * by javac. Thread-safe.
 */
public final class ProcessorLoader extends ClassLoader {

  private static final Map<List<String>, ClassLoader> LOADERS = new ConcurrentHashMap<>();

  /** Creates one that finds what an earlier one for the same jars has found. */
  public ProcessorLoader(URL[] jars, ClassLoader parent) {
    super(
        LOADERS.computeIfAbsent(
            Arrays.stream(jars).map(URL::toString).toList(),
            any -> new URLClassLoader(jars, parent)));
  }
}
