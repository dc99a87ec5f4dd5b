'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { notDone } from '@/components/commands/action-result'
import { useWarningOnLeave } from '@/components/ui/use-warning-on-leave'
import type { Decision } from '@/lib/review/model/hunk'
import { chunked } from '@/lib/text/chunked'
import type { DecidedHunks } from '@/lib/review/decisions/decide-hunks'
import type { ChosenLines } from '@/lib/text/chosen-lines'
import { decideHunksAction } from '../actions'
import { type BoardHunk, type BoardPart, isSettled } from './board-hunk'

/** A person's decision about a hunk; null takes an earlier one back. */
export interface Verdict {
  hunkId: string
  decision: Decision | null
  content?: string
  seen: boolean
  /** for an edited hunk: the decision on some of its lines, from which its content follows */
  lines?: { decision: 'accepted' | 'rejected'; lines: ChosenLines }
}

export interface Decisions {
  /** the one decision about all parts of a hunk; null: one of them is open, or they differ */
  decisionOf: (hunk: BoardHunk) => Decision | null
  ofPart: (part: BoardPart) => Decision | null
  /** the time of the decision about a part, as far as the server has said; null: there is none */
  decidedAtOf: (part: BoardPart) => number | null
  /** the changeset's revision up to which all its decisions are known here */
  knownRevision: () => number
  /** the new text of a rewritten hunk's lines; `read`: as the page was read; null: not known */
  replacementOf: (hunk: BoardHunk, read: string | null) => string | null
  /** resolves to why it was not recorded; null: it was */
  decide: (verdicts: readonly Verdict[]) => Promise<string | null>
  /** settles once the server has all that was decided so far; whether it recorded all of it */
  recorded: () => Promise<boolean>
  /** whether there is a decision that `undoLast` takes back */
  canUndo: boolean
  /**
   * takes the last decision back, of those before the page was opened the newest of this person; the
   * ids of its hunks, empty if there was none
   */
  undoLast: () => { hunkIds: readonly string[]; outcome: Promise<string | null> }
}

/** A decision made here; it is shown until the page is read at its revision, or a later one. */
interface LocalDecision {
  decision: Decision | null
  /** the new text; null: there is none, or it follows from lines that were chosen */
  content: string | null
  /** null: there is none */
  decidedAt: number | null
  /** of the changeset, with it; infinite: it is on its way */
  revision: number
}

/** The state of the hunks on the page at the time of a decision. */
interface ShownState {
  revision: number
  decidedAt: ReadonlyMap<string, number | null>
}

/**
 * The decisions about a changeset's hunks, as the page was read at a revision of the changeset;
 * shown at once and recorded one after another. If the server refuses one, it is taken back here
 * and the page is read again; so it is once none is open, and when one is again.
 */
