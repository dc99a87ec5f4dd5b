import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@/lib/db/database'
import type { BulkSql } from '@/lib/db/sql'
import { refuse } from '@/lib/store/model/problems'
import { DAY_MS } from '@/lib/text/day-ms'
import { turns } from '@/lib/turns'
import { ComparedWrites } from '../examining/compared-writes'
import { type PastStop, pastStops } from './past-stops'
import { type PastWrite, pastWrites } from './past-writes'
import {
  type CompiledPolicy,
  compilePolicy,
  evaluatePolicy,
  type PolicyVerdict,
  type Standing,
} from './evaluate-policy'
import { policyOfRevision } from './get-policy'
import type {
  ActionCounts,
  DryRun,
  DryRunHint,
  DryRunRejection,
  DryRunWrite,
} from '../model/dry-run'
import {
  POLICY_ACTIONS,
  type PolicyAction,
  type PolicyDraft,
  type PolicyRule,
  type PolicyRules,
} from '../model/policy'
import { refuseReview } from '../model/review-problems'
import { policyFaults } from './save-policy'
import { standingOf } from './policy-standing'
import { judgedStore } from './sql/policies'
import { waitsSince } from './sql/past-writes'

/** Writes named in the result. */
const MAX_NAMED = 50

export interface DryRunInput {
  storeId: string
  draft: PolicyDraft
  /** how many days back */
  days: number
  /** aborts it with the signal's reason */
  signal?: AbortSignal | undefined
  /** told now and then how many writes were judged */
  onProgress?: ((writes: number) => void) | undefined
}

/**
 * Compares what rules would have done with agents' writes of the last days to what the saved ones
 * would have. The newest writes are judged each as it was; of the others, where a changeset wrote a
 * memory several times, its findings and lost lines count at the last of them. Where a rule asks
 * for what a redaction took since, a write is only counted as not known. What an agent earned is
 * what it has earned by now. What a policy refused, or held and nobody allowed, counts by what its
 * rule had asked for, since its text is not kept. Memory is bounded, and others get their turn.
 * Refuses `store_not_found`, `policy_faulty`.
 */
export async function dryRunPolicy(db: Database, input: DryRunInput): Promise<DryRun> {
  const begunAt = performance.now()
  const sql = db.bulk.until(input.signal)
  const store = await judgedStore(sql, input.storeId)
  if (!store) return refuse({ kind: 'store_not_found', storeId: input.storeId })
  const now = Date.now()
  const saved = await policyOfRevision(sql, store.key, store.policyRevision)
  const present = new Map(saved.rules.map((rule) => [rule.id, rule]))
  const [fault] = policyFaults(input.draft, present, now)
  if (fault) refuseReview({ kind: 'policy_faulty', ...fault })
  const asked = {
    default: input.draft.default,
    rules: input.draft.rules.map((rule, index) => ({ ...rule, id: rule.id ?? `new:${index}` })),
  }
  const since = now - input.days * DAY_MS
  const tally = new Tally(asked, since)
  const judge = (policy: PolicyRules) => new Judge(sql, store.key, policy, now)
  const [asking, holding] = [judge(asked), judge(saved)]
  const compared = new ComparedWrites(
    db,
    { key: store.key, id: input.storeId, byteSize: store.byteSize },
    { signal: input.signal },
  )
  const maybeYield = turns(input.signal)
  for await (const page of pastWrites(sql, { storeKey: store.key, since })) {
    const facts = await compared.of(page)
    for (const each of page) {
      const known = facts.get(each.versionId) ?? each.facts
      const write = { ...each, facts: { ...known, findings: [...known.findings, ...each.masked] } }
      tally.add(write, await asking.of(write), await holding.of(write))
      await maybeYield()
    }
    input.onProgress?.(tally.writes)
  }
  for await (const page of pastStops(sql, { storeKey: store.key, since })) {
    for (const stop of page) {
      tally.addStop(stop, await asking.ofStop(stop), await holding.ofStop(stop))
      await maybeYield()
    }
    input.onProgress?.(tally.writes)
  }
  return {
    ...tally.result(),
    medianWait: await medianWait(sql, store.key, since),
    durationMs: Math.round(performance.now() - begunAt),
  }
}

