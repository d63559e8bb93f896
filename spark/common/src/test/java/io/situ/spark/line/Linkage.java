// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.line;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Finds classes, methods and fields that code refers to and that are not on a class path, as the
 * JVM would when the code runs. Methods that a class has to implement count too. Reads byte code
 * and loads no class. Not thread-safe.
 */
final class Linkage {

  /** Their methods take any arguments. */
  private static final Set<String> POLYMORPHIC =
      Set.of("java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle");

  private final ClassLoader classPath;
  private final Set<String> absent;
  private final Map<String, Optional<Members>> known = new HashMap<>();
  private final Set<String> missing = new TreeSet<>();
  private String user = "";

  /**
   * Creates one that has found nothing.
   *
   * @param absent names of classes that may be missing
   */
  Linkage(ClassLoader classPath, Set<String> absent) {
    this.classPath = classPath;
    this.absent = Set.copyOf(absent);
  }

  /** What a class declares, and what it extends and implements. */
  private record Members(int access, List<String> parents, Set<String> concrete, Set<String> all) {

    boolean isAbstract() {
      return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) != 0;
    }
  }

  /** Checks a class's own references. */
  void check(ClassReader code) {
    user = Type.getObjectType(code.getClassName()).getClassName();
    Members own = members(code);
    known.put(code.getClassName(), Optional.of(own));
    own.parents().forEach(this::type);
    code.accept(new References(), ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
    if (!own.isAbstract()) {
      unimplemented(code.getClassName());
    }
  }

  /** Returns what is missing and for which class, a line each. */
  List<String> missing() {
    return List.copyOf(missing);
  }

  private void unimplemented(String name) {
    Set<String> ancestors = new HashSet<>();
    ancestors(name, ancestors);
    Set<String> concrete = new HashSet<>();
    Set<String> open = new HashSet<>();
    for (String ancestor : ancestors) {
      find(ancestor)
          .ifPresent(
              members -> {
                concrete.addAll(members.concrete());
                open.addAll(members.all());
              });
    }
    open.removeAll(concrete);
    open.removeIf(member -> !member.contains("("));
    open.forEach(member -> missing.add("an implementation of " + member + ", in " + user));
  }

  private void ancestors(String name, Set<String> found) {
    if (found.add(name)) {
      find(name).ifPresent(members -> members.parents().forEach(each -> ancestors(each, found)));
    }
  }

  private void type(Type type) {
    if (type.getSort() == Type.ARRAY) {
      type(type.getElementType());
    } else if (type.getSort() == Type.METHOD) {
      type(type.getReturnType());
      for (Type argument : type.getArgumentTypes()) {
        type(argument);
      }
    } else if (type.getSort() == Type.OBJECT) {
      type(type.getInternalName());
    }
  }

  private void type(String name) {
    if (name.startsWith("[")) {
      type(Type.getType(name));
    } else if (find(name).isEmpty()) {
      String type = Type.getObjectType(name).getClassName();
      if (!absent.contains(type)) {
        missing.add("class " + type + ", for " + user);
      }
    }
  }

  private void member(String kind, String owner, String name, String text) {
    if (owner.startsWith("[")) {
      return;
    }
    type(owner);
    Set<String> owners = new HashSet<>();
    ancestors(owner, owners);
    owners.add("java/lang/Object");
    boolean isThere =
        owners.stream()
            .anyMatch(each -> find(each).map(found -> found.all().contains(name)).orElse(true));
    if (!isThere) {
      String type = Type.getObjectType(owner).getClassName();
      missing.add(kind + " " + type + "." + text + ", for " + user);
    }
  }

  private void method(String owner, String name, String descriptor) {
    type(Type.getMethodType(descriptor));
    if (!POLYMORPHIC.contains(owner)) {
      member("method", owner, name + descriptor, name + descriptor);
    }
  }

  private void field(String owner, String name, String descriptor) {
    type(Type.getType(descriptor));
    member("field", owner, name + " " + descriptor, name + " of " + descriptor);
  }

  private Optional<Members> find(String name) {
    Optional<Members> found = known.get(name);
    if (found == null) {
      found = read(name);
      known.put(name, found);
    }
    return found;
  }

  private Optional<Members> read(String name) {
    try (InputStream in = classPath.getResourceAsStream(name + ".class")) {
      return in == null ? Optional.empty() : Optional.of(members(new ClassReader(in)));
    } catch (IOException e) {
      throw new IllegalStateException(name + " cannot be read", e);
    }
  }

  private static Members members(ClassReader code) {
    List<String> parents = new ArrayList<>(List.of(code.getInterfaces()));
    if (code.getSuperName() != null) {
      parents.add(code.getSuperName());
    }
    Members members = new Members(code.getAccess(), parents, new HashSet<>(), new HashSet<>());
    code.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public FieldVisitor visitField(
              int access, String name, String descriptor, String signature, Object value) {
            members.all().add(name + " " + descriptor);
            return null;
          }

          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] thrown) {
            members.all().add(name + descriptor);
            if ((access & Opcodes.ACC_ABSTRACT) == 0) {
              members.concrete().add(name + descriptor);
            }
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return members;
  }

  /** The references of a class. */
  private final class References extends ClassVisitor {

    References() {
      super(Opcodes.ASM9);
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      type(Type.getType(descriptor));
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] thrown) {
      type(Type.getMethodType(descriptor));
      return new Code();
    }
  }

  private final class Code extends MethodVisitor {

    Code() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitTypeInsn(int opcode, String name) {
      type(name);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      field(owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      method(owner, name, descriptor);
    }

    @Override
    public void visitLdcInsn(Object value) {
      constant(value);
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String name) {
      if (name != null) {
        type(name);
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      type(Type.getMethodType(descriptor));
      constant(bootstrap);
      for (Object argument : arguments) {
        constant(argument);
      }
    }

    private void constant(Object value) {
      if (value instanceof Type type) {
        type(type);
      } else if (value instanceof ConstantDynamic dynamic) {
        type(Type.getType(dynamic.getDescriptor()));
        constant(dynamic.getBootstrapMethod());
      } else if (value instanceof Handle handle) {
        if (handle.getDesc().startsWith("(")) {
          method(handle.getOwner(), handle.getName(), handle.getDesc());
        } else {
          field(handle.getOwner(), handle.getName(), handle.getDesc());
        }
      }
    }
  }
}
