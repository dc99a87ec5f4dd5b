'use client'

import { GitMerge, Undo2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { PathInLine, VisiblePath } from '@/components/content/visible-path'
import { type Crumb, PageHead } from '@/components/frame/page'
import { GateNotice } from '@/components/gates/gate-notice'
import { useGates } from '@/components/gates/use-gates'
import { Amount } from '@/components/ui/amount'
import { Button, buttonVariants } from '@/components/ui/button'
import { ChangeLetter } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import { isPageKey } from '@/components/ui/page-key'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'
import type { GateChoice } from '@/lib/memory-tests/model/gate'
import type {
  MergeChoice,
  MergeHunk,
  MergeObstacle,
  MergeSummary,
} from '@/lib/store/model/branch-merge'
import { type MergeOutcome, mergeBranchAction } from './actions'
import { DeleteBranch } from './delete-branch'
import { MergeConflictPlace, MergeFittingPlace } from './merge-places'

export interface MergeViewProps {
  branch: { id: string; name: string; lastSequence: number }
  origin: { id: string; name: string }
  /** of what is shown: a merge does this, or nothing */
  planHash: string
  memories: readonly MergeSummary[]
  /** the memory whose places are shown; null: there is none */
  chosen: string | null
  hunks: readonly MergeHunk[]
  unmerged: number
  crumbs: readonly Crumb[]
  title: ReactNode
  meta: ReactNode
  /** how far both went on, drawn */
  fork: ReactNode
}

/** What a person chose for a place, and whether they had to. */
interface Chosen {
  choice: MergeChoice
  isConflict: boolean
}

/**
 * A branch against its origin: what fits, what needs a person, and the act that merges it. What was
 * chosen is of one plan; why nothing was done is told beside the next.
 */
export function MergeView(props: MergeViewProps) {
  const [why, setWhy] = useState<string | null>(null)
  return <MergeOfPlan key={props.planHash} {...props} why={why} onRefused={setWhy} />
}

interface MergeOfPlanProps extends MergeViewProps {
  /** why the last attempt did nothing; null: it did, or there was none */
  why: string | null
  onRefused: (why: string | null) => void
}

function MergeOfPlan({ why, onRefused, ...props }: MergeOfPlanProps) {
  const { branch, origin, planHash, memories, hunks, unmerged, crumbs, title, meta, fork } = props
  const t = useTranslations('Branch')
  const router = useRouter()
  const noAnswer = useNoAnswer()
  const [choices, setChoices] = useState<ReadonlyMap<string, Chosen>>(new Map())
  const [editing, setEditing] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<MergeOutcome | null>(null)
  const [isPending, startTransition] = useTransition()
  const gates = useGates()
  const sides = { origin: origin.name, branch: t('thisBranch') }

  const openIn = ({ memoryId, conflicts }: MergeSummary) =>
    conflicts -
    [...choices].filter(([id, { isConflict }]) => isConflict && id.startsWith(`${memoryId}:`))
      .length
  const mergeable = memories.filter(({ obstacle }) => obstacle === null)
  const inNeed = mergeable.filter(({ conflicts }) => conflicts > 0)
  const fitting = mergeable.filter(({ conflicts }) => conflicts === 0)
  const left = memories.filter(({ obstacle }) => obstacle !== null)
  const open = inNeed.reduce((sum, memory) => sum + openIn(memory), 0)
  const fits = mergeable.reduce((sum, memory) => sum + memory.hunks - memory.conflicts, 0)
  const current = hunks.find(({ id, isConflict }) => isConflict && !choices.has(id)) ?? null
  const lastConflict = hunks.findLast(({ isConflict }) => isConflict) ?? null
  const keyed = current ?? lastConflict

  const choose = ({ id, isConflict }: MergeHunk, choice: MergeChoice | null) => {
    // What gates were asked about is what was chosen then.
    gates.putAside()
    const next = new Map(choices)
    if (choice) next.set(id, { choice, isConflict })
    else next.delete(id)
    setChoices(next)
  }
  const address = `/stores/${branch.id}/merge`
  const show = (memoryId: string) =>
    router.replace(`${address}?memory=${memoryId}`, { scroll: false })
  const step = (by: 1 | -1) => {
    const order = [...inNeed, ...fitting]
    const next = order[order.findIndex(({ memoryId }) => memoryId === props.chosen) + by]
    if (next) show(next.memoryId)
  }
  const canMerge = outcome === null && open === 0 && mergeable.length > 0
  const run = (choice: GateChoice = {}) =>
    startTransition(async () => {
      const chosen = [...choices].map(([id, { choice }]): [string, MergeChoice] => [id, choice])
      const wanted = { storeId: branch.id, plan: planHash, choices: chosen, gates: choice }
      const result = await mergeBranchAction(wanted).catch(noAnswer)
      if (!result.isDone) {
        onRefused(result.why)
        return
      }
      onRefused(null)
      setOutcome(gates.passed(result.value, 'merge', run))
    })

  useLetterKey('j', () => step(1))
  useLetterKey('k', () => step(-1))
  useLetterKey('b', () => {
    if (keyed?.kind === 'lines') choose(keyed, { take: 'both' })
  })
  useLetterKey('e', () => {
    if (keyed?.kind === 'lines') setEditing(keyed.id)
  })
  useArrows((side) => {
    if (keyed) choose(keyed, { take: side })
  })
  useSubmitShortcut(() => run(), { disabled: !canMerge || isPending })

  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={title}
        meta={meta}
        actions={
          <DeleteBranch
            branch={branch}
            originId={origin.id}
            unmerged={outcome && outcome.left.length === 0 ? 0 : unmerged}
          />
        }
        primary={
          outcome === null && mergeable.length > 0 ? (
            <Button
              variant="primary"
              isBusy={isPending}
              aria-disabled={!canMerge || undefined}
              title={open > 0 ? t('needsFirst', { count: open }) : undefined}
              onClick={canMerge ? () => run() : undefined}
            >
              <GitMerge size={15} aria-hidden /> {t('merge')}
              <span aria-hidden className="max-lg:hidden">
                <Kbd>⌘↵</Kbd>
              </span>
            </Button>
          ) : null
        }
      />
      {outcome ? (
        <Merged outcome={outcome} origin={origin} />
      ) : (
        <div className="plan-panes">
          <nav aria-label={t('memories')} className="plan-side">
            <div className="plan-list">
              <Group
                title={t('needsYou')}
                memories={inNeed}
                chosen={props.chosen}
                address={address}
                about={(memory) =>
                  openIn(memory) > 0 ? (
                    <span className="text-caution">{t('open', { count: openIn(memory) })}</span>
                  ) : (
                    t('settled')
                  )
                }
              />
              <Group
                title={t('fitsByItself')}
                memories={fitting}
                chosen={props.chosen}
                address={address}
              />
              <Group
                title={t('stays')}
                memories={left}
                chosen={null}
                address={null}
                about={({ obstacle }) => (obstacle ? whyOf(t, obstacle) : null)}
              />
            </div>
          </nav>
          <div className="plan-difference">
            <header className="flex flex-wrap items-center justify-between gap-4 border-b border-line px-5 py-3">
              <div role="status" className="min-w-0">
                <h2 className="text-[22px] leading-7 font-semibold tracking-[-0.01em]">
                  {t('headline', { count: open })}
                </h2>
                <p className="text-ink-2">{t('fitCount', { count: fits })}</p>
              </div>
              {fork}
            </header>
            {why === null ? null : (
              <div className="px-5 py-3">
                <ErrorNotice>{why}</ErrorNotice>
              </div>
            )}
            <GateNotice gates={gates} />
            <div className="plan-scroll">
              {hunks.map((hunk) =>
                hunk.isConflict ? (
                  <MergeConflictPlace
                    key={hunk.id}
                    hunk={hunk}
                    choice={choices.get(hunk.id)?.choice}
                    sides={sides}
                    isCurrent={hunk.id === keyed?.id}
                    isEditing={editing === hunk.id}
                    onChoose={(choice) => choose(hunk, choice)}
                    onEdit={(isEditing) => setEditing(isEditing ? hunk.id : null)}
                  />
                ) : (
                  <MergeFittingPlace
                    key={hunk.id}
                    hunk={hunk}
                    choice={choices.get(hunk.id)?.choice}
                    onChoose={(choice) => choose(hunk, choice)}
                  />
                ),
              )}
            </div>
          </div>
        </div>
      )}
    </>
  )
}

