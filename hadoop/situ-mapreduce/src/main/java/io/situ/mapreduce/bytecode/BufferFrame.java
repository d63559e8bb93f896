package io.situ.mapreduce.bytecode;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * A frame that also knows which fields with writables the method has filled on every way here: one
 * that is used before may hold what an earlier record left there.
 */
final class BufferFrame extends Frame<Val> {

  private final ReachableCode code;
  private final Says says;

  /** Set by {@link #init}, which the constructor of the superclass calls too. */
  private Set<String> filled;

  BufferFrame(int locals, int stack, ReachableCode code, Says says) {
    super(locals, stack);
    this.code = code;
    this.says = says;
    this.filled = new HashSet<>();
  }

  BufferFrame(Frame<? extends Val> other, ReachableCode code, Says says) {
    super(other);
    this.code = code;
    this.says = says;
  }

  @Override
  public Frame<Val> init(Frame<? extends Val> other) {
    super.init(other);
    filled = new HashSet<>(((BufferFrame) (Frame<?>) other).filled);
    return this;
  }

  @Override
  public boolean merge(Frame<? extends Val> other, Interpreter<Val> interpreter)
      throws AnalyzerException {
    boolean changed = super.merge(other, interpreter);
    return filled.retainAll(((BufferFrame) (Frame<?>) other).filled) || changed;
  }

  @Override
  public void execute(AbstractInsnNode insn, Interpreter<Val> interpreter)
      throws AnalyzerException {
    int taken = taken(insn);
    List<Val> values =
        IntStream.range(getStackSize() - taken, getStackSize()).mapToObj(this::getStack).toList();
    boolean fills = insn instanceof MethodInsnNode call && call.name.equals("set");
    for (int i = 0; i < values.size(); i++) {
      String field = values.get(i).buffer();
      if (field == null) {
        continue;
      }
      if (fills && i == 0) {
        code.shared.addBuffer(field);
      } else if (code.shared.hasBuffer(field) && !filled.contains(field)) {
        says.does("uses the field " + MethodId.readable(field) + " before it fills it");
      }
    }
    super.execute(insn, interpreter);
    if (fills && taken > 0 && values.get(0).buffer() != null) {
      filled.add(values.get(0).buffer());
    }
  }

  /** How many values an instruction hands on to others. */
  private static int taken(AbstractInsnNode insn) {
    if (insn instanceof MethodInsnNode call) {
      return Type.getArgumentTypes(call.desc).length
          + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
    }
    return switch (insn.getOpcode()) {
      case Opcodes.ARETURN, Opcodes.PUTSTATIC -> 1;
      case Opcodes.PUTFIELD -> 2;
      case Opcodes.AASTORE -> 3;
      default -> 0;
    };
  }
}