/** Judges past writes by one policy. */
class Judge {
  private readonly compiled: CompiledPolicy
  private readonly standings = new Map<string, Standing>()

  constructor(
    private readonly sql: BulkSql,
    private readonly storeKey: number,
    private readonly policy: PolicyRules,
    private readonly now: number,
  ) {
    this.compiled = compilePolicy(policy)
  }

  async of(write: PastWrite | PastStop): Promise<PolicyVerdict> {
    const standing = this.standings.get(write.agent) ?? (await this.standingOf(write.agent))
    return evaluatePolicy(this.compiled, { write, facts: write.facts, standing, now: this.now })
  }

  /**
   * Judges a write that is not kept: the rule that stopped it still matches it, if it asks for the
   * same.
   */
  async ofStop(stop: PastStop): Promise<PolicyVerdict> {
    const verdict = stricter(await this.of(stop), this.ruleThatStopped(stop))
    return verdict.action === 'mask' && stop.isFoundInPath
      ? { ...verdict, action: 'refuse' }
      : verdict
  }

  private ruleThatStopped({ rule }: PastStop): PolicyRule | null {
    const same = rule && this.policy.rules.find(({ id }) => id === rule.id)
    if (!same || !isDeepStrictEqual(same.match, rule.match)) return null
    return same.until === null || same.until > this.now ? same : null
  }

  private async standingOf(agent: string): Promise<Standing> {
    const standing = await standingOf(this.sql, {
      storeKey: this.storeKey,
      agent,
      rules: this.policy.rules,
      now: this.now,
    })
    this.standings.set(agent, standing)
    return standing
  }
}

/** The verdict with a rule that is known to match as well. */
function stricter(verdict: PolicyVerdict, rule: PolicyRule | null): PolicyVerdict {
  if (!rule || verdict.matching.some(({ id }) => id === rule.id)) return verdict
  const matching = [rule, ...verdict.matching]
  const isStricter = POLICY_ACTIONS.indexOf(rule.action) > POLICY_ACTIONS.indexOf(verdict.action)
  return isStricter ? { ...verdict, action: rule.action, rule, matching } : verdict
}

const noCounts = (): ActionCounts => ({
  land: 0,
  review: 0,
  quarantine: 0,
  hold: 0,
  mask: 0,
  refuse: 0,
})

/** Actions that keep a write from landing as it is. */
const STOPS: ReadonlySet<PolicyAction> = new Set(POLICY_ACTIONS.slice(2))

/** Names a write; without its version, for it may have none. */
function namedOf(
  { memoryId, paths, operation, agent, at, changesetId }: PastWrite | PastStop,
  { action }: PolicyVerdict,
  ruleIndex: number | null,
): DryRunWrite {
  const path = paths.at(-1) ?? null
  return { versionId: null, memoryId, path, operation, agent, at, action, ruleIndex, changesetId }
}

const newest = (writes: readonly DryRunWrite[]) =>
  writes.toSorted((one, other) => other.at - one.at).slice(0, MAX_NAMED)

class Tally {
  writes = 0
  private unknown = 0
  private readonly counts = noCounts()
  private readonly savedCounts = noCounts()
  private readonly uses: number[]
  private readonly places: ReadonlyMap<string, number>
  private readonly waits = new Map<string, number>()
  private readonly stopped: DryRunWrite[] = []
  private unwritten: DryRunWrite[] = []
  /** lines that were lost by each write that would land, of those that lost any */
  private readonly landedLosses: number[] = []
  /** by changeset and memory: the strictest verdict on its writes */
  private readonly rejected = new Map<string, DryRunRejection>()

  constructor(
    asked: PolicyRules,
    private readonly since: number,
  ) {
    this.uses = [...asked.rules.map(() => 0), 0]
    this.places = new Map(asked.rules.map(({ id }, index) => [id, index]))
  }

