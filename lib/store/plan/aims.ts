import { sha256Hex } from '@/lib/text/content'
import { turn } from '@/lib/db'
import { lineCounts } from '@/lib/text/text-diff'
import { actorOf, type DoneBy } from '../model/actor'
import { changeOf } from '../changes'
import { pastLimit } from '../model/limits'
import type { Memory } from '../model/model'
import { type NewState } from '../write/head'
import { versionsLeft } from '../write/write-version'
import type { Planning } from './kinds'
import type { Ask, Planned, PlanReason, PlanRow, State, Step } from './plan'
import { inTheWayOf } from './taken-paths'

/** What a memory is to become by a plan; all kinds that are done at once come to these. */
export interface Aim {
  /** of its row in the plan; the memory's, or its path, unless given */
  id?: string
  /** its row, live or deleted; null: it is new */
  memory: Memory | null
  /** its text now; null: it is not live, or its text cannot be read */
  now: string | null
  /** null: it is not to be there */
  to: NewState | null
  /** what it becomes before, as a version of its own, however a conflict is answered */
  first?: NewState | null
  /** `to` is the text of no version */
  isMerged: boolean
  /** why that cannot be reached */
  obstacle?: 'redacted' | 'damaged' | 'changed_since_ticked'
  /** `to` takes back, or over, what others changed since */
  conflict?: Conflict
}

export interface Conflict {
  /** what it becomes if others' changes stand where both changed the same */
  kept: NewState | null
  by?: DoneBy
  at?: Date
  /** the text that both sides come from */
  base?: string
}

/**
 * The plan of these aims: what is so already is only counted, what is in conflict waits for an answer, and
 * what has no place, or no room in the store's limits, cannot be done.
 */
export async function planOfAims(
  { reader, store, signal }: Planning,
  ask: Ask,
  aims: readonly Aim[],
): Promise<Planned> {
  const steps = new Map<string, readonly Step[]>()
  const taken = new Map<string, readonly Step[]>()
  const kept = new Map<string, readonly Step[]>()
  const bases = new Map<string, string>()
  const rows: PlanRow[] = []
  const wanted: { aim: Aim; row: PlanRow }[] = []
  const placed: typeof wanted = []
  let same = 0
  for (const aim of aims) {
    await turn(signal)
    const row = rowOf(aim)
    if (!row) {
      same++
      continue
    }
    rows.push(row)
    if (row.group === 'change') wanted.push({ aim, row })
    if (aim.conflict && row.group === 'conflict') {
      taken.set(row.id, stepsOf(aim, aim.to))
      kept.set(row.id, stepsOf(aim, aim.conflict.kept))
      if (aim.to && aim.to.path === (aim.conflict.kept ?? aim.to).path) placed.push({ aim, row })
      if (aim.conflict.base !== undefined) bases.set(row.id, aim.conflict.base)
    }
  }
  const room = new Room(store, await versionsLeft(reader, store))
  const fitting = wanted.filter(({ aim, row }) => room.takes(aim) || cannot(row, 'limit_reached'))
  const claiming = fitting.map(({ aim }) => aim)
  const blocked = await inTheWayOf(reader, store.id, claiming)
  for (const { aim, row } of fitting) {
    if (blocked.has(aim)) cannot(row, 'path_taken')
    else steps.set(row.id, stepsOf(aim, aim.to))
  }
  // However these are answered, each is at one place, or nowhere; of several the newest is.
  const deciding = placed.map(({ aim }) => aim).toReversed()
  const without = await inTheWayOf(reader, store.id, [...claiming, ...deciding])
  for (const { aim, row } of placed) if (without.has(aim)) cannot(row, 'path_taken')
  const plan = { storeId: store.id, ask, sequence: store.lastSequence, rows, same }
  return { plan: { ...plan, hash: hashOf(ask, rows) }, steps, taken, kept, bases }
}

