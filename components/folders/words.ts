import type { SaidOfMemory } from '@/lib/folders/memory-index'
import type { Report, State } from '@/lib/folders/model'

/** A folder in step as its row shows it: plain data. */
export interface ShownFolder {
  id: string
  storeId: string
  storeName: string
  location: string
  /** of Claude Code's memory: the folder of its project; null: it is none, or not known */
  project: string | null
  isTwoWay: boolean
  /** *Ask before it writes*; null: it has no hooks to ask by */
  hasGate: boolean | null
  state: State
  report: Report
  /** null: it is too large to be looked through */
  said: SaidOfMemory | null
  /** it lies in a repository of git */
  isInRepository: boolean
  passedAt: Date | null
}

/** States in which nobody has to do anything. */
export const isQuiet = (state: State): boolean => state === 'ok' || state === 'paused'

/** Of a list so many are named. */
export const NAMED = 20

/** Whether there is more to tell of a folder than its row has. */
export function hasMore({ state, report, said }: ShownFolder): boolean {
  const { left, failures, conflicts, notOnDisk, passedOver } = report
  const counts = [left.length, failures.length, conflicts.length, notOnDisk.count, passedOver.count]
  const isSaid = said !== null && (said.faults.length > 0 || isNear(said))
  return !isQuiet(state) || isSaid || counts.some((count) => count > 0)
}

const isNear = ({ loaded }: SaidOfMemory) =>
  loaded !== null && (loaded.unloaded > 0 || loaded.left !== null)
