// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.path;

import io.situ.storage.StorePath;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobExpander;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;

/**
 * Finds what matches a pattern, as Hadoop's own {@code Globber} does, for names that have colons as
 * well: that one makes a path of each name by itself, and a name such as {@code 10:00} is none.
 */
public final class Globs {

  private final FileSystem fs;
  private final HadoopPaths paths;

  public Globs(FileSystem fs, HadoopPaths paths) {
    this.fs = fs;
    this.paths = paths;
  }

  /** What may match, with its status where that is known already. */
  private record Candidate(StorePath path, Optional<FileStatus> status) {}

  /**
   * Returns what matches, in the order of paths; null if the pattern has no wildcard and nothing is
   * there.
   *
   * @param filter of the paths found
   */
  public FileStatus[] match(Path pattern, PathFilter filter) throws IOException {
    List<String> flat = GlobExpander.expand(pattern.toUri().getPath());
    List<FileStatus> found = new ArrayList<>();
    boolean wildcard = false;
    for (String each : flat) {
      List<String> components = components(each);
      for (String component : components) {
        wildcard |= new GlobFilter(component).hasPattern();
      }
      for (Candidate candidate : candidates(each, components)) {
        status(candidate).filter(status -> filter.accept(status.getPath())).ifPresent(found::add);
      }
    }
    if (found.isEmpty() && !wildcard && flat.size() <= 1) {
      return null;
    }
    FileStatus[] all = found.toArray(FileStatus[]::new);
    Arrays.sort(all);
    return all;
  }

  /** The names of a pattern; {@code .} and {@code ..} are taken out as in every path. */
  private static List<String> components(String pattern) {
    Deque<String> names = new ArrayDeque<>();
    for (String name : pattern.split(Path.SEPARATOR)) {
      if (name.equals("..") && !names.isEmpty() && !names.peekLast().equals("..")) {
        names.removeLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.addLast(name);
      }
    }
    return List.copyOf(names);
  }

  private List<Candidate> candidates(String pattern, List<String> components) throws IOException {
    boolean absolute = pattern.startsWith(Path.SEPARATOR);
    StorePath start = absolute ? StorePath.ROOT : paths.toStore(fs.getWorkingDirectory());
    List<Candidate> candidates = List.of(new Candidate(start, Optional.empty()));
    for (int i = 0; i < components.size(); i++) {
      candidates = next(candidates, components.get(i), i == components.size() - 1);
    }
    return candidates;
  }

  private List<Candidate> next(List<Candidate> candidates, String component, boolean last)
      throws IOException {
    GlobFilter glob = new GlobFilter(component);
    List<Candidate> next = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (component.equals("..")) {
        StorePath above = candidate.path.parent().orElse(StorePath.ROOT);
        next.add(new Candidate(above, Optional.empty()));
      } else if (glob.hasPattern()) {
        addMatches(candidate, glob, last, next);
      } else {
        // Whether it is there shows when its children, or itself at last, are asked for.
        String name = component.replaceAll("\\\\(.)", "$1");
        next.add(new Candidate(candidate.path.child(name), Optional.empty()));
      }
    }
    return next;
  }

  private void addMatches(Candidate parent, GlobFilter glob, boolean last, List<Candidate> found)
      throws IOException {
    for (FileStatus child : children(parent)) {
      StorePath path = parent.path.child(paths.toStore(child.getPath()).name());
      child.setPath(paths.toHadoop(path));
      if (glob.accept(child.getPath()) && (last || child.isDirectory())) {
        found.add(new Candidate(path, Optional.of(child)));
      }
    }
  }

  private FileStatus[] children(Candidate parent) throws IOException {
    try {
      FileStatus[] children = fs.listStatus(paths.toHadoop(parent.path));
      // One entry may be the parent, if it is a file.
      boolean file =
          children.length == 1 && status(parent).filter(FileStatus::isDirectory).isEmpty();
      return file ? new FileStatus[0] : children;
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  private Optional<FileStatus> status(Candidate candidate) throws IOException {
    if (candidate.status.isPresent()) {
      return candidate.status;
    }
    try {
      return Optional.of(fs.getFileStatus(paths.toHadoop(candidate.path)));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }
}
