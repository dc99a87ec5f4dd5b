import { db, turn } from '@/lib/db'
import { type ScannedMemory, UNKNOWN } from '@/lib/scan/flag'
import { flagsOf, knownFlags } from '@/lib/scan/flags-of'
import { writersOf } from '@/lib/store/actors'
import type { Writer } from '@/lib/store/model/actor'
import type { Store, Version } from '@/lib/store/model/model'
import { getStore } from '@/lib/store/stores'
import { versionTexts } from '@/lib/store/versions'
import { type About, judge, type JudgedWrite, type Verdict } from './judge'
import type { StoreRules } from './rules'

/** What a store's rules would have made of what agents wrote there last. */

/** What becomes of a write; one that waits or is refused counts as that, masked or not. */
export type Outcome = 'land' | 'review' | 'mask' | 'hold' | 'refuse'

export interface TriedWrite {
  versionId: string
  path: string
  at: Date
  by: Writer
  /** by the rules that hold, and by those that are tried */
  was: Outcome
  is: Outcome
  /** what it waits or is refused for; null: it is not */
  about: Exclude<About, object> | 'path' | null
}

export interface Trial {
  /** the writes that were tried, newest first, and when the oldest of them was made */
  tried: number
  since: Date | null
  /** whether there are more that could not be tried in time */
  isCut: boolean
  was: Record<Outcome, number>
  is: Record<Outcome, number>
  /** those that differ, and those that are masked, wait or are refused */
  writes: TriedWrite[]
}

const MOST_TRIED = 300
const DEADLINE_MS = 900

/** With the texts before them; a statement reads no more. */
const WRITES_A_STATEMENT = 25
const NUMBERS_A_STATEMENT = 2_000

/**
 * Tries rules on the last versions of agents, and what holds now beside it, for a second at most and giving
 * way between them. `signal`: for who asks no more; rejects with its reason. Refuses `store_not_found`.
 */
export async function tryRules(
  storeId: string,
  draft: StoreRules,
  { signal, deadlineMs = DEADLINE_MS }: { signal?: AbortSignal; deadlineMs?: number } = {},
): Promise<Trial> {
  const until = performance.now() + deadlineMs
  const store = await getStore(storeId)
  const none = () => ({ land: 0, review: 0, mask: 0, hold: 0, refuse: 0 })
  const trial: Trial = {
    tried: 0,
    since: null,
    isCut: false,
    was: none(),
    is: none(),
    writes: [],
  }
  const told: { version: Version; write: Omit<TriedWrite, 'by'> }[] = []
  for await (const { version, write } of lastWrites(store, signal)) {
    const now = await verdictOf(store.rules, write, until)
    const then = await verdictOf(draft, write, until)
    trial.isCut = !now || !then
    if (!now || !then) break
    const was = outcomeOf(now)
    const is = outcomeOf(then)
    trial.tried++
    trial.since = version.createdAt
    trial.was[was]++
    trial.is[is]++
    if (was !== is || (is !== 'land' && is !== 'review')) {
      const { id: versionId, createdAt: at } = version
      const path = (write.after ?? write.before)?.path ?? ''
      told.push({ version, write: { versionId, path, at, was, is, about: aboutOf(then, now) } })
    }
    if (trial.tried === MOST_TRIED) break
    await turn()
  }
  const writerOf = await writersOf(told.map(({ version }) => version))
  trial.writes = told.map(({ version, write }) => ({ ...write, by: writerOf(version) }))
  return trial
}

const outcomeOf = ({ action, masked }: Verdict): Outcome =>
  masked !== null && (action === 'land' || action === 'review') ? 'mask' : action

function aboutOf(then: Verdict, now: Verdict): TriedWrite['about'] {
  const about = (then.reason ?? now.reason)?.about ?? null
  return typeof about === 'object' && about ? 'path' : about
}

/** Null: it was not scanned in time. A text that cannot be scanned is judged as unknown, as it would be. */
async function verdictOf(
  rules: StoreRules | null,
  write: JudgedWrite,
  until: number,
): Promise<Verdict | null> {
  const unknown = new Set<string>()
  for (;;) {
    let missing: ScannedMemory | null = null
    const verdict = judge(rules, write, (memory) => {
      const flags = knownFlags(memory)
      if (!flags && !unknown.has(memory.content)) missing = memory
      return flags ?? UNKNOWN
    })
    const deadlineMs = until - performance.now()
    if (deadlineMs <= 0) return null
    if (!missing) return verdict
    const { content }: ScannedMemory = missing
    const { isWhole } = await flagsOf(missing, { deadlineMs })
    if (!isWhole) unknown.add(content)
  }
}

async function* lastWrites({ id: storeId, lastSequence }: Store, signal: AbortSignal | undefined) {
  for (let upTo = lastSequence; upTo > 0;) {
    signal?.throwIfAborted()
    const above = upTo - NUMBERS_A_STATEMENT
    const versions = await db.version.findMany({
      where: {
        storeId,
        sequence: { gt: above, lte: upTo },
        side: { in: ['agent', 'passed'] },
        redactedAt: null,
      },
      orderBy: { sequence: 'desc' },
      take: WRITES_A_STATEMENT,
    })
    const ended = { in: versions.map(({ sequence }) => sequence) }
    const earlier = await db.version.findMany({ where: { storeId, untilSequence: ended } })
    const beforeOf = new Map(earlier.map((row) => [row.untilSequence, row]))
    const texts = await versionTexts(
      [...versions, ...earlier].map(({ id }) => id),
      { signal },
    )
    const stateOf = (version: Version | undefined) => {
      const content = texts.get(version?.id ?? '')
      const path = version?.path ?? null
      return path === null || content === undefined ? null : { path, content }
    }
    for (const version of versions) {
      const write = { before: stateOf(beforeOf.get(version.sequence)), after: stateOf(version) }
      // Damaged, or what it took away is gone.
      if (write.after ?? (version.operation === 'deleted' && write.before)) yield { version, write }
    }
    const last = versions.length === WRITES_A_STATEMENT ? versions.at(-1) : undefined
    upTo = last ? last.sequence - 1 : above
  }
}
