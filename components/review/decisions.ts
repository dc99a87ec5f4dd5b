import type { Level } from '@/lib/review/attention'
import type { Settled } from '@/lib/review/settle'
import type { ShownHunk, ShownMemory } from './shown'

/** What a person decides of a hunk: keep it, take it back, or their own lines in its place. */
export type Decision = 'keep' | 'back' | { text: string }

export type Decisions = ReadonlyMap<string, Decision>

/** Equal hunks, about which one decision is made. */
export interface Unit {
  key: string
  hunk: ShownHunk
  /** the memories that have it, the first is the one whose lines are shown */
  memories: readonly ShownMemory[]
}

/** What stands under one head: a memory with hunks of its own, or the same hunk in several memories. */
export interface Block {
  key: string
  level: Level
  /** one, unless its unit is in several */
  memories: readonly ShownMemory[]
  units: readonly Unit[]
}

/** The gravest first. A text that is not known is looked at. */
const RANKS: Record<Level, number> = { danger: 0, look: 1, unknown: 2, plain: 3 }

/** The blocks of a group, the gravest first, otherwise in the order of their memories. */
export function blocksOf(memories: readonly ShownMemory[]): Block[] {
  const units = unitsOf(memories)
  const begun = new Map<string, Block & { units: Unit[] }>()
  for (const unit of units.values()) {
    const [memory] = unit.memories
    if (!memory) continue
    const key = unit.memories.length > 1 ? unit.key : memory.id
    const block = begun.get(key)
    if (block) block.units.push(unit)
    else {
      const level = unit.memories.length > 1 ? unit.hunk.level : memory.level
      begun.set(key, { key, level, memories: unit.memories, units: [unit] })
    }
  }
  return [...begun.values()].sort((one, other) => RANKS[one.level] - RANKS[other.level])
}

function unitsOf(
  memories: readonly ShownMemory[],
): Map<string, Unit & { memories: ShownMemory[] }> {
  const units = new Map<string, Unit & { memories: ShownMemory[] }>()
  for (const memory of memories) {
    for (const hunk of memory.hunks) {
      const unit = units.get(hunk.key)
      if (!unit) units.set(hunk.key, { key: hunk.key, hunk, memories: [memory] })
      else if (!unit.memories.includes(memory)) unit.memories.push(memory)
    }
  }
  return units
}

/** How a memory is settled, with what was shown of it. */
export type ShownSettled = Settled & { shown: string }

/** The memories whose hunks are all decided. `otherwise`: what holds for those that are not. */
export function settledBy(
  memories: readonly ShownMemory[],
  decisions: Decisions,
  otherwise: Decision | null = null,
): ShownSettled[] {
  return memories.flatMap(({ id: memoryId, base, through, shown, hunks }) => {
    const decided = hunks.map(({ key, at }) => ({ at, decision: decisions.get(key) ?? otherwise }))
    if (decided.some(({ decision }) => decision === null)) return []
    const back = decided.flatMap(({ at, decision }): Settled['back'] => {
      if (decision === null || decision === 'keep') return []
      return decision === 'back' ? [at] : [{ hunk: at, text: decision.text }]
    })
    return [{ memoryId, base, through, shown, back }]
  })
}

/** What becomes of a memory whose hunks are all decided: the most that is done to one of them. */
export type Outcome = 'keep' | 'back' | 'edit'

export function outcomeOf(
  { hunks }: Pick<ShownMemory, 'hunks'>,
  decisions: Decisions,
): Outcome | null {
  const made = hunks.map(({ key }) => decisions.get(key))
  if (made.includes(undefined)) return null
  if (made.some((decision) => typeof decision === 'object')) return 'edit'
  return made.includes('back') ? 'back' : 'keep'
}

/** The open unit to go to from one: the next after it, or before it, else around the end. */
export function openFrom(
  units: readonly Unit[],
  decisions: Decisions,
  from: string | null,
  by: 1 | -1,
): string | null {
  const at = units.findIndex(({ key }) => key === from)
  const start = at < 0 && by < 0 ? 0 : at
  for (let step = 1; step <= units.length; step++) {
    const unit = units[(start + by * step + units.length * 2) % units.length]
    if (unit && unit.key !== from && !decisions.has(unit.key)) return unit.key
  }
  return null
}

/** Whether a hunk can go back: a store that is archived takes nothing, and of a redacted text nothing is known. */
export const canBack = ({ memories }: Unit): boolean =>
  memories.every(({ isKeepOnly, isLeftUnknown }) => !isKeepOnly && !isLeftUnknown)

/** The lines that agents can be asked about: they stand there, in one memory. */
export function toAskAbout({ hunk: { added, from, to }, memories: [memory, ...others] }: Unit) {
  if (!memory || memory.isKeepOnly || others.length > 0 || added === 0) return null
  const { storeId, id: memoryId, versions } = memory
  return { storeId, memoryId, versionId: versions.id, lines: { from, to } }
}

/** Whether a person can write its lines anew. */
export const canEdit = ({ hunk, memories }: Unit): boolean =>
  hunk.kind !== 'renamed' && memories.every(({ isKeepOnly }) => !isKeepOnly)
