'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { notDone } from '@/components/commands/action-result'
import type { GateChoice, Gated } from '@/lib/memory-tests/model/gate'
import type { Decision } from '@/lib/review/model/hunk'
import { answerProposalAction } from '../actions'
import type { BoardHunk } from './board-hunk'

/** A person's answer to a write that waits. */
export type Answer =
  | {
      result: 'allow'
      /** the text in place of the agent's; left out: the agent's */
      content?: string | undefined
      /** what the person says about the gates before it */
      gates?: GateChoice | undefined
    }
  | {
      result: 'deny'
      /** the message to the agent; empty: only that it was denied */
      message: string
    }

export interface Answers {
  answerOf: (hunkId: string) => Decision | null
  /** whether the server has not said yet whether the answer holds */
  isBeingSent: (hunkId: string) => boolean
  /** resolves to why it was not recorded; null: it was. What gates hold is told to `onHeld` as well */
  answer: (
    hunk: BoardHunk,
    answer: Answer,
    onHeld: (outcome: Gated<null>) => void,
  ) => Promise<string | null>
}

interface SentAnswer {
  decision: Decision
  isSent: boolean
}

/**
 * The answers to a changeset's waiting writes, shown at once. If the server refuses one, because it
 * would not write what was shown or somebody else answered, it is taken back here and the page is
 * read again. What gates hold is taken back, too.
 */
export function useAnswers(): Answers {
  const t = useTranslations('Approval')
  const held = useTranslations('Gate')
  const [answers, setAnswers] = useState<ReadonlyMap<string, SentAnswer>>(new Map())
  const answer: Answers['answer'] = async ({ id, waiting }, reply, onHeld) => {
    if (!waiting || answers.has(id)) return null
    const decision = decisionOf(reply)
    setAnswers((known) => new Map(known).set(id, { decision, isSent: false }))
    const { shown } = waiting
    const said = { proposalId: id, shown, ...reply }
    const outcome = await answerProposalAction(said).catch(() => notDone(t('notSent')))
    if (outcome.isDone && !outcome.value.isHeld) {
      setAnswers((known) => new Map(known).set(id, { decision, isSent: true }))
      return null
    }
    setAnswers((known) => new Map([...known].filter(([each]) => each !== id)))
    if (!outcome.isDone) return outcome.why
    onHeld(outcome.value)
    return held('holds')
  }
  return {
    answerOf: (hunkId) => answers.get(hunkId)?.decision ?? null,
    isBeingSent: (hunkId) => answers.get(hunkId)?.isSent === false,
    answer,
  }
}

function decisionOf(answer: Answer): Decision {
  if (answer.result === 'deny') return 'rejected'
  return answer.content === undefined ? 'accepted' : 'edited'
}
