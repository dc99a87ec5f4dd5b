import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import { newId } from '@/lib/text/prefixed-id'
import {
  type Policy,
  type PolicyDraft,
  type PolicyRules,
  type DraftRule,
  LONGEST_AGENT,
  LONGEST_GLOB,
  MAX_LAND_MS,
  MAX_LAPSE_MS,
  LONGEST_WHY,
  MAX_AGENTS,
  MAX_BYTES,
  MAX_EARNED,
  MAX_GLOBS,
  MAX_LOST_LINES,
  MAX_RULES,
  type PolicyRule,
} from '../model/policy'
import type { PolicyFault, PolicyFaultReason } from '../model/policy-problem'
import { refuseReview } from '../model/review-problems'
import { policyOfRevision, policyText } from './get-policy'
import { insertRevision, lockedJudgedStore } from './sql/policies'

export interface SavePolicyInput {
  storeId: string
  draft: PolicyDraft
  /** the revision that the caller saw; 0: none */
  revision: number
  by: Actor
}

/**
 * Saves a store's policy as its next revision. Refuses `store_not_found`; `policy_changed` if the
 * present revision is another one; `policy_faulty` with the first thing that is wrong.
 */
export async function savePolicy(db: Database, input: SavePolicyInput): Promise<Policy> {
  const { storeId, draft, by } = input
  return db.write(async (tx) => {
    const store = await lockedJudgedStore(tx, storeId)
    if (!store) return refuse({ kind: 'store_not_found', storeId })
    if (store.policyRevision !== input.revision) {
      refuseReview({ kind: 'policy_changed', storeId, revision: store.policyRevision })
    }
    const present = await policyOfRevision(tx, store.key, store.policyRevision)
    const now = Date.now()
    const [fault] = policyFaults(draft, new Map(present.rules.map((rule) => [rule.id, rule])), now)
    if (fault) refuseReview({ kind: 'policy_faulty', ...fault })
    const revision = store.policyRevision + 1
    const rules: PolicyRules = {
      default: draft.default,
      rules: draft.rules.map((rule) => ({ ...rule, id: rule.id ?? newId('rule', now) })),
    }
    await insertRevision(tx, {
      storeKey: store.key,
      revision,
      policy: policyText(rules),
      actorType: by.type,
      actorId: by.id,
      createdAt: now,
    })
    tx.touch(store.key)
    return { ...rules, revision, savedBy: by, savedAt: now, unreadable: null }
  })
}

/** The rules that hold at present, by id. */
type Present = ReadonlyMap<string, PolicyRule>

type Note = (field: string, reason: PolicyFaultReason, limit?: number) => void

/**
 * Lists the faults of a policy in the order of its fields; empty if it may be saved. `now`:
 * milliseconds since 1970. A rule that has ended may stay as it is.
 */
export function policyFaults(draft: PolicyDraft, present: Present, now: number): PolicyFault[] {
  const faults: PolicyFault[] = []
  const note: Note = (field, reason, limit) => faults.push({ field, reason, limit: limit ?? null })
  if (draft.rules.length > MAX_RULES) note('rules', 'too_many', MAX_RULES)
  const seen = new Set<string>()
  for (const [index, rule] of draft.rules.entries()) {
    const at = `rules.${index}`
    if (rule.id !== null && !present.has(rule.id)) note(`${at}.id`, 'no_such_rule')
    if (rule.id !== null && seen.has(rule.id)) note(`${at}.id`, 'twice')
    if (rule.id !== null) seen.add(rule.id)
    noteMatch(rule, at, note)
    noteEnd(rule, { at, present, now }, note)
    noteAction(rule, at, note)
  }
  return faults
}

function noteMatch({ match }: DraftRule, at: string, note: Note): void {
  if (match.paths.length > MAX_GLOBS) note(`${at}.match.paths`, 'too_many', MAX_GLOBS)
  for (const [index, glob] of match.paths.entries()) {
    const field = `${at}.match.paths.${index}`
    if (glob.length > LONGEST_GLOB) note(field, 'glob_too_long', LONGEST_GLOB)
    if (!glob.startsWith('/')) note(field, 'glob_without_slash')
  }
  if (match.agents.length > MAX_AGENTS) note(`${at}.match.agents`, 'too_many', MAX_AGENTS)
  for (const [index, agent] of match.agents.entries()) {
    const isFit = agent.length > 0 && agent.length <= LONGEST_AGENT
    if (!isFit) note(`${at}.match.agents.${index}`, 'name_too_long', LONGEST_AGENT)
  }
  const counted = (field: string, value: number | null | undefined, most: number) => {
    if (value === null || value === undefined) return
    if (!Number.isInteger(value) || value < 1 || value > most) {
      note(`${at}.match.${field}`, 'out_of_range', most)
    }
  }
  counted('min_lost_lines', match.minLostLines, MAX_LOST_LINES)
  counted('min_bytes', match.minBytes, MAX_BYTES)
  counted('earned.accepted', match.earned?.accepted, MAX_EARNED.accepted)
  counted('earned.days', match.earned?.days, MAX_EARNED.days)
}

interface At {
  at: string
  present: Present
  now: number
}

function noteEnd(rule: DraftRule, { at, present, now }: At, note: Note): void {
  const { until, action, id } = rule
  const before = id === null ? undefined : present.get(id)
  if (until === null) {
    if (action === 'land') note(`${at}.until`, 'ends_missing')
    return
  }
  if (until <= now && before?.until !== until) note(`${at}.until`, 'ends_in_past')
  if (action === 'land' && until > now + MAX_LAND_MS) note(`${at}.until`, 'ends_too_late', 180)
}

const HOUR_MS = 3_600_000

function noteAction(rule: DraftRule, at: string, note: Note): void {
  const { action, sample, lapseAfter, match } = rule
  if (sample !== null) {
    if (action !== 'land') note(`${at}.sample`, 'only_with_land')
    else if (!(sample >= 0 && sample <= 1)) note(`${at}.sample`, 'out_of_range', 1)
  }
  if (lapseAfter !== null) {
    if (action !== 'hold') note(`${at}.lapse_after`, 'only_with_hold')
    else if (!(lapseAfter >= HOUR_MS && lapseAfter <= MAX_LAPSE_MS)) {
      note(`${at}.lapse_after`, 'out_of_range', MAX_LAPSE_MS / HOUR_MS)
    }
  }
  noteWhy(rule, at, note)
  if (action !== 'mask') return
  if (match.finding === null) note(`${at}.match.finding`, 'finding_missing')
  if (match.finding?.category === 'collapse') {
    note(`${at}.match.finding.category`, 'cannot_be_masked')
  }
}

function noteWhy({ why, action }: DraftRule, at: string, note: Note): void {
  if (why === null) return
  if (action !== 'hold' && action !== 'refuse') note(`${at}.why`, 'why_not_told')
  else if (why.length > LONGEST_WHY) note(`${at}.why`, 'why_too_long', LONGEST_WHY)
}
