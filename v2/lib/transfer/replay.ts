import type { Step } from '@/lib/store/plan/plan'
import type { Gathering, Moment, SourceChange, Text } from './source'

/** What is written of a memory, step after step, and what the source has there then. */
export interface Op {
  /** of its memory: the real one, or one for as long as it has none; of a plan without history its row */
  id: string
  path: string
  steps: readonly Step[]
  /** of the source's text, which the first step leaves; null: the source has nothing there */
  sha256: string | null
  /** its memory's number in an export of ours */
  memory?: number | undefined
  /** of a memory that comes back: when and where it was made */
  made?: Made | undefined
}

export interface Made {
  path: string
  at: Date | null
}

/** What stands at a path while a source is gone through. */
export interface Standing {
  id: string
  sha256: string
  size: number
  /** null: it is the store's, and was not read */
  text: Text | null
  /** the path at which it stood before all moments; null: it is new */
  origin: string | null
  /** its number in an export of ours */
  memory: number | null
}

/**
 * Goes through the moments of a source, from what stands at the beginning to what stands at the end.
 * Texts larger than the store takes are left out, and what was renamed from them.
 */
export class Replay {
  /** the ids of numbered memories that are deleted now */
  private readonly gone = new Map<number, string>()
  private readonly made = new Map<number, Made>()
  private created = 0

  constructor(
    public files: Map<string, Standing>,
    private readonly maxBytes: number,
    private readonly left: Pick<Gathering, 'leave'>,
  ) {}

  /** The steps of a moment, in groups: those of one are taken at once, so that paths may be swapped. */
  apply(moment: Moment): Op[][] {
    const groups: Op[][] = []
    let group: SourceChange[] = []
    for (const change of inOrder(moment)) {
      if (this.mustFollow(group, change)) {
        groups.push(this.together(group, moment.at))
        group = []
      }
      group.push(change)
    }
    groups.push(this.together(group, moment.at))
    return groups.filter(({ length }) => length > 0)
  }

  /**
   * A path that a change leads to, or leaves, must not be one that another has led to just before; unless
   * that one came to where another memory is that leaves now.
   */
  private mustFollow(group: readonly SourceChange[], change: SourceChange): boolean {
    const reached = group.find(({ op, path }) => op !== 'delete' && path === change.path)
    if (!reached || change.op !== 'delete') return reached !== undefined
    const isNew = reached.op !== 'write' || reached.memory !== undefined
    return !isNew || !this.files.has(change.path)
  }

  private together(changes: readonly SourceChange[], at: Date | null): Op[] {
    const moved = changes.map((each) =>
      each.op === 'rename' || each.op === 'delete'
        ? this.files.get(each.op === 'rename' ? each.from : each.path)
        : undefined,
    )
    for (const each of changes) {
      if (each.op === 'rename') this.files.delete(each.from)
      if (each.op === 'delete') this.files.delete(each.path)
    }
    const ops = changes.flatMap((each, index) => this.arrive(each, moved[index], at) ?? [])
    const left = new Set(
      changes.flatMap((each) =>
        each.op === 'rename' ? each.from : each.op === 'delete' ? each.path : [],
      ),
    )
    // What is new comes to a path once it is free; who is known by its id may come before.
    const isNew = ({ path, steps: [step] }: Op) =>
      step?.op === 'write' && step.expected === null && left.has(path)
    return [...ops.filter((op) => !isNew(op)), ...ops.filter(isNew)]
  }

  private arrive(each: SourceChange, moved: Standing | undefined, at: Date | null): Op | null {
    const { path } = each
    if (each.op === 'delete') {
      if (moved?.memory != null) this.gone.set(moved.memory, moved.id)
      if (!moved) return null
      const step = { op: 'delete', path, expected: moved.sha256 } as const
      return { id: moved.id, path, steps: [step], sha256: null }
    }
    const isTooLarge = each.text !== null && each.text.size > this.maxBytes
    if (isTooLarge) this.left.leave(path, 'too_large')
    const text = isTooLarge ? null : each.text
    if (each.op === 'rename' && moved) {
      const { id, sha256: expected } = moved
      this.files.set(path, { ...moved, ...(text && { ...text, text }) })
      const { from } = each
      const step = { op: 'rename', from, path, expected, content: text?.content } as const
      return { id, path, steps: [step], sha256: text?.sha256 ?? expected }
    }
    if (text) return this.write(each, text, at)
    if (!isTooLarge) this.left.leave(path, 'former_not_taken')
    return null
  }

  private write(each: SourceChange, text: Text, at: Date | null): Op | null {
    const { path } = each
    const { content, sha256 } = text
    const there = this.files.get(path)
    const revived = each.op === 'restore' && !there ? this.gone.get(each.memory) : undefined
    if (each.op === 'restore' && revived !== undefined) {
      const { memory } = each
      this.gone.delete(memory)
      this.files.set(path, { id: revived, ...text, text, origin: null, memory })
      const step = { op: 'revive', memoryId: '', path, content } as const
      const made = this.made.get(memory)
      return { id: revived, path, steps: [step], sha256, memory, made }
    }
    const { again: isAgain = false, memory = there?.memory ?? undefined } =
      each.op === 'write' ? each : {}
    const { id, origin } = there ?? { id: `new ${++this.created}`, origin: null }
    this.files.set(path, { id, ...text, text, origin, memory: memory ?? null })
    if (there?.sha256 === sha256 && !isAgain) return null
    const step = { op: 'write', path, content, expected: there?.sha256 ?? null, isAgain } as const
    if (memory !== undefined && !there) this.made.set(memory, { path, at })
    return { id, path, steps: [step], sha256, memory }
  }
}

/**
 * The order of changes within a commit is unknown: deletions make room for renames, and those for writes.
 * An export of ours keeps its order.
 */
function inOrder({ actor, changes }: Moment): readonly SourceChange[] {
  if (actor) return changes
  const rank = ({ op }: SourceChange) => (op === 'delete' ? 0 : op === 'rename' ? 1 : 2)
  return changes.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * The names of moments, which stay the same while a history grows: a commit's id, or the time, with a
 * count where several share it. Of what has no time: null.
 */
export function momentNames(moments: readonly Moment[]): (string | null)[] {
  const times = new Map<string, number>()
  return moments.map(({ reference, at }) => {
    const name = reference ?? at?.toISOString() ?? null
    if (name === null) return null
    const count = times.get(name) ?? 0
    times.set(name, count + 1)
    return count === 0 ? name : `${name}#${count}`
  })
}