  add(write: PastWrite, verdict: PolicyVerdict, before: PolicyVerdict): void {
    this.writes++
    const isInDoubt = verdict.isUnscanned || before.isUnscanned || write.paths.length === 0
    if (write.facts.isRedacted && isInDoubt) {
      this.unknown++
      return
    }
    const ruleIndex = this.count(write, verdict, before)
    const { versionId } = write
    const named = () => ({ ...namedOf(write, verdict, ruleIndex), versionId })
    const isStopped = STOPS.has(verdict.action)
    if (isStopped && this.stopped.length < MAX_NAMED) this.stopped.push(named())
    const { lostLines } = write.facts
    if (!isStopped && lostLines) this.landedLosses.push(lostLines)
    if (write.rejection) this.addRejection(write, { ...named(), ...write.rejection.lines })
  }

  addStop(stop: PastStop, verdict: PolicyVerdict, before: PolicyVerdict): void {
    this.writes++
    // Where it would have been is not kept, and a rule may ask for that.
    if (stop.paths.length === 0 && !STOPS.has(verdict.action)) {
      this.unknown++
      return
    }
    const ruleIndex = this.count(stop, verdict, before)
    if (!STOPS.has(verdict.action)) return
    this.unwritten.push(namedOf(stop, verdict, ruleIndex))
    if (this.unwritten.length >= 2 * MAX_NAMED) this.unwritten = newest(this.unwritten)
  }

  /** The place of the rule that decides; null: the default. */
  private count(
    { agent }: Pick<PastWrite, 'agent'>,
    verdict: PolicyVerdict,
    before: PolicyVerdict,
  ): number | null {
    this.counts[verdict.action]++
    this.savedCounts[before.action]++
    const ruleIndex = verdict.rule ? (this.places.get(verdict.rule.id) ?? null) : null
    const place = ruleIndex ?? this.uses.length - 1
    this.uses[place] = (this.uses[place] ?? 0) + 1
    if (verdict.action === 'hold' && before.action !== 'hold') {
      this.waits.set(agent, (this.waits.get(agent) ?? 0) + 1)
    }
    return ruleIndex
  }

  private addRejection({ rejection }: PastWrite, write: Omit<DryRunRejection, 'isCaught'>): void {
    if (!rejection) return
    const known = this.rejected.get(rejection.key)
    const isCaught = STOPS.has(write.action)
    // Writes come newest first: the first one names it, unless an earlier one would be caught.
    if (!known || (isCaught && !known.isCaught))
      this.rejected.set(rejection.key, { ...write, isCaught })
  }

  /** The largest number of lost lines that catches all that lost any. */
  private hintFor(missed: readonly DryRunRejection[]): DryRunHint | null {
    const losses = missed.map(({ lostLines }) => lostLines).filter((lost) => lost > 0)
    if (losses.length === 0) return null
    const minLostLines = losses.reduce((least, lost) => Math.min(least, lost))
    const holds = this.landedLosses.filter((lost) => lost >= minLostLines).length
    return { minLostLines, catches: losses.length, holds }
  }

  result(): Omit<DryRun, 'medianWait' | 'durationMs'> {
    const rejections = [...this.rejected.values()]
    const caught = rejections.filter(({ isCaught }) => isCaught).length
    return {
      since: this.since,
      writes: this.writes,
      unknown: this.unknown,
      counts: this.counts,
      savedCounts: this.savedCounts,
      uses: this.uses,
      waits: [...this.waits]
        .map(([agent, writes]) => ({ agent, writes }))
        .toSorted((one, other) => other.writes - one.writes),
      caught,
      missed: rejections.length - caught,
      hint: this.hintFor(rejections.filter(({ isCaught }) => !isCaught)),
      rejections: rejections.slice(0, MAX_NAMED),
      stopped: newest([...this.stopped, ...this.unwritten]),
    }
  }
}

/** Decisions from which the present pace is estimated. */
const MAX_WAITS = 1_000

/** The median time from a change to its decision; null: nothing was decided since. */
async function medianWait(sql: BulkSql, storeKey: number, since: number): Promise<number | null> {
  const rows = await waitsSince(sql, { storeKey, since, limit: MAX_WAITS })
  const waits = rows.map(({ wait }) => Math.max(0, wait)).toSorted((one, other) => one - other)
  return waits[Math.floor(waits.length / 2)] ?? null
}
