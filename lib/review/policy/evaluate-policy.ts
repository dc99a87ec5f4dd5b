import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { chunked } from '@/lib/text/chunked'
import { type GlobbedPath, globbedPath, pathGlob } from '@/lib/text/path-glob'
import {
  type FactFinding,
  POLICY_ACTIONS,
  type PolicyAction,
  type PolicyCategory,
  type PolicyDefault,
  type PolicyRule,
  type PolicyRules,
  SEVERITIES,
  type WriteFacts,
} from '../model/policy'
import { type SessionRow, sessionsByIds } from './sql/agents'

/** A write that is judged. */
export interface JudgedWrite {
  /** before and after it; of a rename, both */
  paths: readonly string[]
  operation: ChangeKind
  /** by what names its agent goes: its own id, and what it is judged by (`agentOf`) */
  agents: readonly string[]
  /** of the memory after it */
  bytes: number
  /** the version that it would be, which draws the sample */
  versionId: string
}

/** An agent's record with these rules. */
export interface Standing {
  /** whether it earned what the rule asks for; null: not known */
  hasEarned: (rule: PolicyRule) => boolean | null
  isSuspended: (rule: PolicyRule) => boolean
}

/** A policy's verdict on a write. */
export interface PolicyVerdict {
  action: PolicyAction
  /** null: none matched, and the default holds */
  rule: PolicyRule | null
  /** whether it is held since it is not known what the rule asks for */
  isUnscanned: boolean
  /** whether it would have landed, and the sample has it reviewed */
  isSampled: boolean
  /** all rules that match, the strictest first */
  matching: readonly PolicyRule[]
}

/** A policy that is ready to be asked: its globs are read once. */
export interface CompiledPolicy {
  default: PolicyDefault
  rules: readonly CompiledRule[]
}

interface CompiledRule {
  rule: PolicyRule
  globs: readonly ((path: GlobbedPath) => boolean)[]
}

export function compilePolicy({ default: otherwise, rules }: PolicyRules): CompiledPolicy {
  return {
    default: otherwise,
    rules: rules.map((rule) => ({ rule, globs: rule.match.paths.map(pathGlob) })),
  }
}

const strictness = (action: PolicyAction) => POLICY_ACTIONS.indexOf(action)

/**
 * The rules that may say something of a write, by all that is known without looking at its lines.
 * `now`: milliseconds since 1970; a rule that has ended says nothing.
 */
export function rulesAbout(
  policy: CompiledPolicy,
  write: JudgedWrite,
  now: number,
): readonly PolicyRule[] {
  const paths = write.paths.map(globbedPath)
  const asked = { ...write, paths }
  return policy.rules.filter((compiled) => isAbout(compiled, asked, now)).map(({ rule }) => rule)
}

type AskedWrite = Omit<JudgedWrite, 'paths'> & { paths: readonly GlobbedPath[] }

function isAbout({ rule, globs }: CompiledRule, write: AskedWrite, now: number): boolean {
  const { match, action, until } = rule
  if (until !== null && until <= now) return false
  if (match.operations.length > 0 && !match.operations.includes(write.operation)) return false
  if (match.agents.length > 0 && !match.agents.some((agent) => write.agents.includes(agent))) {
    return false
  }
  if (match.minBytes !== null && write.bytes < match.minBytes) return false
  if (globs.length === 0) return true
  const isNamed = (path: GlobbedPath) => globs.some((names) => names(path))
  // What is moved into a place where things land would land, wherever it came from.
  return action === 'land' ? write.paths.every(isNamed) : write.paths.some(isNamed)
}

/** The facts that rules need to know about a write's lines. */
export interface WantedFacts {
  scan: boolean
  collapse: boolean
  lostLines: boolean
}

/** Determines the facts about a write's lines that these rules need before they can judge it. */
export function factsWanted(rules: readonly PolicyRule[]): WantedFacts {
  const isAsked = ({ finding }: PolicyRule['match'], isCollapse: boolean) =>
    finding !== null &&
    (finding.category === null || (finding.category === 'collapse') === isCollapse)
  // What lands must be known to hold nothing critical.
  const lands = rules.some(({ action }) => action === 'land')
  return {
    scan: lands || rules.some(({ match }) => isAsked(match, false)),
    collapse: lands || rules.some(({ match }) => isAsked(match, true)),
    lostLines: rules.some(({ match }) => match.minLostLines !== null),
  }
}

/**
 * Judges a write: of all rules that match, the strictest holds, in whatever order they stand; where
 * none matches, the default. `land` gives way to all others, to suspension, to critical findings
 * and to what was not scanned. Of equally strict rules, the one with the smallest id is named.
 * Where it is unknown whether a rule matches that would keep the write from agents, the write is
 * held, unless another one refuses it.
 */
