import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { perProcess } from '@/lib/per-process'
import { PATH_LINE, type ScanFinding } from '@/lib/scan/finding'
import { scan, warmScanner } from '@/lib/scan/scanner'
import { settings } from '@/lib/settings'
import type { Cause } from '@/lib/store/model/actor'
import {
  type AskedVersion,
  type GuardedVersion,
  type GuardVerdict,
  guardWrites,
  type KnownFacts,
  type WriteOutcome,
} from '@/lib/store/judging/write-guard'
import { chunked } from '@/lib/text/chunked'
import {
  type CompiledPolicy,
  compilePolicy,
  evaluatePolicy,
  factsWanted,
  type JudgedWrite,
  type PolicyVerdict,
  rulesAbout,
  type Standing,
  agentOf,
} from './evaluate-policy'
import { policyOfRevision } from './get-policy'
import { findingsForRules, foundTexts, maskedText, masksFor } from '../findings/mask-findings'
import { LAPSE_MS, type PolicyAction, type PolicyRule, type WriteFacts } from '../model/policy'
import { pathInEnglish, reasonInEnglish, unscannedInEnglish } from '../model/rule-in-english'
import { earnedRules, suspendedRules } from './policy-standing'
import { type FoundFacts, NO_FACTS, UNKNOWN_FACTS, writeFacts } from '../examining/write-facts'

/**
 * Lets stores' policies judge agents' writes in this process, whichever way they come: the API,
 * tools, sessions, imports. What people and scripts write is not judged.
 */
export function guardAgentsWrites(): void {
  guardWrites({ judge, findOut, keptPath })
  // The first write would not wait for the scanner to start.
  warmScanner()
}

/** The facts that were collected about one write. */
interface KnownWrite extends FoundFacts {
  /** the rules that its agent earned; null: not known */
  earned: ReadonlySet<string> | null
}

/**
 * Attempts at collecting the facts that a policy asks for: they change while others write the same
 * memory.
 */
const MAX_ROUNDS = 3
const ROUNDS = 'rounds'

async function judge(sql: Sql, version: GuardedVersion, known: KnownFacts): Promise<GuardVerdict> {
  const policy = await compiledPolicy(sql, version)
  const agent = await agentOf(sql, version.cause.actor)
  const write = writeOf(version, agent)
  const rules = rulesAbout(policy, write, version.now)
  const suspended = rules.some(({ action }) => action === 'land')
    ? await suspendedRules(sql, { storeKey: version.storeKey, agent })
    : new Set<string>()
  const evaluate = (facts: WriteFacts, earned: KnownWrite['earned']) => {
    const standing: Standing = {
      hasEarned: ({ id }) => earned && earned.has(id),
      isSuspended: ({ id }) => suspended.has(id),
    }
    return evaluatePolicy(policy, { write, facts, standing, now: version.now })
  }
  const isRefused = evaluate(NO_FACTS, new Set()).action === 'refuse'
  if (isRefused || !needsFacts(rules)) {
    return verdictOf(version, evaluate(NO_FACTS, new Set()), NO_FACTS, agent)
  }
  const found = known.get(keyOf(version)) as KnownWrite | undefined
  if (!found && roundsOf(known) < MAX_ROUNDS) return { kind: 'ask' }
  const facts = found ?? { ...UNKNOWN_FACTS, earned: null }
  return verdictOf(version, evaluate(facts, facts.earned), facts, agent)
}

const roundsOf = (known: KnownFacts) => (known.get(ROUNDS) as number | undefined) ?? 0

function needsFacts(rules: readonly PolicyRule[]): boolean {
  const { scan, collapse, lostLines } = factsWanted(rules)
  return scan || collapse || lostLines || rules.some(({ match }) => match.earned !== null)
}

/** The same write, if nobody changed the memory or the rules in between. */
const keyOf = ({ storeId, revision, memoryKey, before, after }: GuardedVersion) =>
  JSON.stringify([storeId, revision, memoryKey, before, after && [after.path, after.sha256]])

function writeOf({ before, after, cause, versionId }: GuardedVersion, agent: string): JudgedWrite {
  const isRenamed = before && after && before.path !== after.path
  return {
    paths: [...new Set([before, after].flatMap((side) => (side ? [side.path] : [])))],
    operation: isRenamed ? 'renamed' : !before ? 'created' : after ? 'modified' : 'deleted',
    agents: [agent, cause.actor.id],
    bytes: after?.bytes.length ?? 0,
    versionId,
  }
}

