'use client'

import { Undo2 } from 'lucide-react'
import { createContext, type ReactNode, useState, useTransition } from 'react'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { type Crumb, PageHead } from '@/components/frame/page'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'
import { ActResult } from './act-result'
import type { ActOutcome, LeftMemory } from './act-outcome'
import { type PlannedAct, runPlanAction } from './actions'
import { Refusal } from './refusal'

/** Runs a change of what the plan leaves out; until it is shown, the plan is not carried out. */
export const LeavingOut = createContext<(change: () => void) => void>((change) => change())

export interface PlanRunProps {
  act: PlannedAct
  /** of a version that is restored: its number; else 0 */
  ordinal: number
  crumbs: readonly Crumb[]
  title: string
  meta: ReactNode
  /** words of the button, at rest and at work; null: there is nothing to do */
  run: { words: string; busy: string } | null
  /** what the person left out */
  leftOut: readonly LeftMemory[]
  /** address of merging one memory by hand, without its id; null: that is not offered */
  mergeHref: string | null
  /** the plan, and what goes with it */
  children: ReactNode
}

/** Carries out the plan that is shown; then shows in its place what was done, and how to undo it. */
export function PlanRun(props: PlanRunProps) {
  const { act, ordinal, crumbs, title, meta, run, leftOut, mergeHref, children } = props
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [done, setDone] = useState<ActOutcome | null>(null)
  const [isRunning, startRun] = useTransition()
  const [isLeavingOut, leaveOut] = useTransition()
  const carryOut = () =>
    startRun(async () => {
      setWhy(null)
      const outcome = await runPlanAction(act).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      const { left, named } = outcome.value
      setDone({ ...outcome.value, left: left + leftOut.length, named: [...leftOut, ...named] })
    })
  const isOff = run === null || done !== null || isRunning || isLeavingOut
  useSubmitShortcut(carryOut, { disabled: isOff })
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={title}
        meta={done === null ? meta : null}
        guide="review"
        primary={
          run === null || done !== null ? null : (
            <Button variant="primary" disabled={isLeavingOut} isBusy={isRunning} onClick={carryOut}>
              <Undo2 size={15} aria-hidden />
              {isRunning ? run.busy : run.words}
              <Kbd>⌘↵</Kbd>
            </Button>
          )
        }
      />
      {why === null ? null : (
        <div className="px-4 pt-3">
          <Refusal why={why} />
        </div>
      )}
      {done === null ? (
        <LeavingOut value={leaveOut}>{children}</LeavingOut>
      ) : (
        <ActResult
          kind={act.kind}
          storeId={act.storeId}
          ordinal={ordinal}
          outcome={done}
          mergeHref={mergeHref}
        />
      )}
    </>
  )
}