export function useDecisions(
  changesetId: string,
  hunks: readonly BoardHunk[],
  revision: number,
): Decisions {
  const t = useTranslations('Approval')
  const [localDecisions, setLocalDecisions] = useState<ReadonlyMap<string, LocalDecision>>(
    new Map(),
  )
  const sending = useRef<Promise<boolean> | null>(null)
  const [unsent, setUnsent] = useState(0)
  /** the server's answers, for questions while nothing is rendered */
  const recordedHere = useRef(new Map<string, LocalDecision>())
  const ownRevision = useRef(0)
  /** what takes back each decision made here, the last one last */
  const [past, setPast] = useState<readonly (readonly Verdict[])[]>([])
  // What is shown as decided would not be.
  useWarningOnLeave(unsent > 0)
  const parts = hunks.flatMap((hunk) => hunk.parts)
  const localOf = (id: string) => newerThan(localDecisions.get(id), revision)
  const ofPart = (part: BoardPart) => {
    const own = localOf(part.id)
    return own ? own.decision : part.decision
  }
  const decisionOf = (hunk: BoardHunk) => {
    const [first = null, ...others] = new Set(hunk.parts.map(ofPart))
    return others.length === 0 ? first : null
  }

  const record = (verdicts: readonly Verdict[]): Promise<string | null> => {
    const sent = verdicts.map(entryOf)
    setLocalDecisions((known) => new Map([...known, ...sent]))
    const shown = { revision, decidedAt: new Map(parts.map((one) => [one.id, one.decidedAt])) }
    setUnsent((count) => count + 1)
    const before = sending.current ?? Promise.resolve(true)
    const refusal = before.then(() => send(verdicts, shown))
    const all = refusal
      .then(async (why) => (await before) && why === null)
      .finally(() => {
        setUnsent((count) => count - 1)
        if (sending.current === all) sending.current = null
      })
    sending.current = all
    return refusal
  }
  const send = async (verdicts: readonly Verdict[], shown: ShownState): Promise<string | null> => {
    for (const part of chunked(verdicts, VERDICTS_AT_ONCE)) {
      const decisions = part.map((verdict) => {
        const { hunkId } = verdict
        const own = newerThan(recordedHere.current.get(hunkId), shown.revision)
        const shownDecidedAt = own ? own.decidedAt : (shown.decidedAt.get(hunkId) ?? null)
        return { ...sentVerdict(verdict), shownDecidedAt }
      })
      const outcome = await decideHunksAction({ changesetId, decisions }).catch(() =>
        notDone(t('notSent')),
      )
      if (outcome.isDone) {
        keep(part, outcome.value, shown.revision)
        continue
      }
      setLocalDecisions((known) => without(known, verdicts))
      return outcome.why
    }
    return null
  }
  const keep = (
    verdicts: readonly Verdict[],
    { decidedAt, revision: now }: Pick<DecidedHunks, 'decidedAt' | 'revision'>,
    shownRevision: number,
  ) => {
    // Every act of deciding is one revision: where one is left out, somebody else decided.
    if (now === Math.max(ownRevision.current, shownRevision) + 1) ownRevision.current = now
    const kept = verdicts.map(({ hunkId, decision, content }) => {
      const at = decision === null ? null : decidedAt
      const local = { decision, content: content ?? null, decidedAt: at, revision: now }
      return [hunkId, local] as const
    })
    for (const [hunkId, each] of kept) recordedHere.current.set(hunkId, each)
    setLocalDecisions((known) => {
      // What was decided again meanwhile is still on its way.
      const own = kept.filter(([hunkId, { decision }]) => known.get(hunkId)?.decision === decision)
      return new Map([...known, ...own])
    })
  }
  const decidedAtOf = ({ id, decidedAt }: BoardPart) => {
    const own = newerThan(recordedHere.current.get(id), revision)
    return own ? own.decidedAt : decidedAt
  }
  const standing = parts.filter((part) => !isSettled(part) && ofPart(part) !== null)
  /** what was decided by one act, and is not to be told from the page, has one time */
  const newestStanding = (): Verdict[] => {
    const newest = Math.max(...standing.map((part) => decidedAtOf(part) ?? 0))
    return standing
      .filter((part) => decidedAtOf(part) === newest)
      .map(({ id }) => ({ hunkId: id, decision: null, seen: false }))
  }
  return {
    decisionOf,
    ofPart,
    decidedAtOf,
    canUndo: past.length > 0 || standing.length > 0,
    replacementOf: (hunk, read) => {
      const own = localOf(hunk.id)
      return own ? own.content : read
    },
    knownRevision: () => Math.max(ownRevision.current, revision),
    recorded: () => sending.current ?? Promise.resolve(true),
    decide: (verdicts) => {
      const known = new Map(parts.map((part) => [part.id, part]))
      const before = verdicts.map(({ hunkId, seen }) => {
        const part = known.get(hunkId)
        const decision = part ? ofPart(part) : null
        // An edit’s text is not kept here: taking back what replaced it opens the hunk.
        return { hunkId, decision: decision === 'edited' ? null : decision, seen }
      })
      setPast((earlier) => [...earlier, before])
      return record(verdicts)
    },
    undoLast: () => {
      const last = past.at(-1) ?? newestStanding()
      setPast((earlier) => earlier.slice(0, -1))
      const outcome = last.length > 0 ? record(last) : Promise.resolve(null)
      return { hunkIds: last.map(({ hunkId }) => hunkId), outcome }
    },
  }
}

/** Limit of the action. */
const VERDICTS_AT_ONCE = 1000

/** Returns a verdict as the action takes it. */
const sentVerdict = ({ lines: said, ...verdict }: Verdict) =>
  said
    ? {
        ...verdict,
        lines: { decision: said.decision, ...said.lines },
      }
    : verdict

const entryOf = ({ hunkId, decision, content }: Verdict): readonly [string, LocalDecision] => [
  hunkId,
  { decision, content: content ?? null, decidedAt: null, revision: Infinity },
]

const newerThan = (local: LocalDecision | undefined, revision: number) =>
  local && local.revision > revision ? local : undefined

function without(
  known: ReadonlyMap<string, LocalDecision>,
  verdicts: readonly Verdict[],
): ReadonlyMap<string, LocalDecision> {
  const left = new Map(known)
  for (const { hunkId } of verdicts) left.delete(hunkId)
  return left
}
