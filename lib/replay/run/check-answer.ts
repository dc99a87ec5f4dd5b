import { askYesOrNo, type YesOrNo } from '@/lib/agent/ask-yes-or-no'
import { type ModelUsage, NO_USAGE, usageOfBoth } from '@/lib/agent/session-event'
import type { TurnOutcome } from '@/lib/agent/turn-in-memory'
import { holds } from '../checks'
import type { Check, JudgedCheck } from '../model/check'
import type { Answer } from '../turn/turn'

/** An answer that models gave, and why it did not end; null: it did. */
type GivenAnswer = Answer & Pick<TurnOutcome, 'requests' | 'usage' | 'stopped'>

/** An answer with what checks say of it; its cost is with that of the models that judged it. */
export type CheckedAnswer<Given extends GivenAnswer> = Given & {
  /** in the order of the checks; null: a person is asked. [] where it did not end */
  readonly checks: readonly (boolean | null)[]
}

/** A model that was asked for yes or no, and said neither. */
const UNCLEAR = {
  kind: 'broken_stream' as const,
  message: 'the judging model said neither yes nor no',
}

/** Checks an answer; models are asked one after the other. One that cannot judge stops it. */
export async function checkedAnswer<Given extends GivenAnswer>(
  checks: readonly Check[],
  answer: Given,
  signal: AbortSignal,
): Promise<CheckedAnswer<Given>> {
  if (answer.stopped !== null) return { ...answer, checks: [] }
  const held: (boolean | null)[] = []
  let requests = 0
  let usage: ModelUsage = NO_USAGE
  let stopped: GivenAnswer['stopped'] = null
  for (const check of checks) {
    if (check.type !== 'judged') {
      held.push(holds(check, answer))
      continue
    }
    const judged = await judgedAnswer(check, answer, signal)
    requests++
    usage = usageOfBoth(usage, judged.usage)
    held.push(judged.isYes)
    if (judged.isYes !== null) continue
    stopped = signal.aborted ? 'aborted' : (judged.fault ?? UNCLEAR)
    break
  }
  return {
    ...answer,
    checks: stopped === null ? held : [],
    requests: answer.requests + requests,
    usage: usageOfBoth(answer.usage, usage),
    stopped,
  }
}

/** Returns whether all checks held; null: it is not known of some, or nothing was checked. */
export function heldByAll(held: readonly (boolean | null)[]): boolean | null {
  if (held.includes(false)) return false
  return held.length === 0 || held.includes(null) ? null : true
}

function judgedAnswer(
  { question, model }: JudgedCheck,
  { texts }: Answer,
  signal: AbortSignal,
): Promise<YesOrNo> {
  return askYesOrNo({ model, question, text: texts.join('\n\n'), signal })
}
