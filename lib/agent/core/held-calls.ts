import type { Database } from '@/lib/db/database'
import { effectOf } from '@/lib/memory-tool/tool-effects'
import { withoutTexts } from '@/lib/review/findings/mask-findings'
import { textsKeptOut } from '@/lib/review/changesets/texts-kept-out'
import type { Cause, TextMask } from '@/lib/store/model/actor'
import { proposeChanges } from '@/lib/store/proposals/propose-changes'
import type { Session } from '../session'
import { haveAPolicy } from '../sql/session-stores'
import type { AnswerCollector } from './answer-collector'
import { inputOf, isCutOff } from './answer-events'
import { inputWithout, keepCall, textsIn } from './kept-out'
import type { JudgedCall } from './judged-call'
import { runMemoryTool } from './memory-tools'

/** A complete answer, and whether its writes need a person's approval. */
interface JudgedAnswer {
  collector: AnswerCollector
  asksForWrites: boolean
}

/**
 * Judges the calls of an answer, by their events: each write is tried and rolled back. Without a
 * policy, only in a session that asks for writes, up to the first that can succeed; otherwise it
 * costs one query. A call that only makes sense after an earlier one of the same answer is judged
 * again when it runs, and never counts as futile.
 */
export async function judgedCalls(
  db: Database,
  session: Session,
  { collector, asksForWrites }: JudgedAnswer,
): Promise<ReadonlyMap<string, JudgedCall>> {
  const judged = new Map<string, JudgedCall>()
  const blocks = [...collector.blocks.values()].flatMap((block) =>
    block.kind === 'tool_use' ? block : [],
  )
  if (blocks.length === 0) return judged
  const storeIds = session.stores.map(({ storeId }) => storeId)
  const isGuarded = storeIds.length > 0 && (await haveAPolicy(db.read, storeIds))
  let isAlone = true
  for (const { name, json, eventId } of blocks) {
    if (!isGuarded && !(asksForWrites && isAlone)) break
    const parsed = inputOf(json)
    if (!('value' in parsed) || isCutOff(collector, eventId)) {
      judged.set(eventId, await judgeMalformed(db, session, json))
      continue
    }
    const input = parsed.value
    if (!effectOf({ name, input }).writes) continue
    const tried = await judgeCall(db, session, { eventId, name, input })
    const verdict: JudgedCall = { ...tried, isFutile: tried.isFutile && isAlone }
    isAlone = verdict.isFutile
    const { stored, isRefused } = verdict
    // One that is not known any more is not run again only to be told why it was refused.
    if (stored || isRefused) keepCall(eventId, { input, stored: stored ?? input })
    judged.set(eventId, verdict)
  }
  return judged
}

/** Masks the input of a call that is incomplete and never runs. */
async function judgeMalformed(db: Database, session: Session, json: string): Promise<JudgedCall> {
  const masks = await textsKeptOut(db, {
    storeIds: session.stores.map(({ storeId }) => storeId),
    texts: [json],
    isRefused: false,
    sessionId: session.id,
  })
  return {
    hold: null,
    stored: null,
    isRefused: false,
    isFutile: false,
    malformed: withoutTexts(json, masks),
  }
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
    isFutile: isError && !held,
    malformed: null,
  }
}
