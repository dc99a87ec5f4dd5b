import type { Database } from '@/lib/db/database'
import { effectOf } from '@/lib/memory-tool/tool-effects'
import { withoutTexts } from '@/lib/review/mask-findings'
import { textsKeptOut } from '@/lib/review/texts-kept-out'
import type { Cause, TextMask } from '@/lib/store/model/actor'
import { proposeChanges } from '@/lib/store/propose-changes'
import type { Session } from '../session'
import type { AnswerCollector } from './answer-collector'
import { inputOf, isCutOff } from './answer-events'
import { inputWithout, keepCall, textsIn } from './kept-out'
import type { JudgedCall } from './judged-call'
import { runMemoryTool } from './memory-tools'

/**
 * What policies say of the calls of an answer, by their events: each is tried and rolled back. Costs
 * one query where no store has a policy. A call that only makes sense after an earlier one of the
 * same answer is judged again when it runs.
 */
export async function judgedCalls(
  db: Database,
  session: Session,
  collector: AnswerCollector,
): Promise<ReadonlyMap<string, JudgedCall>> {
  const judged = new Map<string, JudgedCall>()
  const blocks = [...collector.blocks.values()].flatMap((block) =>
    block.kind === 'tool_use' ? block : [],
  )
  if (blocks.length === 0 || !(await hasPolicy(db, session))) return judged
  for (const { name, json, eventId } of blocks) {
    const parsed = inputOf(json)
    if (!('value' in parsed) || isCutOff(collector, eventId)) {
      judged.set(eventId, await judgeMalformed(db, session, json))
      continue
    }
    const input = parsed.value
    if (!effectOf({ name, input }).writes) continue
    const verdict = await judgeCall(db, session, { eventId, name, input })
    const { stored, isRefused } = verdict
    // One that is not known any more is not run again only to be told why it was refused.
    if (stored || isRefused) keepCall(eventId, { input, stored: stored ?? input })
    judged.set(eventId, verdict)
  }
  return judged
}

/** Of what is no complete input, and never runs: what policies keep out of it. */
async function judgeMalformed(db: Database, session: Session, json: string): Promise<JudgedCall> {
  const masks = await textsKeptOut(db, {
    storeIds: session.stores.map(({ storeId }) => storeId),
    texts: [json],
    isRefused: false,
    sessionId: session.id,
  })
  return { hold: null, stored: null, isRefused: false, malformed: withoutTexts(json, masks) }
}

async function judgeCall(
  db: Database,
  session: Session,
  { eventId, name, input }: { eventId: string; name: string; input: Record<string, unknown> },
): Promise<JudgedCall> {
  const recognised = { sessionId: session.id, toolUseId: eventId }
  const masks: TextMask[] = []
  const cause: Cause = {
    actor: { type: 'session', id: session.id },
    ...recognised,
    hears: (found) => masks.push(...found),
  }
  const { value } = await proposeChanges(db, recognised, (trial) =>
    runMemoryTool(trial, session.stores, { name, input }, cause),
  )
  const { held, isError } = value
  const isRefused = value.isRefusedByPolicy ?? false
  if (isError && !held) {
    masks.push(
      ...(await textsKeptOut(db, {
        storeIds: session.stores.map(({ storeId }) => storeId),
        texts: textsIn(input),
        isRefused,
        sessionId: session.id,
      })),
    )
  }
  return {
    hold: held
      ? {
          rule: held.ruleId ?? 'default',
          revision: held.revision,
          lapsesAt: Date.now() + held.lapseAfter,
          ...(held.isUnscanned ? { isUnscanned: true } : {}),
        }
      : null,
    stored: masks.length === 0 ? null : inputWithout(input, masks),
    isRefused,
    malformed: null,
  }
}

async function hasPolicy(db: Database, { stores }: Session): Promise<boolean> {
  if (stores.length === 0) return false
  const found = await db.read.get(
    `SELECT 1 AS one FROM memory_stores
     WHERE id IN (${stores.map(() => '?').join(', ')}) AND policy_revision > 0 LIMIT 1`,
    stores.map(({ storeId }) => storeId),
  )
  return found !== undefined
}
