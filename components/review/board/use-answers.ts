'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { notDone } from '@/components/commands/action-result'
import type { Decision } from '@/lib/review/model/hunk'
import { answerProposalAction } from '../actions'
import type { BoardHunk } from './board-hunk'

/** A person's answer to a write that waits. */
export type Answer =
  | {
      result: 'allow'
      /** the text in place of the agent's; left out: the agent's */
      content?: string | undefined
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
  /** resolves to why it was not recorded; null: it was */
  answer: (hunk: BoardHunk, answer: Answer) => Promise<string | null>
}

interface SentAnswer {
  decision: Decision
  isSent: boolean
}

/**
 * The answers to a changeset's waiting writes, shown at once. If the server refuses one, because it
 * would not write what was shown or somebody else answered, it is taken back here and the page is
 * read again.
 */
export function useAnswers(): Answers {
  const t = useTranslations('Approval')
  const [answers, setAnswers] = useState<ReadonlyMap<string, SentAnswer>>(new Map())
  const answer = async ({ id, waiting }: BoardHunk, reply: Answer): Promise<string | null> => {
    if (!waiting || answers.has(id)) return null
    const decision = decisionOf(reply)
    setAnswers((known) => new Map(known).set(id, { decision, isSent: false }))
    const { shown } = waiting
    const outcome = await answerProposalAction({ proposalId: id, shown, ...reply }).catch(() =>
      notDone(t('notSent')),
    )
    if (outcome.isDone) {
      setAnswers((known) => new Map(known).set(id, { decision, isSent: true }))
      return null
    }
    setAnswers((known) => new Map([...known].filter(([each]) => each !== id)))
    return outcome.why
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
