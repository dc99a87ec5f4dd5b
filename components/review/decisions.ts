import type { Level } from '@/lib/review/attention'
import type { Settled } from '@/lib/review/settle'
import { groupedBy } from '@/lib/text/lists'
import type { ShownHunk, ShownMemory } from './shown'

/** What a person decides of a hunk: keep it, take it back, or their own lines in its place. */
export type Decision = 'keep' | 'back' | { text: string }

export type Decisions = ReadonlyMap<string, Decision>

type Memories = readonly [ShownMemory, ...ShownMemory[]]

/** Equal hunks, about which one decision is made. */
export interface Unit {
  key: string
  hunk: ShownHunk
  /** the memories that have it, the first is the one whose lines are shown */
  memories: Memories
  /** also in the numbers of what is said of them */
  isSame: boolean
  /** each of them, `shownAs` */
  shown: readonly string[]
}

/** What stands under one head: a memory with hunks of its own, or the same hunk in several memories. */
export interface Block {
  key: string
  level: Level
  /** one, unless its unit is in several */
  memories: Memories
  units: readonly Unit[]
}

/** The gravest first. A text that is not known is looked at. */
const RANKS: Record<Level, number> = { danger: 0, look: 1, unknown: 2, plain: 3 }

/** The blocks of a group, the gravest first, otherwise in the order of their memories. */
export function blocksOf(memories: readonly ShownMemory[]): Block[] {
  const all = memories.flatMap((memory) => memory.hunks.map((hunk) => ({ hunk, memory })))
  const units = [...groupedBy(all, ({ hunk }) => hunk.key)].map(([key, some]): Unit => {
    const [{ hunk, memory }, ...others] = some
    const isSame = others.every((each) => each.hunk.says === hunk.says)
    const shown = some.map((each) => shownAs(each.memory, each.hunk))
    return { key, hunk, memories: [memory, ...others.map((each) => each.memory)], isSame, shown }
  })
  const placeOf = ({ key, memories: [memory, ...others] }: Unit) =>
    others.length === 0 ? memory.id : key
  return [...groupedBy(units, placeOf)]
    .map(([key, units]): Block => {
      const [{ hunk, memories }] = units
      const { level } = memories.length > 1 ? hunk : memories[0]
      return { key, level, memories, units }
    })
    .sort((one, other) => RANKS[one.level] - RANKS[other.level])
}

/** What is decided about: a hunk in a memory, with what is said of it. */
export const shownAs = ({ id }: ShownMemory, { key, says }: ShownHunk) => `${key} ${id} ${says}`

/** Decisions by units, from those by `shownAs`. Where something came to a unit since, nobody saw it: it is open. */
export const madeOf = (units: readonly Unit[], shown: Decisions): Decisions =>
  new Map(
    units.flatMap(({ key, shown: [first = '', ...others] }) => {
      const made = shown.get(first)
      const isAll = others.every((each) => shown.get(each) === made)
      return made !== undefined && isAll ? [[key, made] as const] : []
    }),
  )

/** How a memory is settled, with what was shown of it. */
export type ShownSettled = Settled & { shown: string; storeId: string }

/** The memories whose hunks are all decided. `otherwise`: what holds for those that are not, if it can. */
export function settledBy(
  memories: readonly ShownMemory[],
  decisions: Decisions,
  otherwise: Decision | null = null,
): ShownSettled[] {
  return memories.flatMap((memory) => {
    const { id: memoryId, storeId, base, through, shown, hunks } = memory
    const rest = otherwise === 'back' && !goesBack(memory) ? null : otherwise
    const decided = hunks.map(({ key, at }) => ({ at, decision: decisions.get(key) ?? rest }))
    if (decided.some(({ decision }) => decision === null)) return []
    const back = decided.flatMap(({ at, decision }): Settled['back'] => {
      if (decision === null || decision === 'keep') return []
      return decision === 'back' ? [at] : [{ hunk: at, text: decision.text }]
    })
    return [{ memoryId, storeId, base, through, shown, back }]
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
export const canBack = ({ memories }: Unit): boolean => memories.every(goesBack)

const goesBack = ({ isKeepOnly, isLeftUnknown }: ShownMemory) => !isKeepOnly && !isLeftUnknown

/** The lines that agents can be asked about: they stand there, in one memory. */
export function toAskAbout({ hunk: { added, from, to }, memories: [memory, ...others] }: Unit) {
  if (memory.isKeepOnly || others.length > 0 || added === 0) return null
  const { storeId, id: memoryId, versions } = memory
  return { storeId, memoryId, versionId: versions.id, lines: { from, to } }
}

/** Whether a person can write its lines anew: where numbers differ, one text would take the place of all. */
export const canEdit = ({ hunk, memories, isSame }: Unit): boolean =>
  isSame && hunk.kind !== 'renamed' && memories.every(({ isKeepOnly }) => !isKeepOnly)
