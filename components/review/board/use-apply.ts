'use client'

import { useState, useTransition } from 'react'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import type { Gates } from '@/components/gates/use-gates'
import type { GateChoice } from '@/lib/memory-tests/model/gate'
import { type AppliedReview, applyReviewAction, undoReviewAction } from '../actions'

/** What was rejected and edited, and is not written yet. */
export interface Tray {
  hunks: number
  memories: number
  /** once these are recorded: how many of its hunks were decided when */
  shown: () => { decidedAt: number; hunks: number }[]
}

export interface Apply {
  /** writes what lies in the tray; asks first, once, while something critical is open */
  run: () => void
  isPending: boolean
  /** whether it asks */
  isAsking: boolean
  /** reason why the last act was not done; null: it was */
  why: string | null
  /** what the last act did, until it is undone or the rest is gone on with; null: nothing */
  done: AppliedReview | null
  /** takes back what `done` tells, and opens it again */
  undo: () => void
  /** goes on with what is left */
  goOn: () => void
}

export interface ApplyInput {
  changesetId: string
  tray: () => Tray
  /** hunks that ask for a person before all others, and that nobody decided */
  criticalOpen: number
  /** settles once the server has what was decided so far; whether all of it was recorded */
  recorded: () => Promise<boolean>
  clearWhy: () => void
  /** of the store, which may hold it */
  gates: Gates
}

/** Applying what a person rejected and edited: the decided, while the rest stays open. */
export function useApply(input: ApplyInput): Apply {
  const { changesetId, tray, criticalOpen, recorded, clearWhy, gates } = input
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [done, setDone] = useState<AppliedReview | null>(null)
  /** how many critical ones were open when it asked */
  const [asked, setAsked] = useState(0)
  const [isPending, startTransition] = useTransition()
  const undo = () => {
    const batchId = done?.batchId
    if (batchId == null) return
    startTransition(async () => {
      setWhy(null)
      const outcome = await undoReviewAction({ changesetId, batchId }).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      setDone(null)
    })
  }
  const write = (choice: GateChoice = {}) =>
    startTransition(async () => {
      setWhy(null)
      setAsked(0)
      clearWhy()
      const lying = tray()
      // What is still on its way belongs to what is applied; the board says what was refused.
      if (!(await recorded())) return
      const wanted = { changesetId, tray: lying.shown(), gates: choice }
      const outcome = await applyReviewAction(wanted).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      setDone(gates.passed(outcome.value, 'apply', write))
    })
  const isAsking = asked > 0 && criticalOpen > 0
  return {
    run: () => {
      if (isPending || tray().hunks === 0) return
      if (criticalOpen > 0 && !isAsking) setAsked(criticalOpen)
      else write()
    },
    isPending,
    isAsking,
    why,
    done,
    undo,
    goOn: () => setDone(null),
  }
}
