// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * What a class is and does, written so that two classes with equal texts behave alike: its parent,
 * its fields and the instructions of each method. Left out are its own name, the names of its
 * fields, who may call its methods, and which class of keys a reducer is declared for.
 *
 * @param parent the internal name of its superclass and of its interfaces
 * @param fields the types of its fields, and whether they are static, in their order
 * @param methods instructions by name and descriptor
 */
record ClassText(String parent, List<String> fields, TreeMap<String, List<String>> methods) {

  private static final String SELF = "SELF";
  private static final String KEY = "KEY";
  private static final int SHAPE = Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED;

  /** Translates one class. */
  private record Names(String self, Optional<String> key, List<String> fields) {

    static Names of(ClassNode node) {
      return new Names(
          node.name, declaredKey(node), node.fields.stream().map(field -> field.name).toList());
    }

    /** The first argument of its {@code reduce} that the compiler did not add. */
    private static Optional<String> declaredKey(ClassNode node) {
      return node.methods.stream()
          .filter(method -> method.name.equals("reduce"))
          .filter(method -> (method.access & Opcodes.ACC_BRIDGE) == 0)
          .filter(method -> method.desc.startsWith("(L"))
          .map(method -> method.desc.substring(2, method.desc.indexOf(';')))
          .findFirst();
    }

    String type(String name) {
      if (name.equals(self)) {
        return SELF;
      }
      return key.filter(name::equals).map(k -> KEY).orElse(name);
    }

    String descriptor(String descriptor) {
      return key.map(name -> descriptor.replace("(L" + name + ";", "(L" + KEY + ";"))
          .orElse(descriptor);
    }

    String field(FieldInsnNode access) {
      return access.owner.equals(self) ? "field " + fields.indexOf(access.name) : access.name;
    }
  }

  /**
   * Reads a class file.
   *
   * @throws IllegalArgumentException if it has instructions that are not compared
   */
  static ClassText read(InputStream file) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(file).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    Names names = Names.of(node);
    TreeMap<String, List<String>> methods = new TreeMap<>();
    for (MethodNode method : node.methods) {
      String name = (method.access & SHAPE) + " " + method.name + names.descriptor(method.desc);
      methods.put(name, instructions(method, names));
    }
    return new ClassText(node.superName + node.interfaces, fields(node.fields), methods);
  }

  private static List<String> fields(List<FieldNode> fields) {
    return fields.stream()
        .map(field -> (field.access & Opcodes.ACC_STATIC) + field.desc + field.value)
        .toList();
  }

  private static List<String> instructions(MethodNode method, Names names) {
    if (!method.tryCatchBlocks.isEmpty()) {
      throw new IllegalArgumentException(method.name + " catches exceptions");
    }
    List<Label> labels = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (AbstractInsnNode instruction : method.instructions) {
      texts.add(
          instruction instanceof LabelNode label
              ? "label " + number(label, labels)
              : instruction.getOpcode() + " " + operands(instruction, names, labels));
    }
    return texts;
  }

  private static int number(LabelNode label, List<Label> labels) {
    if (!labels.contains(label.getLabel())) {
      labels.add(label.getLabel());
    }
    return labels.indexOf(label.getLabel());
  }

  private static String operands(AbstractInsnNode instruction, Names names, List<Label> labels) {
    if (instruction instanceof InsnNode) {
      return "";
    }
    if (instruction instanceof VarInsnNode variable) {
      return Integer.toString(variable.var);
    }
    if (instruction instanceof JumpInsnNode jump) {
      return Integer.toString(number(jump.label, labels));
    }
    if (instruction instanceof TypeInsnNode type) {
      return names.type(type.desc);
    }
    if (instruction instanceof FieldInsnNode access) {
      return names.type(access.owner) + "." + names.field(access) + access.desc;
    }
    if (instruction instanceof MethodInsnNode call) {
      return names.type(call.owner) + "." + call.name + names.descriptor(call.desc);
    }
    throw new IllegalArgumentException("opcode " + instruction.getOpcode() + " is not compared");
  }
}
