import { takenBack } from '@/lib/store/plan/undo'
import type { RefusalCode } from '@/lib/refusal'

/** A plain store in memory that lib/store must agree with, written for clarity only. */

export interface ModelVersion {
  sequence: number
  memory: number
  operation: 'created' | 'modified' | 'deleted'
  /** null once redacted */
  path: string | null
  /** null when deleted or redacted */
  content: string | null
  isRedacted: boolean
  session: number
}

export class Refused extends Error {
  constructor(readonly code: RefusalCode) {
    super(code)
  }
}

interface State {
  path: string
  content: string
}

/** What a memory is to become by a plan; null: it is not to be there. */
interface Aim {
  memory: number
  to: State | null
}

const below = (path: string, folder: string) => path.startsWith(`${folder}/`)
const overlaps = (one: string, other: string) =>
  one === other || below(one, other) || below(other, one)

export class StoreModel {
  readonly versions: ModelVersion[] = []
  memoryCount = 0
  sequence = 0
  /** the last number of each change: each moment that there was */
  readonly moments = [0]

  versionsOf(memory: number): ModelVersion[] {
    return this.versions.filter((version) => version.memory === memory)
  }

  private head(memory: number): ModelVersion {
    const head = this.versionsOf(memory).at(-1)
    if (!head) throw new Error('there is no such memory in the model')
    return head
  }

  /** The state of a memory after a change; null: there was none, or it is redacted. */
  private stateAt(memory: number, sequence: number): State | null {
    return stateOf(this.versionsOf(memory).findLast((each) => each.sequence <= sequence))
  }

  state(memory: number): State | null {
    return this.stateAt(memory, this.sequence)
  }

  memories(): number[] {
    return Array.from({ length: this.memoryCount }, (_, memory) => memory)
  }

  treeAt(sequence: number): Map<string, string> {
    const states = this.memories().flatMap((memory) => this.stateAt(memory, sequence) ?? [])
    return new Map(states.map(({ path, content }) => [path, content]))
  }

  private at(path: string): number | undefined {
    return this.memories().find((memory) => this.state(memory)?.path === path)
  }

