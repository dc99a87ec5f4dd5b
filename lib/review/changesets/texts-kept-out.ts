import type { Database } from '@/lib/db/database'
import type { ScanFinding } from '@/lib/scan/finding'
import { mostDistinctive } from '@/lib/scan/most-distinctive'
import { scan, type ScanOutcome } from '@/lib/scan/scanner'
import { settings } from '@/lib/settings'
import type { TextMask } from '@/lib/store/model/actor'
import { splitLines } from '@/lib/text/lines'
import { foundTexts } from '../findings/mask-findings'
import { ANY_WRITE, type PolicyRule } from '../model/policy'
import { agentOf } from '../policy/evaluate-policy'
import { getPolicy } from '../policy/get-policy'

/** Secrets are kept out of what is stored of a refused call, whatever it was refused for. */
const SECRETS: PolicyRule = {
  id: 'secrets',
  action: 'mask',
  match: { ...ANY_WRITE, finding: { category: 'secret', severity: null } },
  until: null,
  sample: null,
  lapseAfter: null,
  onLapse: 'deny',
  why: null,
}

/** Masks the whole text: unscanned, it may hold anything. */
const wholeTextMask = (text: string): TextMask[] =>
  text.trim() === '' ? [] : [{ text, mask: '[masked: not scanned]' }]

interface TextsOfCall {
  storeIds: readonly string[]
  texts: readonly string[]
  /** whether a policy refused it */
  isRefused: boolean
  /** whose call it is */
  sessionId: string
}

/**
 * Collects the texts that the policies of some stores keep out of memories, and secrets, as far as
 * these texts hold them. For a call that wrote nothing; empty if no policy masks or refuses what is
 * found and `isRefused` is not set.
 */
export async function textsKeptOut(db: Database, asked: TextsOfCall): Promise<TextMask[]> {
  const policies = await Promise.all(asked.storeIds.map((id) => getPolicy(db, id)))
  const keeping = policies
    .flatMap(({ rules }) => rules)
    .filter(({ action, match }) => (action === 'mask' || action === 'refuse') && match.finding)
  if (keeping.length === 0 && !asked.isRefused) return []
  const caller = await agentOf(db.read, { type: 'session', id: asked.sessionId })
  const found = await Promise.all(
    asked.texts.map(async (text) => {
      const lines = splitLines(text).map((line, index) => ({ number: index + 1, text: line }))
      const waiting = { caller, deadlineMs: settings().scanWaitMs }
      const outcome = await scan({ path: null, lines }, waiting)
      if (outcome.state !== 'scanned') return wholeTextMask(text)
      return foundTexts({ path: '', text }, outcome.findings, [SECRETS, ...keeping])
    }),
  )
  return found.flat().toSorted((one, other) => other.text.length - one.text.length)
}

/** More findings than this of one change say nothing more, and would fill the database. */
const MAX_REPORTED = 200

/**
 * Selects the findings of a scan that people are told: the gravest ones, also if there were too
 * many.
 */
export function reportedFindings(outcome: ScanOutcome): ScanFinding[] {
  if (outcome.state === 'unscanned' && outcome.reason !== 'too_much') return []
  return mostDistinctive(outcome.findings, MAX_REPORTED)
}
