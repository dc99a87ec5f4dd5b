import type { Chosen, Plan, PlanOperation, PlanRow } from '@/lib/store/plan/plan'
import { redactedIn, redactedTextsOf } from '@/lib/store/redact/known'
import { leftOutOf, pathOf, type SeedPlan } from './plan'
import type { Source } from './source'
import type { Writing } from './write-moments'

/** What becomes of a path, in the words of the API. */
const ACTIONS = [
  'create',
  'replace',
  'rename',
  'delete',
  'merge',
  'unchanged',
  'keep',
  'conflict',
  'skip',
] as const

export type SeedAction = (typeof ACTIONS)[number]

export interface SeedEntry {
  path: string
  action: SeedAction
  /** a code (source.ts), of which `reasonWords` makes words */
  reason: string | null
  /** of what the source has there, in bytes; null: it has nothing, or that is not known */
  size: number | null
}

/** What a seeding came to; the result of its job. */
export interface SeedReport {
  source: string
  /** of a source without history; null: nothing was written */
  batchId: string | null
  /** the store's number before, to which a history is taken back */
  from: number
  moments: number
  versions: number
  tests: number
  counts: Record<SeedAction, number>
  entries: SeedEntry[]
}

const OF_OPERATION: Record<PlanOperation, SeedAction> = {
  created: 'create',
  revived: 'create',
  modified: 'replace',
  renamed: 'rename',
  deleted: 'delete',
}

const OF_GROUP = { keep: 'keep', conflict: 'conflict', cannot: 'skip' } as const

function actionOf({ group, operation, isMerged }: PlanRow): SeedAction {
  if (group !== 'change') return OF_GROUP[group]
  if (isMerged) return 'merge'
  return operation ? OF_OPERATION[operation] : 'unchanged'
}

/** The rows of a plan in the words of the API; what is unchanged is only counted. */
export function entriesOf({ rows }: Pick<Plan, 'rows'>): SeedEntry[] {
  return rows.map((row) => ({
    path: pathOf(row),
    action: actionOf(row),
    reason: row.reason ?? null,
    size: row.after?.size || null,
  }))
}

/** How many paths each action takes; `same`: of those that are unchanged. */
export function countsOf(entries: readonly SeedEntry[], same: number): Record<SeedAction, number> {
  const counts = ACTIONS.map((action) => [action, action === 'unchanged' ? same : 0] as const)
  const all = Object.fromEntries(counts) as Record<SeedAction, number>
  for (const { action } of entries) all[action]++
  return all
}

/** What a seeding came to so far. It is kept, so that a path which says what was redacted is not named. */
export async function reportOf(
  { label: source }: Source,
  { plan, isHistory }: SeedPlan,
  chosen: Chosen,
  { moments, versions, tests, batchId, ...ended }: Writing,
): Promise<SeedReport> {
  const texts = await redactedTextsOf(plan.storeId)
  const entries = entriesOf({ rows: outcomeOf(plan.rows, chosen, ended) })
  for (const entry of entries) {
    if (await redactedIn(texts, entry.path)) entry.path = '(redacted)'
  }
  return {
    source,
    from: plan.sequence,
    moments,
    versions,
    tests,
    batchId: isHistory ? null : batchId,
    counts: countsOf(entries, plan.same),
    entries,
  }
}

const OF_REFUSAL: Record<string, string> = {
  path_conflict: 'path_taken',
  content_too_large: 'too_large',
}

/** What became of rows. */
function outcomeOf(
  rows: readonly PlanRow[],
  chosen: Chosen,
  { refusals, pending }: Pick<Writing, 'refusals' | 'pending'>,
): PlanRow[] {
  const notReached = new Set(pending)
  const out = leftOutOf(rows, chosen)
  return rows.map((row): PlanRow => {
    const code = refusals.get(row.id)
    const answer = chosen.answers?.[row.id] ?? 'leave'
    if (code === 'changed_since_seen') {
      return { ...row, group: 'conflict', reason: 'changed_meanwhile' }
    }
    if (code !== undefined) return { ...row, group: 'cannot', reason: OF_REFUSAL[code] ?? code }
    if (out.has(row.id)) return { ...row, group: 'cannot', reason: 'not_chosen' }
    const isAnswered = row.group === 'conflict' && answer !== 'leave'
    if (row.group !== 'change' && !isAnswered) return row
    if (notReached.has(row.id)) return { ...row, group: 'cannot', reason: 'not_reached' }
    if (!isAnswered) return row
    const group = answer === 'keep' ? 'keep' : 'change'
    const isMerged = typeof answer === 'object'
    return { ...row, group, isMerged, reason: undefined }
  })
}
