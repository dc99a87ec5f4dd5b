import type { StoreProblemKind } from '@/lib/store/problems'

/** A plain store in memory: what lib/store is to agree with, written for clearness and nothing else. */

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
  constructor(readonly kind: StoreProblemKind) {
    super(kind)
  }
}

export interface State {
  path: string
  content: string
}

const below = (path: string, directory: string) => path.startsWith(`${directory}/`)
const overlaps = (one: string, other: string) =>
  one === other || below(one, other) || below(other, one)

export class StoreModel {
  readonly versions: ModelVersion[] = []
  memoryCount = 0
  sequence = 0
  /** the last change of each transaction: the moments that there were */
  readonly moments = [0]

  versionsOf(memory: number): ModelVersion[] {
    return this.versions.filter((version) => version.memory === memory)
  }

  head(memory: number): ModelVersion {
    const head = this.versionsOf(memory).at(-1)
    if (!head) throw new Error('no such memory in the model')
    return head
  }

  /** What the memory held after a change; null: nothing, or redacted. */
  stateAt(memory: number, sequence: number): State | null {
    const version = this.versionsOf(memory).findLast((each) => each.sequence <= sequence)
    return version && version.path !== null && version.content !== null
      ? { path: version.path, content: version.content }
      : null
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

  at(path: string): number | undefined {
    return this.memories().find((memory) => this.state(memory)?.path === path)
  }

  private within(path: string): number[] {
    return this.memories()
      .filter((memory) => {
        const own = this.state(memory)?.path
        return own !== undefined && (own === path || below(own, path))
      })
      .sort((one, other) =>
        (this.state(one)?.path ?? '') < (this.state(other)?.path ?? '') ? -1 : 1,
      )
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
    const path = state?.path ?? this.head(memory).path
    this.versions.push({
      sequence: ++this.sequence,
      memory,
      operation: isFirst ? 'created' : state ? 'modified' : 'deleted',
      path,
      content: state?.content ?? null,
      isRedacted: false,
      session,
    })
  }

  create(state: State, session: number): void {
    this.refuseOverlap(state.path, [])
    this.write(this.memoryCount++, state, session)
  }

  update(
    memory: number,
    change: { path?: string | undefined; content?: string | undefined },
    expected: string | undefined,
    session: number,
  ): void {
    const now = this.state(memory)
    if (!now) throw new Refused('memory_not_found')
    if (change.path === undefined && change.content === undefined)
      throw new Refused('invalid_input')
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

  removePath(path: string, session: number): void {
    const memories = this.within(path)
    if (memories.length === 0) throw new Refused('memory_not_found')
    for (const memory of memories) this.write(memory, null, session)
  }

  movePath(path: string, newPath: string, session: number): void {
    const memories = this.within(path)
    if (memories.length === 0) throw new Refused('memory_not_found')
    if (below(newPath, path)) throw new Refused('moved_into_itself')
    if (this.within(newPath).length > 0) throw new Refused('path_conflict')
    this.refuseOverlap(newPath, memories)
    for (const memory of memories) {
      const now = this.state(memory)
      if (now) this.write(memory, { ...now, path: newPath + now.path.slice(path.length) }, session)
    }
  }

  restoreVersion(version: ModelVersion, session: number): void {
    if (version.operation === 'deleted') throw new Refused('version_is_deletion')
    const { path, content } = version
    if (path === null || content === null) throw new Refused('version_redacted')
    const now = this.state(version.memory)
    if (now?.path === path && now.content === content) return
    this.refuseOverlap(path, [version.memory])
    this.write(version.memory, { path, content }, session)
  }

  redact(version: ModelVersion): void {
    if (version.isRedacted) return
    if (this.state(version.memory) && this.head(version.memory) === version) {
      throw new Refused('head_not_redactable')
    }
    version.isRedacted = true
    version.path = null
    version.content = null
    this.sequence++
  }

  restoreStore(sequence: number, session: number): void {
    const changed = this.memories().filter((memory) =>
      this.versionsOf(memory).some((version) => version.sequence > sequence),
    )
    this.rollBack(
      changed.map((memory) => ({
        memory,
        target: this.versionsOf(memory).findLast((version) => version.sequence <= sequence),
        isLeftAlone: false,
      })),
      session,
    )
  }

  undo(chosen: readonly ModelVersion[], isForced: boolean, session: number): void {
    const memories = [...new Set(chosen.map((version) => version.memory))]
    // The order in which the first chosen version of each memory was written.
    memories.sort((one, other) => firstOf(chosen, one) - firstOf(chosen, other))
    this.rollBack(
      memories.map((memory) => {
        const first = firstOf(chosen, memory)
        const later = this.versionsOf(memory).filter((version) => version.sequence >= first)
        const foreign = later.filter((version) => !chosen.includes(version))
        const target = this.versionsOf(memory).findLast((version) => version.sequence < first)
        return { memory, target, isLeftAlone: foreign.length > 0 && !isForced }
      }),
      session,
    )
  }

  private rollBack(
    items: { memory: number; target: ModelVersion | undefined; isLeftAlone: boolean }[],
    session: number,
  ): void {
    const stateOf = (version: ModelVersion | undefined): State | null =>
      version && version.path !== null && version.content !== null
        ? { path: version.path, content: version.content }
        : null
    let accepted = items.filter(({ memory, target, isLeftAlone }) => {
      const isGone = target?.isRedacted && target.operation !== 'deleted'
      const now = this.state(memory)
      const then = stateOf(target)
      const isSame = now?.path === then?.path && now?.content === then?.content
      return !isGone && !isSame && !isLeftAlone
    })
    for (let isBlocked = true; isBlocked;) {
      const moving = accepted.map(({ memory }) => memory)
      const claimed = this.memories()
        .filter((memory) => !moving.includes(memory))
        .flatMap((memory) => this.state(memory)?.path ?? [])
      const free = accepted.filter(({ target }) => {
        const path = stateOf(target)?.path
        if (path === undefined) return true
        if (claimed.some((other) => overlaps(path, other))) return false
        claimed.push(path)
        return true
      })
      isBlocked = free.length < accepted.length
      accepted = free
    }
    const isDeletion = ({ target }: { target: ModelVersion | undefined }) =>
      stateOf(target) === null
    for (const item of [
      ...accepted.filter(isDeletion),
      ...accepted.filter((each) => !isDeletion(each)),
    ]) {
      this.write(item.memory, stateOf(item.target), session)
    }
  }
}

function firstOf(chosen: readonly ModelVersion[], memory: number): number {
  return Math.min(
    ...chosen.filter((version) => version.memory === memory).map((version) => version.sequence),
  )
}