export function evaluatePolicy(
  policy: CompiledPolicy,
  asked: { write: JudgedWrite; facts: WriteFacts; standing: Standing; now: number },
): PolicyVerdict {
  const { write, facts, standing, now } = asked
  const rules = rulesAbout(policy, write, now)
    .map((rule) => ({ rule, answer: matches(rule, facts, standing) }))
    .toSorted(
      ({ rule: one }, { rule: other }) =>
        strictness(other.action) - strictness(one.action) || (one.id < other.id ? -1 : 1),
    )
  const matching = rules.flatMap(({ rule, answer }) => (answer === 'yes' ? rule : []))
  const base = { isUnscanned: false, isSampled: false, matching }
  const [first] = matching
  const doubtful = rules.find(({ rule, answer }) => isInDoubt(rule, answer, facts))
  if (doubtful && first?.action !== 'refuse') {
    return { ...base, action: 'hold', rule: doubtful.rule, isUnscanned: true }
  }
  if (!first) return { ...base, action: policy.default, rule: null }
  if (first.action !== 'land') return { ...base, action: first.action, rule: first }
  const sampling = matching.find((rule) => inSample(rule, write.versionId))
  return sampling
    ? { ...base, action: 'review', rule: sampling, isSampled: true }
    : { ...base, action: 'land', rule: first }
}

type Answer = 'yes' | 'no' | 'unknown'

/** Returns whether a rule matches by the lines and standing that its match asks for. */
function matches(rule: PolicyRule, facts: WriteFacts, standing: Standing): Answer {
  const { match, action } = rule
  const answers = [
    losesEnough(match, facts),
    holdsFinding(rule, facts),
    match.earned === null ? 'yes' : answerOf(standing.hasEarned(rule)),
    answerOf(action !== 'land' || (mayLand(facts) && !standing.isSuspended(rule))),
  ]
  return (['no', 'unknown'] as const).find((answer) => answers.includes(answer)) ?? 'yes'
}

function answerOf(isSo: boolean | null): Answer {
  if (isSo === null) return 'unknown'
  return isSo ? 'yes' : 'no'
}

function losesEnough({ minLostLines }: PolicyRule['match'], { lostLines }: WriteFacts): Answer {
  if (minLostLines === null) return 'yes'
  return answerOf(lostLines === null ? null : lostLines >= minLostLines)
}

function holdsFinding(rule: PolicyRule, facts: WriteFacts): Answer {
  const { finding } = rule.match
  if (finding === null || findingsOf(rule, facts.findings).length > 0) return 'yes'
  return answerOf(isLookedFor(finding.category, facts) ? false : null)
}

/**
 * Returns whether a category (null: any) was looked for, so that a missing finding means that there
 * is none.
 */
function isLookedFor(
  category: PolicyCategory | null,
  { isScanned, lostLines }: WriteFacts,
): boolean {
  const isCompared = lostLines !== null
  if (category === null) return isScanned && isCompared
  return category === 'collapse' ? isCompared : isScanned
}

/** Actions that keep a write, or a part of it, from agents. */
const GUARDING: readonly PolicyAction[] = ['quarantine', 'hold', 'mask', 'refuse']

/** Returns whether it is unknown what a rule would have to keep from agents. */
function isInDoubt({ action }: PolicyRule, answer: Answer, { isScanned }: WriteFacts): boolean {
  if (answer === 'unknown') return GUARDING.includes(action)
  // What was found is masked, and what was not looked at would be read.
  return answer === 'yes' && action === 'mask' && !isScanned
}

function mayLand({ isScanned, findings }: WriteFacts): boolean {
  return isScanned && findings.every(({ severity }) => severity !== 'critical')
}

/** The findings that a rule asks for. */
export function findingsOf<Finding extends Pick<FactFinding, 'category' | 'severity'>>(
  { match }: PolicyRule,
  findings: readonly Finding[],
): Finding[] {
  const { finding } = match
  if (finding === null) return []
  const least = finding.severity === null ? 0 : SEVERITIES.indexOf(finding.severity)
  return findings.filter(
    ({ category, severity }) =>
      (finding.category === null || finding.category === category) &&
      SEVERITIES.indexOf(severity) >= least,
  )
}

/**
 * Returns whether the version falls in the share of a rule that is reviewed anyway. Its id draws
 * the lot: no agent knows it before it has written.
 */
export function inSample({ id, sample }: PolicyRule, versionId: string): boolean {
  if (sample === null || sample <= 0) return false
  const drawn = createHash('sha256').update(`${id} ${versionId}`).digest().readUInt32BE(0)
  return drawn / 2 ** 32 < sample
}

/**
 * The name by which an agent is judged: what it earned, and what it is suspended for, are kept by
 * it. That of a key is its id. A session that a person opened goes by its model, `model:…`, since
 * each session would be another agent; one that a key opened goes by that key, which chose what the
 * model is told.
 */
export async function agentOf(sql: Sql, actor: Actor): Promise<string> {
  if (actor.type !== 'session') return actor.id
  return (await agentsOfSessions(sql, [actor.id])).get(actor.id) ?? actor.id
}

const SESSIONS_PER_QUERY = 200

/** The same for many sessions, by their ids. */
export async function agentsOfSessions(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const agents = new Map<string, string>()
  for (const part of chunked(ids, SESSIONS_PER_QUERY)) {
    for (const row of await sessionsByIds(sql, part)) agents.set(row.id, agentOfSession(row))
  }
  return agents
}

function agentOfSession({ id, settings, actorType, actorId }: SessionRow): string {
  if (actorType === 'api_key' && actorId !== null) return actorId
  const named = WITH_MODEL.safeParse(JSON.parse(settings))
  return named.success ? `model:${named.data.model}` : id
}

const WITH_MODEL = z.object({ model: z.string().min(1) })
