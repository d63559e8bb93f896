// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Class files as a class loader finds them, each parsed once. Not thread-safe. */
final class ClassFiles {

  private static final Logger LOG = LoggerFactory.getLogger(ClassFiles.class);

  private final ClassLoader loader;
  private final Map<String, Optional<ClassNode>> known = new HashMap<>();
  private final Map<String, Set<String>> lineages = new HashMap<>();

  ClassFiles(ClassLoader loader) {
    this.loader = loader;
  }

  /** Returns the class, or empty if its file is not found or cannot be parsed. */
  Optional<ClassNode> find(String internalName) {
    Optional<ClassNode> found = known.get(internalName);
    if (found == null) {
      found = parse(internalName);
      known.put(internalName, found);
    }
    return found;
  }

  private Optional<ClassNode> parse(String internalName) {
    try (InputStream file = open(internalName + ".class")) {
      if (file == null) {
        return Optional.empty();
      }
      ClassNode node = new ClassNode();
      new ClassReader(file).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      return Optional.of(node);
    } catch (IOException | RuntimeException e) {
      LOG.debug("the class file of {} cannot be read", internalName, e);
      return Optional.empty();
    }
  }

  private InputStream open(String file) {
    InputStream own = loader.getResourceAsStream(file);
    return own != null || !isJdk(file) ? own : ClassLoader.getSystemResourceAsStream(file);
  }

  static boolean isJdk(String internalName) {
    return internalName.startsWith("java/")
        || internalName.startsWith("javax/")
        || internalName.startsWith("jdk/")
        || internalName.startsWith("sun/")
        || internalName.startsWith("com/sun/");
  }

  /**
   * Returns the class, its superclasses and all their interfaces that can be found, nearest first.
   */
  Set<String> lineage(String internalName) {
    Set<String> names = lineages.get(internalName);
    if (names == null) {
      names = findLineage(internalName);
      lineages.put(internalName, names);
    }
    return names;
  }

  private Set<String> findLineage(String internalName) {
    Set<String> names = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(internalName));
    while (!open.isEmpty()) {
      String name = open.remove();
      if (names.add(name)) {
        find(name).ifPresent(node -> open.addAll(parents(node)));
      }
    }
    return names;
  }

  private static List<String> parents(ClassNode node) {
    List<String> parents = new ArrayList<>(node.interfaces);
    if (node.superName != null) {
      parents.add(0, node.superName);
    }
    return parents;
  }

  boolean isSubtype(String internalName, String ancestor) {
    return internalName.equals(ancestor) || lineage(internalName).contains(ancestor);
  }

  boolean isEnum(String internalName) {
    return find(internalName)
        .filter(
            node ->
                (node.access & Opcodes.ACC_ENUM) != 0 || "java/lang/Enum".equals(node.superName))
        .isPresent();
  }

  static Optional<MethodNode> method(ClassNode node, String name, String desc) {
    return node.methods.stream()
        .filter(method -> method.name.equals(name) && method.desc.equals(desc))
        .findFirst();
  }

  static Optional<FieldNode> field(ClassNode node, String name) {
    return node.fields.stream().filter(field -> field.name.equals(name)).findFirst();
  }

  /** Returns the class that declares what {@code method} resolves to; empty if none is found. */
  Optional<MethodId> resolve(MethodId method) {
    for (String name : lineage(method.owner())) {
      Optional<MethodNode> declared =
          find(name).flatMap(node -> method(node, method.name(), method.desc()));
      if (declared.isPresent()) {
        return Optional.of(new MethodId(name, method.name(), method.desc()));
      }
    }
    return Optional.empty();
  }

  /** Returns the class that declares a field as seen from {@code owner}; empty if none is found. */
  Optional<String> declaring(String owner, String field) {
    return lineage(owner).stream()
        .filter(name -> find(name).flatMap(node -> field(node, field)).isPresent())
        .findFirst();
  }

  Optional<MethodNode> code(MethodId method) {
    return find(method.owner()).flatMap(node -> method(node, method.name(), method.desc()));
  }
}
