'use client'

import { CircleCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { Kbd } from '@/components/keys/kbd'
import { useKey } from '@/components/keys/use-key'
import { useUnsaved } from '@/components/live/use-live'
import { undoWritten } from '@/components/history/actions'
import { ActBar } from '@/components/ui/act-bar'
import { Button, buttonLook } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { Link } from '@/components/ui/link'
import { WhyNot } from '@/components/ui/notice'
import type { Plan, PlanKind, PlanRow } from '@/lib/store/plan/plan'
import { doAsShown } from './actions'
import { Difference } from './difference'
import { PlanList } from './list'
import { PlanRun } from './run'
import type { ShownRow } from './shown-row'
import { useChoice } from './use-choice'

/** The kinds that this page shows; the words of each are in the namespace `Plan`. */
export type ShownKind = Extract<PlanKind, 'restore' | 'undo' | 'seed' | 'take_over'>

export interface PlanViewProps {
  plan: Plan
  kind: ShownKind
  /** what the address says it is about */
  asked: Readonly<Record<string, string>>
  /** what is undone, restored to, seeded from or taken over, and what follows from it */
  subject: { title: ReactNode; about: ReactNode }
  /** the row that the page opens with, and its difference */
  first: { row: string; shown: ShownRow } | null
}

/**
 * What would be done, row by row, before anything is. What was shown is what is done: if the store is
 * another by then, the new plan is shown instead, and choices on rows that are the same stay.
 */
export function PlanView({ plan, kind, asked, subject, first }: PlanViewProps) {
  const t = useTranslations('Plan')
  const router = useRouter()
  const choice = useChoice(plan)
  const [current, setCurrent] = useState(first?.row ?? null)
  const [jobId, setJobId] = useState<string | null>(null)
  const store = `/stores/${plan.storeId}`
  const { run, isBusy, why } = useAct(doAsShown, {
    done: (done) => {
      if (done.jobId !== null) {
        setJobId(done.jobId)
        return
      }
      router.push(store)
      return t(`done.${kind}`, { count: done.versions })
    },
    undo: async (done) => undoWritten({ storeId: plan.storeId, batchId: done.batchId ?? '' }),
  })
  const start = async () => {
    if (choice.count === 0) return
    const { leftOut, answers } = choice
    const result = await run({
      storeId: plan.storeId,
      hash: plan.hash,
      ask: { ...asked },
      leftOut,
      answers,
    })
    if (!result.ok && result.code === 'plan_changed') router.refresh()
  }
  useUnsaved(choice.leftOut.length > 0 && jobId === null)
  useKey('mod+enter', t(`act.${kind}`, { count: choice.count }), () => void start(), { bar: true })
  useKey('escape', t('back'), () => router.push(store))
  if (jobId) return <PlanRun jobId={jobId} kind={kind} storeId={plan.storeId} />
  const row = plan.rows.find(({ id }) => id === (current ?? first?.row))
  if (plan.rows.length === 0) return <Nothing store={store} kind={kind} subject={subject} />
  return (
    <>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(260px,390px)_minmax(0,1fr)] max-md:block max-md:overflow-y-auto">
        <PlanList
          plan={plan}
          choice={choice}
          current={current}
          onOpen={(opened: PlanRow) => setCurrent(opened.id)}
        />
        {/* What scrolls is reached by keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div tabIndex={0} className="min-h-0 min-w-0 overflow-y-auto -outline-offset-2">
          <div className="px-6 py-5 max-md:px-4">
            <h2 className="text-[22px] leading-7 font-semibold tracking-[-0.015em] wrap-anywhere">
              {subject.title}
            </h2>
            <p className="pt-1 text-ink-2">{subject.about}</p>
          </div>
          {row ? (
            <Difference
              key={row.id}
              storeId={plan.storeId}
              hash={plan.hash}
              asked={asked}
              row={row}
              shown={first?.row === row.id ? first.shown : null}
              answer={choice.answerOf(row)}
              onAnswer={(answer) => choice.answer(row, answer)}
            />
          ) : null}
          <p className="px-6 py-5 text-ink-2 max-md:px-4">{t(`stays.${kind}`)}</p>
        </div>
      </div>
      <ActBar
        says={
          choice.count === 0
            ? t('nothingChosen')
            : t('says', { count: choice.count, left: choice.leftAlone })
        }
        about={why ? <WhyNot why={why} /> : t('asShown')}
        primary={
          <Button variant="primary" isBusy={isBusy} onClick={() => void start()}>
            {t(`act.${kind}`, { count: choice.count })}
            <Kbd stroke="mod+enter" />
          </Button>
        }
      />
    </>
  )
}

function Nothing({
  store,
  kind,
  subject,
}: {
  store: string
  kind: ShownKind
  subject: PlanViewProps['subject']
}) {
  const t = useTranslations('Plan')
  return (
    <Empty
      Icon={CircleCheck}
      title={t(`nothing.${kind}`)}
      acts={
        <Link href={store} className={buttonLook()}>
          {t('openStore')}
        </Link>
      }
    >
      {subject.about}
    </Empty>
  )
}
