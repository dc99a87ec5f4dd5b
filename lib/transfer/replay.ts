import type { Step } from '@/lib/store/plan/plan'
import type { NewState } from '@/lib/store/write/head'
import type { LeftReason, Made, Moment, SourceChange } from './source'

/** What is written of a memory, step after step, and what the source has there then. */
export interface Op {
  /** the row of the plan that it belongs to: its memory's id, or one for as long as it has none */
  row: string
  path: string
  steps: readonly Step[]
  /** of the source's text, which the first step leaves; null: the source has nothing there */
  sha256: string | null
  /** the version that has the source's text already */
  noted?: string | undefined
  /** of a memory that comes back: where and when it was made */
  made?: Made
}

/** What stands at a path while a source is gone through. */
export interface Standing {
  id: string
  sha256: string
  /** null: it is the store's, and was not read */
  text: NewState | null
  /** the path at which it stood before all moments; null: it is new */
  origin: string | null
}

/**
 * Goes through the moments of a source, from what stands at the beginning to what stands at the end.
 * Texts larger than the store takes are left out, and what was renamed from them.
 */
export class Replay {
  /** what it left out, and no later moment brought after all */
  readonly left = new Map<string, LeftReason>()
  private created = 0

  constructor(
    private readonly maxBytes = Infinity,
    readonly files = new Map<string, Standing>(),
  ) {}

  /** What is written of a moment, in its order. Changes of which none finds what another left go together. */
  apply(moment: Moment): Op[] {
    const ops: Op[] = []
    let group: SourceChange[] = []
    const reached = new Map<string, SourceChange>()
    for (const change of inOrder(moment)) {
      if (this.mustFollow(reached.get(change.path), change)) {
        ops.push(...this.together(group))
        group = []
        reached.clear()
      }
      group.push(change)
      if (change.op !== 'delete') reached.set(change.path, change)
    }
    return [...ops, ...this.together(group)]
  }

  /**
   * A path that a change leads to, or leaves, must not be one that another has led to just before; unless
   * that one came to where another memory is that leaves now.
   */
  private mustFollow(reached: SourceChange | undefined, change: SourceChange): boolean {
    if (!reached || change.op !== 'delete') return reached !== undefined
    const isNew = reached.op !== 'write' || reached.made !== undefined
    return !isNew || !this.files.has(change.path)
  }

  private together(changes: readonly SourceChange[]): Op[] {
    const moved = changes.map(({ from }) => this.files.get(from ?? ''))
    for (const { from } of changes) this.files.delete(from ?? '')
    const ops = changes.flatMap((each, index) => this.arrive(each, moved[index]) ?? [])
    const left = new Set(changes.map(({ from }) => from))
    // What is new comes to a path once it is free; who is known by its id may come before.
    const isNew = ({ path, steps: [step] }: Op) =>
      step?.op === 'write' && step.expected === null && left.has(path)
    return [...ops.filter((op) => !isNew(op)), ...ops.filter(isNew)]
  }

  private arrive(each: SourceChange, moved: Standing | undefined): Op | null {
    const { op, path, from } = each
    if (op === 'delete') {
      if (!moved) return null
      const step = { op, path, expected: moved.sha256 }
      return { row: moved.id, path, steps: [step], sha256: null }
    }
    const isTooLarge = each.text !== null && each.text.size > this.maxBytes
    if (isTooLarge) this.left.set(path, 'too_large')
    else this.left.delete(path)
    const text = isTooLarge ? null : each.text
    if (moved && from !== null) {
      const { id: row, sha256: expected } = moved
      this.files.set(path, { ...moved, ...(text && { sha256: text.sha256, text }) })
      const step = { op: 'rename', from, path, expected, content: text?.content } as const
      return { row, path, steps: [step], sha256: text?.sha256 ?? expected }
    }
    if (text) return this.write(each, text)
    if (!isTooLarge) this.left.set(path, 'former_not_taken')
    return null
  }

  private write(each: SourceChange, text: NewState): Op | null {
    const { op, path, made, again: isAgain = false } = each
    const { content, sha256 } = text
    const there = this.files.get(path)
    const { id: row, origin } = there ?? { id: `new ${++this.created}`, origin: null }
    this.files.set(path, { id: row, sha256, text, origin })
    if (op === 'restore' && !there && made) {
      const step = { op: 'revive', memoryId: '', path, content } as const
      return { row, path, steps: [step], sha256, made }
    }
    if (there?.sha256 === sha256 && !isAgain) return null
    const step = { op: 'write', path, content, expected: there?.sha256 ?? null, isAgain } as const
    return { row, path, steps: [step], sha256 }
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
