'use client'

import { CircleCheck, GitPullRequestArrow, TriangleAlert } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { undoOf } from '@/components/history/undo-of'
import { useKey } from '@/components/keys/use-key'
import { AskToLeave } from '@/components/live/ask-to-leave'
import { draftsKept } from '@/components/live/drafts'
import { leaveBy } from '@/components/live/leaving'
import { useUnsaved } from '@/components/live/use-live'
import { ActBar } from '@/components/ui/act-bar'
import { useActorName } from '@/components/ui/actor-mark'
import { Button, ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { WhyNot } from '@/components/ui/notice'
import { useTimeZone } from '@/components/ui/time'
import type { Answer, Plan, PlanKind, PlanRow } from '@/lib/store/plan/plan'
import { toggled } from '@/lib/text/lists'
import { plainName } from '@/lib/text/visible-text'
import { doAsShown } from './actions'
import { PlanDifference, type ShownRow } from './difference'
import { pathOfRow, rowGroups } from './plan-groups'
import { type PathRow, Rows } from './rows'
import { useReasonWords, PlanRun } from './run'

/** The kinds that this page shows; the words of each are in the namespace `Plan`. */
export type ShownKind = Extract<PlanKind, 'restore' | 'undo' | 'seed' | 'take_over'>

export interface PlanViewProps {
  plan: Plan
  /** by which chosen rows are known again; undefined: the whole plan has to be the same */
  marks: Readonly<Record<string, string>> | undefined
  kind: ShownKind
  /** what the address says it is about */
  asked: Readonly<Record<string, string>>
  /** what is undone, restored to, seeded from or taken over, and what follows from it */
  subject: { title: ReactNode; about: ReactNode }
  /** the row that the page opens with, and its difference */
  first: { row: string; shown: ShownRow } | null
}

/**
 * What would be done, row by row, before anything is. What was shown is what is done: if something chosen is
 * another by then, the new plan is shown instead, and choices on rows that are the same stay.
 */
export function PlanView({ plan, marks, kind, asked, subject, first }: PlanViewProps) {
  const t = useTranslations('Plan')
  const common = useTranslations('Common')
  const router = useRouter()
  const choice = useChoice(plan, asked)
  const [current, setCurrent] = useState(first?.row ?? null)
  const [jobId, setJobId] = useState<string | null>(null)
  const store = `/stores/${plan.storeId}`
  const { memoryTests = 0 } = plan
  const isNothing = choice.count + memoryTests === 0
  const { run, isBusy, why } = useAct(doAsShown, {
    to: (done) => (done.jobId === null ? store : null),
    done: (done) => {
      choice.forget()
      setJobId(done.jobId)
      return done.jobId === null ? t(`done.${kind}`, { count: done.versions }) : null
    },
    undo: ({ batchId }) => undoOf(plan.storeId, batchId),
  })
  const start = async () => {
    if (isBusy || isNothing) return
    const { leftOut, answers } = choice
    const result = await run({
      storeId: plan.storeId,
      hash: plan.hash,
      sequence: plan.sequence,
      marks: marks && Object.fromEntries(choice.taken.map((id) => [id, marks[id] ?? ''])),
      ask: { ...asked },
      leftOut,
      answers,
    })
    if (!result.ok && result.code === 'plan_changed') router.refresh()
  }
  useUnsaved(choice.isMade && jobId === null)
  useKey('mod+enter', t(`act.${kind}`, { count: choice.count }), () => void start(), {
    when: jobId === null && !isNothing,
    bar: true,
  })
  useKey('escape', t(jobId === null ? 'back' : 'openStore'), () =>
    leaveBy(() => router.push(store)),
  )
  if (jobId) return <PlanRun jobId={jobId} kind={kind} storeId={plan.storeId} />
  const row = plan.rows.find(({ id }) => id === (current ?? first?.row))
  const open = (id: string) => {
    setCurrent(id)
    if (id !== row?.id) return
    // A conflict that is open already is decided.
    const merge = document.querySelector<HTMLElement>('[data-merge]')
    merge?.focus()
    merge?.click()
  }
  if (plan.rows.length + memoryTests === 0) {
    return (
      <Empty
        Icon={CircleCheck}
        title={t(`nothing.${kind}`)}
        acts={<ButtonLink href={store}>{t('openStore')}</ButtonLink>}
      >
        {subject.about}
      </Empty>
    )
  }
  return (
    <>
      <Rows
        label={t('list')}
        groups={rowGroups(plan.rows).map(({ group, rows }) => ({
          key: group,
          title: t(`group.${group}`),
          ...(group === 'conflict' || group === 'merged' || group === 'kept'
            ? { about: t(`about.${group}`) }
            : {}),
          rows: rows.map((each) => shownRow(each, choice)),
        }))}
        same={{ title: t('same'), about: t('sameAbout'), count: plan.same }}
        current={current}
        onOpen={open}
        onTick={choice.toggle}
      >
        <div className="px-6 py-5 max-md:order-first max-md:px-4">
          <h2 className="text-[22px] leading-7 font-semibold tracking-[-0.015em] wrap-anywhere">
            {subject.title}
          </h2>
          <p className="pt-1 text-ink-2">{subject.about}</p>
        </div>
        {row ? (
          <PlanDifference
            key={shownAs(row)}
            plan={plan}
            asked={asked}
            row={row}
            first={first?.row === row.id ? first.shown : null}
            answer={choice.answerOf(row)}
            onAnswer={(answer) => choice.answer(row, answer)}
          />
        ) : null}
        <p className="px-6 py-5 text-ink-2 max-md:px-4">{t(`stays.${kind}`)}</p>
      </Rows>
      <ActBar
        says={
          isNothing
            ? t('nothingChosen')
            : t('says', { count: choice.count, left: choice.leftAlone })
        }
        about={why ? <WhyNot why={why} /> : t('asShown')}
        primary={
          <Button
            variant="primary"
            isBusy={isBusy}
            aria-disabled={isNothing}
            onClick={() => void start()}
            stroke="mod+enter"
          >
            {t(`act.${kind}`, { count: choice.count })}
          </Button>
        }
      />
      <AskToLeave
        when={choice.isMade}
        title={t('leaveTitle')}
        about={common('leave')}
        onLeave={choice.forget}
      />
    </>
  )
}

function shownRow(row: PlanRow, choice: Choice): PathRow {
  const { id, group, operation: kind, added, removed } = row
  const isTaken = choice.isTaken(row)
  return {
    id,
    path: pathOfRow(row),
    kind,
    added,
    removed,
    tick: group === 'change' ? isTaken : null,
    sign:
      group === 'conflict' ? (
        <GitPullRequestArrow
          size={16}
          aria-hidden
          className={isTaken ? 'text-accent' : 'text-caution'}
        />
      ) : null,
    about: <About row={row} isTaken={isTaken} />,
  }
}

/** What is to be known of a row besides its path, in one line. */
function About({ row, isTaken }: { row: PlanRow; isTaken: boolean }) {
  const t = useTranslations('Plan')
  const format = useFormatter()
  const nameOf = useActorName()
  const reasonWords = useReasonWords()
  const timeZone = useTimeZone()
  const words = () => {
    if (row.bringsBack) {
      const shape = { dateStyle: 'medium', timeZone } as const
      return t('bringsBack', { day: format.dateTime(row.bringsBack, shape) })
    }
    if (row.group === 'conflict' && isTaken) return t('decided')
    if (row.reason) return reasonWords(row.reason, pathOfRow(row))
    if (row.by) return t('changedSince', { name: plainName(nameOf(row.by)) })
    if (row.group === 'conflict') return t('reason.same_lines')
    if (row.before && row.after && row.before.path !== row.after.path)
      return t('movedFrom', { path: plainName(row.before.path) })
    return null
  }
  const text = words()
  if (text === null) return null
  return (
    <span className="flex items-center gap-1 truncate text-xs text-ink-2">
      {row.bringsBack ? (
        <TriangleAlert size={12} aria-hidden className="shrink-0 text-caution" />
      ) : null}
      <span className="truncate">{text}</span>
    </span>
  )
}

/** What a person chooses of a plan: what is left out, and what becomes of conflicts. */
interface Choice {
  isTaken: (row: PlanRow) => boolean
  /** leaves a row out, or takes it back in; a conflict is answered instead */
  toggle: (id: string) => void
  answerOf: (row: PlanRow) => Answer
  answer: (row: PlanRow, answer: Answer) => void
  /** whether anything is other than the plan had it */
  isMade: boolean
  forget: () => void
  /** ids of the rows that are done */
  taken: string[]
  leftOut: string[]
  answers: Record<string, Answer>
  /** how many memories would change, how many are left alone */
  count: number
  leftAlone: number
}

/** By what an answer is kept: what would become of it, and of what, and which redaction it would undo. */
const shownAs = ({ id, before, after, bringsBack }: PlanRow) =>
  [id, before?.path, before?.sha256, after?.path, after?.sha256, bringsBack?.getTime()].join()

/** What is left out stays so, whatever becomes of it; what is ticked all the same is what was shown. */
const turnOf = (row: PlanRow) => (row.bringsBack ? shownAs(row) : row.id)

interface Kept {
  /** by `turnOf` */
  turned: ReadonlySet<string>
  /** by `shownAs` */
  answers: Readonly<Record<string, Answer>>
}

/** By what a plan is about: who goes back and comes again finds them. */
const drafts = draftsKept<Kept>()

const NONE: Kept = { turned: new Set(), answers: {} }

/** A plan that is made again keeps what was left out, and answers on what is as it was shown. */
function useChoice({ rows, storeId }: Plan, asked: PlanViewProps['asked']): Choice {
  const about = JSON.stringify([storeId, asked])
  const { turned, answers } = drafts.useDraft(about) ?? NONE
  const isMadeOf = (kept: Kept) => kept.turned.size + Object.keys(kept.answers).length > 0
  const keep = (kept: Kept) => drafts.keep(about, isMadeOf(kept) ? kept : null)
  const answerOf = (row: PlanRow) => answers[shownAs(row)] ?? 'leave'
  const isTaken = (row: PlanRow) => {
    if (row.group === 'conflict') return answerOf(row) !== 'leave'
    // What may bring a redacted text back is taken only if somebody ticks it.
    return row.group === 'change' && turned.has(turnOf(row)) === (row.bringsBack !== undefined)
  }
  const changing = rows.filter(({ group }) => group === 'change')
  const ticked = changing.filter((row) => row.bringsBack && isTaken(row))
  const deciding = rows.filter(({ group }) => group === 'conflict')
  const taken = [...changing, ...deciding].filter(isTaken).map(({ id }) => id)
  const count = taken.length
  return {
    isTaken,
    toggle: (id) => {
      const [row] = changing.filter((each) => each.id === id)
      if (row) keep({ turned: toggled(turned, turnOf(row)), answers })
    },
    answerOf,
    answer: (row, answer) => keep({ turned, answers: { ...answers, [shownAs(row)]: answer } }),
    isMade: isMadeOf({ turned, answers }),
    forget: () => drafts.keep(about, null),
    taken,
    leftOut: changing.filter((row) => !isTaken(row)).map(({ id }) => id),
    answers: Object.fromEntries([
      ...deciding.map((row) => [row.id, answerOf(row)] as const),
      ...ticked.map(({ id }) => [id, 'take' as const] as const),
    ]),
    count,
    leftAlone: changing.length + deciding.length - count,
  }
}
