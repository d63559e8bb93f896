// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A list of classes and of their methods, read from a resource: a class name or {@code package.*},
 * and behind a colon the methods that count. A method {@code *} stands for all, {@code name*} for
 * those that begin so, {@code -name} takes one out; a method with a bracket is compared with name
 * and descriptor. Thread-safe.
 */
final class CallRules {

  private final Map<String, Rule> classes = new HashMap<>();
  private final Map<String, Rule> packages = new HashMap<>();

  private record Rule(Set<String> allowed, Set<String> denied) {

    boolean allows(MethodId method) {
      return matches(allowed, method) && !matches(denied, method);
    }

    private static boolean matches(Set<String> patterns, MethodId method) {
      return patterns.stream().anyMatch(pattern -> matches(pattern, method));
    }

    private static boolean matches(String pattern, MethodId method) {
      if (pattern.endsWith("*")) {
        return method.name().startsWith(pattern.substring(0, pattern.length() - 1));
      }
      return pattern.indexOf('(') < 0
          ? method.name().equals(pattern)
          : (method.name() + method.desc()).startsWith(pattern);
    }
  }

  private CallRules() {}

  /** Reads the list; fails if the resource is not there. */
  static CallRules read(String resource) {
    CallRules rules = new CallRules();
    try (InputStream in = CallRules.class.getResourceAsStream(resource);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      lines.lines().map(String::strip).filter(l -> !l.isEmpty()).forEach(rules::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rules;
  }

  private void add(String line) {
    if (line.startsWith("#")) {
      return;
    }
    int colon = line.indexOf(':');
    String name = MethodId.internal((colon < 0 ? line : line.substring(0, colon)).strip());
    Set<String> allowed = new HashSet<>();
    Set<String> denied = new HashSet<>();
    for (String method : words(colon < 0 ? "*" : line.substring(colon + 1))) {
      if (method.startsWith("-")) {
        denied.add(method.substring(1));
      } else {
        allowed.add(method);
      }
    }
    Rule rule = new Rule(allowed, denied);
    if (name.endsWith("/*")) {
      packages.put(name.substring(0, name.length() - 1), rule);
    } else {
      classes.put(name, rule);
    }
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }

  private Optional<Rule> rule(String owner) {
    Rule own = classes.get(owner);
    if (own != null) {
      return Optional.of(own);
    }
    for (int slash = owner.lastIndexOf('/'); slash > 0; slash = owner.lastIndexOf('/', slash - 1)) {
      Rule ofPackage = packages.get(owner.substring(0, slash + 1));
      if (ofPackage != null) {
        return Optional.of(ofPackage);
      }
    }
    return Optional.empty();
  }

  /** Whether the list says anything of the class, be it good or bad. */
  boolean names(String owner) {
    return rule(owner).isPresent();
  }

  boolean allows(MethodId method) {
    return rule(method.owner()).filter(rule -> rule.allows(method)).isPresent();
  }
}