  private within(path: string): number[] {
    const pathOf = (memory: number) => this.state(memory)?.path ?? ''
    return this.memories()
      .filter((memory) => pathOf(memory) === path || below(pathOf(memory), path))
      .sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1))
  }

  private refuseOverlap(path: string, except: readonly number[]): void {
    for (const memory of this.memories()) {
      const own = this.state(memory)?.path
      if (own !== undefined && !except.includes(memory) && overlaps(own, path)) {
        throw new Refused('path_conflict')
      }
    }
  }

  private write(memory: number, state: State | null, session: number): void {
    const isFirst = this.versionsOf(memory).length === 0
    this.versions.push({
      sequence: ++this.sequence,
      memory,
      operation: isFirst ? 'created' : state ? 'modified' : 'deleted',
      path: state?.path ?? this.head(memory).path,
      content: state?.content ?? null,
      isRedacted: false,
      session,
    })
  }

  create({ path, content }: State, session: number): void {
    this.refuseOverlap(path, [])
    this.write(this.memoryCount++, { path, content }, session)
  }

  put({ path, content }: State, session: number): void {
    const memory = this.at(path)
    if (memory === undefined) return this.create({ path, content }, session)
    if (this.state(memory)?.content !== content) this.write(memory, { path, content }, session)
  }

  update(
    memory: number,
    change: { path?: string | undefined; content?: string | undefined },
    expected: string | undefined,
    session: number,
  ): void {
    const now = this.state(memory)
    if (!now) throw new Refused('memory_not_found')
    if (change.path === undefined && change.content === undefined) {
      throw new Refused('invalid_input')
    }
    const next = { path: change.path ?? now.path, content: change.content ?? now.content }
    if (next.path === now.path && next.content === now.content) return
    if (expected !== undefined && expected !== now.content) throw new Refused('precondition_failed')
    this.refuseOverlap(next.path, [memory])
    this.write(memory, next, session)
  }

  remove(memory: number, session: number): void {
    if (!this.state(memory)) throw new Refused('memory_not_found')
    this.write(memory, null, session)
  }

  removeAll(memories: readonly number[], session: number): void {
    const chosen = [...new Set(memories)].sort((one, other) => one - other)
    this.carryOut(
      chosen.map((memory) => ({ memory, to: null })),
      session,
    )
  }

  move(from: string, to: string, session: number): void {
    if (below(to, from)) throw new Refused('moved_into_itself')
    const memories = this.within(from)
    if (memories.length === 0) throw new Refused('memory_not_found')
    const aims = memories.map((memory): Aim => {
      const now = this.state(memory)
      return { memory, to: now && { ...now, path: to + now.path.slice(from.length) } }
    })
    this.carryOut(aims, session)
  }

  restoreVersion(version: ModelVersion, session: number): void {
    if (version.operation === 'deleted') throw new Refused('version_is_deletion')
    const then = stateOf(version)
    if (!then) throw new Refused('version_redacted')
    const now = this.state(version.memory)
    if (now?.path === then.path && now.content === then.content) return
    this.refuseOverlap(then.path, [version.memory])
    this.write(version.memory, then, session)
  }

  redact(version: ModelVersion): void {
    if (version.isRedacted) return
    if (this.state(version.memory) && this.head(version.memory) === version) {
      throw new Refused('head_not_redactable')
    }
    Object.assign(version, { isRedacted: true, path: null, content: null })
    this.sequence++
  }

  restoreStore(sequence: number, session: number): void {
    const changed = this.memories().filter((memory) =>
      this.versionsOf(memory).some((version) => version.sequence > sequence),
    )
    const aims = changed.flatMap((memory): Aim[] => {
      const version = this.versionsOf(memory).findLast((each) => each.sequence <= sequence)
      return isGone(version) ? [] : [{ memory, to: stateOf(version) }]
    })
    this.carryOut(aims, session)
  }

  /** `isForced`: also takes back what others made of the same lines. */
  undo(chosen: readonly ModelVersion[], isForced: boolean, session: number): void {
    const memories = this.memories().filter((each) => chosen.some(({ memory }) => memory === each))
    this.carryOut(
      memories.flatMap((memory) => this.without(memory, chosen, isForced) ?? []),
      session,
    )
  }

  /** Null: it is left alone. */
  private without(memory: number, chosen: readonly ModelVersion[], isForced: boolean): Aim | null {
    const versions = this.versionsOf(memory)
    const runs: { found: ModelVersion | undefined; left: ModelVersion }[] = []
    for (const [at, version] of versions.entries()) {
      if (!chosen.includes(version)) continue
      const last = runs.at(-1)
      const found = versions[at - 1]
      if (last && last.left === found) last.left = version
      else runs.push({ found, left: version })
    }
    const head = this.head(memory)
    const oldest = stateOf(runs[0]?.found)
    const isRemovedByOthers = !stateOf(head) && oldest !== null && !chosen.includes(head)
    const start = isRemovedByOthers ? versions.at(-2) : head
    const all = [head, start, ...runs.flatMap(({ found, left }) => [found, left])]
    if (all.some(isGone)) return null
    let to = stateOf(start)
    let isConflict = isRemovedByOthers
    for (const { found, left } of runs.toReversed()) {
      const taken = takenBack({ found: stateOf(found), left: stateOf(left) }, to, 'theirs')
      to = taken.text
      isConflict ||= taken.isConflict
    }
    return isConflict && !isForced ? null : { memory, to }
  }

  /** Does what has a place; what has none stays where it is, and may be in the way of others there. */
  private carryOut(aims: readonly Aim[], session: number): void {
    let possible = aims.filter(({ memory, to }) => {
      const now = this.state(memory)
      return now?.path !== to?.path || now?.content !== to?.content
    })
    for (let isBlocked = true; isBlocked;) {
      const leaving = possible.flatMap(({ memory, to }) =>
        to?.path === this.state(memory)?.path ? [] : [memory],
      )
      const taken = this.memories()
        .filter((memory) => !leaving.includes(memory))
        .flatMap((memory) => this.state(memory)?.path ?? [])
      const free = possible.filter(({ memory, to }) => {
        if (to === null || !leaving.includes(memory)) return true
        if (taken.some((other) => overlaps(to.path, other))) return false
        taken.push(to.path)
        return true
      })
      isBlocked = free.length < possible.length
      possible = free
    }
    for (const { memory, to } of possible) this.write(memory, to, session)
  }
}

function stateOf(version: ModelVersion | undefined): State | null {
  return version && version.path !== null && version.content !== null
    ? { path: version.path, content: version.content }
    : null
}

/** Whether a redaction emptied a version that held something. */
function isGone(version: ModelVersion | undefined): boolean {
  return version !== undefined && version.operation !== 'deleted' && version.content === null
}