function verdictOf(
  { cause, after }: GuardedVersion,
  verdict: PolicyVerdict,
  { scanned }: Pick<FoundFacts, 'scanned'>,
  agent: string,
): GuardVerdict {
  const { rule, isUnscanned } = verdict
  const text = after?.bytes.toString('utf8') ?? ''
  const masks = verdict.matching.filter((each) => each.action === 'mask')
  const isInPath = findingsForRules(scanned, masks).some(({ line }) => line === PATH_LINE)
  const judged = actionOf(verdict, cause)
  const action = judged === 'mask' && isInPath ? 'refuse' : judged
  const outcome: WriteOutcome = {
    action,
    ruleId: rule?.id ?? null,
    isSampled: verdict.isSampled,
    agent,
  }
  switch (action) {
    case 'refuse': {
      const reason =
        judged === 'mask' ? pathInEnglish(rule) : reasonInEnglish(rule, foundFor(rule, scanned))
      const found = foundTexts({ path: after?.path ?? '', text }, scanned, verdict.matching)
      return { kind: 'refuse', reason, outcome, found }
    }
    case 'hold':
      return {
        kind: 'hold',
        reason: isUnscanned
          ? unscannedInEnglish(rule)
          : reasonInEnglish(rule, foundFor(rule, scanned)),
        isUnscanned,
        lapseAfter: rule?.lapseAfter ?? LAPSE_MS,
        outcome,
      }
    case 'mask':
      return {
        kind: 'write',
        isReviewed: true,
        masked: maskedText(text, scanned, masks),
        maskedAs: masksFor(scanned, masks),
        outcome,
        found: foundTexts({ path: '', text }, scanned, masks),
      }
    case 'quarantine':
    case 'review':
    case 'land':
      return { kind: 'write', isReviewed: action !== 'land', masked: null, maskedAs: [], outcome }
  }
}

const foundFor = (rule: PolicyRule | null, scanned: readonly ScanFinding[]) =>
  rule === null ? [] : findingsForRules(scanned, [rule])

/**
 * The action that is carried out: what a person allowed is written; what nobody decided about in
 * time may be, in quarantine.
 */
function actionOf(
  { action, isUnscanned }: PolicyVerdict,
  { isAllowed, isAllowedUnscanned, isLapsed }: Cause,
): PolicyAction {
  if (action === 'refuse' || action === 'mask') return action
  if (isLapsed) return 'quarantine'
  const isStopped = action === 'hold' || action === 'quarantine'
  const isToldOf = !isUnscanned || isAllowedUnscanned
  return isAllowed && isToldOf && isStopped ? 'review' : action
}

async function findOut(
  db: Database,
  asked: readonly AskedVersion[],
  known: KnownFacts,
): Promise<KnownFacts> {
  const found = new Map(known)
  for (const part of chunked(asked, ASKED_AT_ONCE)) {
    const writes = await Promise.all(part.map((version) => findOutAbout(db, version)))
    for (const [index, version] of part.entries()) found.set(keyOf(version), writes[index])
    // This one decides about all of the write: the others need not keep the scanner.
    if (writes.some(({ isScanned }) => !isScanned)) break
  }
  found.set(ROUNDS, roundsOf(known) + 1)
  return found
}

async function keptPath(path: string): Promise<string | null> {
  const waiting = { caller: 'refused paths', deadlineMs: settings().scanWaitMs }
  const outcome = await scan({ path, lines: [] }, waiting)
  return outcome.state === 'scanned' && outcome.findings.length === 0 ? path : null
}

/**
 * Versions of a write whose facts are collected in parallel: the scanner's queue takes few of one
 * agent.
 */
const ASKED_AT_ONCE = 8

async function findOutAbout(db: Database, version: AskedVersion): Promise<KnownWrite> {
  const policy = await compiledPolicy(db.read, version)
  const agent = await agentOf(db.read, version.cause.actor)
  const rules = rulesAbout(policy, writeOf(version, agent), version.now)
  const { storeKey, now } = version
  const [facts, earned] = await Promise.all([
    writeFacts(db, version, { rules, agent }),
    earnedRules(db.read, { storeKey, agent, rules, now }),
  ])
  return { ...facts, earned }
}

interface KeptPolicy {
  revision: number
  policy: CompiledPolicy
  /** of the process's monotonic clock, milliseconds */
  readAt: number
}

/**
 * Longest time for which a policy's former revision is used after a redaction took a text out of
 * it.
 */
const TTL_MS = 60_000
const MAX_KEPT = 500

async function compiledPolicy(
  sql: Sql,
  { storeId, storeKey, revision }: GuardedVersion,
): Promise<CompiledPolicy> {
  const kept = perProcess('policies', () => new Map<string, KeptPolicy>())
  const last = kept.get(storeId)
  const readAt = performance.now()
  if (last?.revision === revision && readAt - last.readAt < TTL_MS) return last.policy
  const policy = compilePolicy(await policyOfRevision(sql, storeKey, revision))
  kept.delete(storeId)
  kept.set(storeId, { revision, policy, readAt })
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return policy
}