/** SHA-256 of all that a plan does and does not do; when something was done is no part of it. */
export const hashOf = (ask: Ask, rows: readonly PlanRow[]): string =>
  sha256Hex(JSON.stringify([ask.kind, rows.map(factsOf)]))

/** By what a row that was shown is known to be the same. */
export const markOf = (row: PlanRow): string => sha256Hex(JSON.stringify(factsOf(row))).slice(0, 16)

const factsOf = (row: PlanRow) => [
  row.id,
  row.memoryId,
  row.group,
  row.operation,
  row.reason ?? null,
  row.bringsBack !== undefined,
  [row.before, row.after].map((state) => state && [state.path, state.sha256, state.size]),
]

/** Null: it is so already. */
function rowOf(aim: Aim): PlanRow | null {
  const { memory, to, obstacle, conflict } = aim
  const before = liveState(memory)
  const after = to && { path: to.path, sha256: to.sha256, size: to.size }
  const change = changeOf(before, after)
  const operation = change === 'created' && memory ? 'revived' : change
  if (!obstacle && operation === null) return null
  const counts = lineCounts(aim.now ?? '', to?.content ?? '')
  const row: PlanRow = {
    id: aim.id ?? memory?.id ?? to?.path ?? '',
    memoryId: memory?.id ?? null,
    before,
    after,
    group: obstacle ? 'cannot' : conflict ? 'conflict' : 'change',
    operation,
    isMerged: aim.isMerged,
    ...(obstacle ? { added: 0, removed: 0 } : counts),
  }
  if (obstacle) row.reason = obstacle
  const by = conflict?.by
  if (by) row.by = { ...actorOf(by), name: null, sessionId: by.sessionId ?? null }
  if (conflict?.at) row.at = conflict.at
  return row
}

function liveState(memory: Memory | null): State | null {
  const { path, sha256, size } = memory ?? {}
  return path == null || sha256 == null || size == null ? null : { path, sha256, size }
}

/** Marks a row as one with which nothing is done. */
export function cannot(row: PlanRow, reason: PlanReason): false {
  row.group = 'cannot'
  row.reason = reason
  return false
}

/** The steps that give a memory a state, by way of its first one. */
function stepsOf({ memory, first }: Aim, to: NewState | null): Step[] {
  const before = liveState(memory)
  if (!first) return stepTo(memory, before, to)
  return [...stepTo(memory, before, first), ...stepTo(memory, first, to)]
}

function stepTo(memory: Memory | null, before: State | null, to: NewState | null): Step[] {
  if (!before) {
    if (!to) return []
    const { path, content } = to
    if (memory) return [{ op: 'revive', memoryId: memory.id, path, content }]
    return [{ op: 'write', path, content, expected: null }]
  }
  const { path: from, sha256: expected } = before
  if (!to) return [{ op: 'delete', path: from, expected }]
  const { path, content } = to
  if (path !== from) return [{ op: 'rename', from, path, expected, content }]
  return to.sha256 === expected ? [] : [{ op: 'write', path, content, expected }]
}

/** What a store's limits leave room for, one row after the other. */
class Room {
  private grown = { memories: 0, bytes: 0 }

  constructor(
    private readonly store: Planning['store'],
    private versionsLeft: number,
  ) {}

  takes(aim: Aim): boolean {
    const { memory, to } = aim
    const before = liveState(memory)
    const { memoryBytes } = this.store.limits
    if (to && to.sha256 !== before?.sha256 && to.size > memoryBytes) return false
    const memories = Number(to !== null) - Number(before !== null)
    const bytes = (to?.size ?? 0) - (before?.size ?? 0)
    const grown = { memories: this.grown.memories + memories, bytes: this.grown.bytes + bytes }
    if (pastLimit(this.store, grown, { memories, bytes })) return false
    if (memories > 0 && this.versionsLeft < 1) return false
    this.grown = grown
    this.versionsLeft -= stepsOf(aim, to).length
    return true
  }
}
