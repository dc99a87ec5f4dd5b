import { takeBack } from '@/lib/store/undo/take-back'
import type { StoreProblemKind } from '@/lib/store/model/problems'

/** A plain in-memory store that lib/store must agree with, written for clarity only. */

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
  /** the last change of each transaction, which is each moment that existed */
  readonly moments = [0]

  versionsOf(memory: number): ModelVersion[] {
    return this.versions.filter((version) => version.memory === memory)
  }

  head(memory: number): ModelVersion {
    const head = this.versionsOf(memory).at(-1)
    if (!head) throw new Error('no such memory in the model')
    return head
  }

  /** Returns the state of the memory after a change; null if it had none, or is redacted. */
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
      changed.flatMap((memory) => {
        const version = this.versionsOf(memory).findLast((each) => each.sequence <= sequence)
        return isGone(version) ? [] : [{ memory, target: stateOf(version) }]
      }),
      session,
    )
  }

  undo(chosen: readonly ModelVersion[], isForced: boolean, session: number): void {
    const memories = [...new Set(chosen.map((version) => version.memory))]
    // The order in which the first chosen version of each memory was written.
    memories.sort((one, other) => firstOf(chosen, one) - firstOf(chosen, other))
    this.rollBack(
      memories.flatMap((memory) => {
        const target = this.without(memory, chosen, isForced)
        return target === 'left alone' ? [] : [{ memory, target }]
      }),
      session,
    )
  }

  private without(
    memory: number,
    chosen: readonly ModelVersion[],
    isForced: boolean,
  ): State | null | 'left alone' {
    const first = firstOf(chosen, memory)
    const found = this.versionsOf(memory).findLast((version) => version.sequence < first)
    let stops: ModelVersion[] = []
    for (const version of this.versionsOf(memory)) {
      if (version.sequence < first) continue
      const last = stops.at(-1)
      const isSameSide = last && chosen.includes(last) === chosen.includes(version)
      stops = isSameSide ? [...stops.slice(0, -1), version] : [...stops, version]
    }
    stops = stops.filter((stop, at) => chosen.includes(stop) || !isSame(stop, stops[at - 1]))
    stops = stops.filter((stop, at) => {
      const next = stops[at + 1]
      return !next || chosen.includes(next) !== chosen.includes(stop)
    })
    const newest = stops.at(-1)
    const isPutBack = newest && !chosen.includes(newest) && isSame(newest, found)
    if (stops.length <= 1 || isPutBack) return isGone(found) ? 'left alone' : stateOf(found)
    if ([found, ...stops].some(isGone)) return 'left alone'
    const steps = stops.map((stop) => ({ isOwn: chosen.includes(stop), state: stateOf(stop) }))
    const { after, conflicts } = takeBack(stateOf(found), steps, isForced)
    return conflicts.length > 0 && !isForced ? 'left alone' : after
  }

  private rollBack(items: { memory: number; target: State | null }[], session: number): void {
    let accepted = items.filter(({ memory, target }) => {
      const now = this.state(memory)
      return now?.path !== target?.path || now?.content !== target?.content
    })
    for (let isBlocked = true; isBlocked;) {
      const moving = accepted.map(({ memory }) => memory)
      const claimed = this.memories()
        .filter((memory) => !moving.includes(memory))
        .flatMap((memory) => this.state(memory)?.path ?? [])
      const free = accepted.filter(({ target }) => {
        if (target === null) return true
        if (claimed.some((other) => overlaps(target.path, other))) return false
        claimed.push(target.path)
        return true
      })
      isBlocked = free.length < accepted.length
      accepted = free
    }
    for (const { memory, target } of [
      ...accepted.filter((item) => item.target === null),
      ...accepted.filter((item) => item.target !== null),
    ]) {
      this.write(memory, target, session)
    }
  }
}

function stateOf(version: ModelVersion | undefined): State | null {
  return version && version.path !== null && version.content !== null
    ? { path: version.path, content: version.content }
    : null
}

/** Returns whether a redaction emptied the version. */
function isGone(version: ModelVersion | undefined): boolean {
  return version !== undefined && version.operation !== 'deleted' && version.content === null
}

function isSame(one: ModelVersion, other: ModelVersion | undefined): boolean {
  if (isGone(one) || isGone(other)) return false
  const [mine, theirs] = [stateOf(one), stateOf(other)]
  return mine?.path === theirs?.path && mine?.content === theirs?.content
}

function firstOf(chosen: readonly ModelVersion[], memory: number): number {
  return Math.min(
    ...chosen.filter((version) => version.memory === memory).map((version) => version.sequence),
  )
}