/** ← and → take a side. */
function useArrows(take: (side: 'origin' | 'branch') => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const side = SIDES[event.key]
      if (side === undefined || event.repeat || event.shiftKey || !isPageKey(event)) return
      event.preventDefault()
      latest.current(side)
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

const SIDES: Readonly<Record<string, 'origin' | 'branch'>> = {
  ArrowLeft: 'origin',
  ArrowRight: 'branch',
}

type Words = ReturnType<typeof useTranslations<'Branch'>>

function whyOf(t: Words, obstacle: MergeObstacle): string {
  if (obstacle.reason === 'policy') return t('left_policy', { why: obstacle.why })
  return t(`left_${obstacle.reason}`)
}

function Group({
  title,
  memories,
  chosen,
  address,
  about,
}: {
  title: string
  memories: readonly MergeSummary[]
  chosen: string | null
  /** null: they have nothing to show */
  address: string | null
  about?: (memory: MergeSummary) => ReactNode
}) {
  const changes = useTranslations('Changes')
  if (memories.length === 0) return null
  return (
    <section>
      <h2 className="border-b border-line px-4 py-2 font-semibold">
        {title} <span className="font-normal text-ink-3 tabular-nums">{memories.length}</span>
      </h2>
      <ul aria-label={title}>
        {memories.map((memory) => {
          const { memoryId, path, operation, added, removed } = memory
          const note = about?.(memory) ?? null
          const row = (
            <>
              <span className="flex items-center gap-2">
                <ChangeLetter kind={operation} label={changes(operation)} />
                <span className="min-w-0 flex-1 truncate font-mono text-code">
                  <PathInLine path={path} />
                </span>
                <Amount added={added} removed={removed} />
              </span>
              {note === null ? null : <span className="block pl-7 text-ink-2">{note}</span>}
            </>
          )
          const look = 'block border-b border-line px-4 py-2'
          return (
            <li key={memoryId}>
              {address === null ? (
                <div className={look}>{row}</div>
              ) : (
                <Link
                  href={`${address}?memory=${memoryId}`}
                  replace
                  scroll={false}
                  aria-current={memoryId === chosen ? 'true' : undefined}
                  className={classNames(
                    look,
                    'hover:bg-hover aria-[current]:bg-selected aria-[current]:shadow-[inset_2px_0_0_var(--accent)]',
                  )}
                >
                  {row}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** What a merge did, and the way to undo it. Its heading takes the focus. */
function Merged({ outcome, origin }: { outcome: MergeOutcome; origin: MergeViewProps['origin'] }) {
  const t = useTranslations('Branch')
  const undo = useTranslations('Undo')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { originId, batchId, memories, left } = outcome
  return (
    <div className="min-h-0 flex-1 space-y-5 overflow-auto px-5 py-5">
      <h2 ref={heading} tabIndex={-1} className="text-lead font-semibold outline-none">
        {t('merged', { count: memories, name: origin.name })}
      </h2>
      <p className="flex flex-wrap gap-2">
        <Link href={`/stores/${originId}`} className={buttonVariants({ variant: 'primary' })}>
          {undo('openStore')}
        </Link>
        {batchId === null ? null : (
          <Link href={`/stores/${originId}/undo?batch=${batchId}`} className={buttonVariants()}>
            <Undo2 size={15} aria-hidden /> {undo('undoThis')}
          </Link>
        )}
      </p>
      {left.length === 0 ? (
        <p className="text-ink-2">{t('canGo')}</p>
      ) : (
        <section aria-labelledby="merge-left">
          <h3 id="merge-left" className="font-semibold text-caution">
            {t('stays')}
          </h3>
          <ul>
            {left.map(({ path, obstacle }) => (
              <li key={path} className="flex flex-wrap gap-x-3">
                <span className="font-mono text-code">
                  <VisiblePath path={path} />
                </span>
                <span className="text-ink-2">{obstacle ? whyOf(t, obstacle) : null}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
