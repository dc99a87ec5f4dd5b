'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import type { Decision } from '@/lib/review/model/hunk'
import { decideHunksAction } from './actions'
import type { BoardHunk } from './board-hunk'

/** What a person decides about a hunk; null takes it back. */
export interface Verdict {
  hunkId: string
  decision: Decision | null
  content?: string
  seen: boolean
}

export interface Decisions {
  decisionOf: (hunk: BoardHunk) => Decision | null
  decide: (verdicts: readonly Verdict[]) => void
  /** takes the last decision back; the ids of its hunks, empty if there was none */
  undoLast: () => readonly string[]
  /** why the last ones were not recorded; null: they were */
  why: string | null
}

/**
 * The decisions about a changeset's hunks, shown at once and recorded one after another. If the
 * server refuses one, it is taken back here and the page is read again.
 */
export function useDecisions(changesetId: string, hunks: readonly BoardHunk[]): Decisions {
  const router = useRouter()
  const [made, setMade] = useState<ReadonlyMap<string, Decision | null>>(new Map())
  const [why, setWhy] = useState<string | null>(null)
  const queue = useRef(Promise.resolve())
  const past = useRef<(readonly Verdict[])[]>([])
  const decisionOf = (hunk: BoardHunk) =>
    made.get(hunk.id) ?? (made.has(hunk.id) ? null : hunk.decision)

  const record = (verdicts: readonly Verdict[]) => {
    setWhy(null)
    setMade((known) => new Map([...known, ...verdicts.map(entryOf)]))
    queue.current = queue.current.then(async () => {
      const outcome = await decideHunksAction({ changesetId, decisions: [...verdicts] })
      if (outcome.isDone) return
      setWhy(outcome.why)
      setMade((known) => without(known, verdicts))
      router.refresh()
    })
  }
  return {
    decisionOf,
    why,
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

const entryOf = ({ hunkId, decision }: Verdict) => [hunkId, decision] as const

function without(
  known: ReadonlyMap<string, Decision | null>,
  verdicts: readonly Verdict[],
): ReadonlyMap<string, Decision | null> {
  const left = new Map(known)
  for (const { hunkId } of verdicts) left.delete(hunkId)
  return left
}
