import type { NamedMoment } from './seed-moments'
import type { SourceChange } from './source'

/**
 * A history without the memories that lie at these paths in the end, under whatever path they were
 * before. Reads it once more than it is asked for. `onLeft` is told of each that was there.
 */
export async function* withoutMemories(
  moments: () => AsyncIterable<NamedMoment>,
  paths: ReadonlySet<string>,
  onLeft: (path: string) => void,
): AsyncGenerator<NamedMoment> {
  const last = new Map<number, string>()
  const first = new Memories()
  for await (const { moment } of moments()) {
    for (const [index, memory] of first.of(moment.changes).entries()) {
      const change = moment.changes[index]
      if (change) last.set(memory, change.path)
    }
  }
  const left = new Set<number>()
  for (const [memory, path] of last) {
    if (!paths.has(path)) continue
    left.add(memory)
    onLeft(path)
  }
  const again = new Memories()
  for await (const { moment, name } of moments()) {
    const memories = again.of(moment.changes)
    const changes = moment.changes.filter((_, index) => !left.has(memories[index] ?? -1))
    yield { moment: { ...moment, changes }, name }
  }
}

/** Numbers the memories of a history, the same whenever it is read. */
class Memories {
  private readonly at = new Map<string, number>()
  private count = 0

  /** The memory that each change of a moment is one of. */
  of(changes: readonly SourceChange[]): number[] {
    const moving = new Map<string, number>()
    // Paths may be swapped in a moment: all moves away are before any arrival.
    for (const change of changes) {
      if (change.op !== 'rename') continue
      moving.set(change.from, this.memoryAt(change.from))
      this.at.delete(change.from)
    }
    return changes.map((change) => {
      const known = change.op === 'rename' ? moving.get(change.from) : undefined
      const memory = known ?? this.memoryAt(change.path)
      if (change.op === 'delete') this.at.delete(change.path)
      else this.at.set(change.path, memory)
      return memory
    })
  }

  private memoryAt(path: string): number {
    return this.at.get(path) ?? this.count++
  }
}
