'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { notDone } from '@/components/commands/action-result'
import { useWarningOnLeave } from '@/components/ui/use-warning-on-leave'
import type { Decision } from '@/lib/review/model/hunk'
import { inParts } from '@/lib/text/in-parts'
import type { ChosenLines } from '@/lib/text/chosen-lines'
import { decideHunksAction } from './actions'
import type { BoardHunk } from './board-hunk'

/** What a person decides about a hunk; null takes it back. */
export interface Verdict {
  hunkId: string
  decision: Decision | null
  content?: string
  seen: boolean
  /** of an edited one: what was said of some of its lines, from which its content follows */
  lines?: { decision: 'accepted' | 'rejected'; lines: ChosenLines }
}

export interface Decisions {
  decisionOf: (hunk: BoardHunk) => Decision | null
  decide: (verdicts: readonly Verdict[]) => void
  /** settles once the server has all that was decided so far; whether it recorded all of it */
  recorded: () => Promise<boolean>
  /** takes the last decision back; the ids of its hunks, empty if there was none */
  undoLast: () => readonly string[]
  /** why the last ones were not recorded; null: they were */
  why: string | null
}

/**
 * The decisions about a changeset's hunks, shown at once and recorded one after another. If the
 * server refuses one, it is taken back here and the page is read again; so it is once none is
 * open, and when one is again.
 */
export function useDecisions(changesetId: string, hunks: readonly BoardHunk[]): Decisions {
  const t = useTranslations('Approval')
  const [made, setMade] = useState<ReadonlyMap<string, Decision | null>>(new Map())
  const [why, setWhy] = useState<string | null>(null)
  const sending = useRef<Promise<boolean> | null>(null)
  const [unsent, setUnsent] = useState(0)
  const past = useRef<(readonly Verdict[])[]>([])
  // What is shown as decided would not be.
  useWarningOnLeave(unsent > 0)
  const decisionOf = (hunk: BoardHunk) =>
    made.get(hunk.id) ?? (made.has(hunk.id) ? null : hunk.decision)

  const record = (verdicts: readonly Verdict[]) => {
    setWhy(null)
    setMade((known) => new Map([...known, ...verdicts.map(entryOf)]))
    setUnsent((count) => count + 1)
    const all = (sending.current ?? Promise.resolve(true))
      .then(async (isRecorded) => (await send(verdicts)) && isRecorded)
      .finally(() => {
        setUnsent((count) => count - 1)
        if (sending.current === all) sending.current = null
      })
    sending.current = all
  }
  const send = async (verdicts: readonly Verdict[]): Promise<boolean> => {
    for (const part of inParts(verdicts, VERDICTS_AT_ONCE)) {
      const decisions = part.map(sentVerdict)
      const outcome = await decideHunksAction({ changesetId, decisions }).catch(() =>
        notDone(t('notSent')),
      )
      if (outcome.isDone) continue
      setWhy(outcome.why)
      setMade((known) => without(known, verdicts))
      return false
    }
    return true
  }
  return {
    decisionOf,
    why,
    recorded: () => sending.current ?? Promise.resolve(true),
    decide: (verdicts) => {
      const known = new Map(hunks.map((hunk) => [hunk.id, hunk]))
      past.current.push(
        verdicts.map(({ hunkId, seen }) => {
          const hunk = known.get(hunkId)
          const decision = hunk ? decisionOf(hunk) : null
          // An edit’s text is not kept here: taking back what replaced it opens the hunk.
          return { hunkId, decision: decision === 'edited' ? null : decision, seen }
        }),
      )
      record(verdicts)
    },
    undoLast: () => {
      const last = past.current.pop() ?? []
      if (last.length > 0) record(last)
      return last.map(({ hunkId }) => hunkId)
    },
  }
}

/** As many as the action takes. */
const VERDICTS_AT_ONCE = 1000

/** As the action takes it. */
const sentVerdict = ({ lines: said, ...verdict }: Verdict) =>
  said
    ? {
        ...verdict,
        lines: { decision: said.decision, ...said.lines },
      }
    : verdict

const entryOf = ({ hunkId, decision }: Verdict) => [hunkId, decision] as const

function without(
  known: ReadonlyMap<string, Decision | null>,
  verdicts: readonly Verdict[],
): ReadonlyMap<string, Decision | null> {
  const left = new Map(known)
  for (const { hunkId } of verdicts) left.delete(hunkId)
  return left
}
