import type { Seed } from '@/lib/store/seeding/seeds'
import { lastState } from './last-state'
import { namedMoments } from './named-moments'
import type { NamedMoment } from './seed-moments'
import type { HistorySummary } from './seed-report'
import type { Source, SourceMoment } from './source'
import { survey } from './survey'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/** The part of a source that is imported. */
export interface ChosenMoments {
  /** can be iterated more than once */
  moments: () => AsyncIterable<NamedMoment>
  /** null for a source without history */
  history: HistorySummary | null
  /** whether paths that they don't name are gone from the source */
  isComplete: boolean
  /** in the whole source; 0 if not counted */
  changes: number
  /** path and time of insertion of the source's numbered memories from moments imported earlier */
  insertedEarlier: Map<number, { path: string; at: number }>
}

/**
 * Versions are never dated before the store's last change, so a history is imported only if it
 * begins after that: into a new store or, when imported before, from where that import ended.
 * Snapshots are not counted for a plan.
 */
export async function chooseMoments(
  { source, withHistory }: { source: Source; withHistory: boolean },
  seed: Seed | null,
  lastChangedAt: number | null,
  { signal, isRun }: { signal: AbortSignal; isRun: boolean },
): Promise<ChosenMoments> {
  const insertedEarlier: ChosenMoments['insertedEarlier'] = new Map()
  if (source.kind === 'snapshot') {
    const changes = isRun ? (await survey(source, null, signal)).changes : 0
    return {
      moments: () => namedMoments(source, signal),
      history: null,
      isComplete: true,
      changes,
      insertedEarlier,
    }
  }
  const found = await survey(source, seed?.reference ?? null, signal)
  const { from, authors, taken, changes, untaken } = found
  const fits = taken > 0 || from === null || (lastChangedAt ?? 0) <= from
  const reason = reasonAgainstHistory({ withHistory, fits })
  const history = { ...untaken, ...(reason !== null && { moments: 0 }), reason, authors }
  if (reason === null) {
    const moments = () => after(source, taken, insertedEarlier, signal)
    return { moments, history, isComplete: false, changes, insertedEarlier }
  }
  const moments = () => unnamed(lastState(source, signal))
  return { moments, history, isComplete: true, changes, insertedEarlier }
}

/** The moments after the first `taken`; notes what those inserted. */
async function* after(
  source: Source,
  taken: number,
  insertedEarlier: ChosenMoments['insertedEarlier'],
  signal: AbortSignal,
): AsyncGenerator<NamedMoment> {
  let number = 0
  for await (const named of namedMoments(source, signal)) {
    if (++number > taken) yield named
    else noteInsertions(named.moment, insertedEarlier)
  }
}

function noteInsertions(
  { at, changes }: SourceMoment,
  inserted: ChosenMoments['insertedEarlier'],
): void {
  for (const change of changes) {
    if (change.op !== 'write' || change.memory === undefined || at === null) continue
    inserted.set(change.memory, { path: change.path, at })
  }
}

async function* unnamed(moments: AsyncIterable<SourceMoment>): AsyncGenerator<NamedMoment> {
  for await (const moment of moments) yield { moment, name: null }
}

function reasonAgainstHistory(input: { withHistory: boolean; fits: boolean }): SeedReason | null {
  if (!input.withHistory) return { code: 'history_not_asked_for' }
  return input.fits ? null : { code: 'store_is_newer' }
}
