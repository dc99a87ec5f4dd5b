import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Difference } from '@/components/lines/difference'
import type { DiffLines } from '@/components/lines/line'
import { PathInLine } from '@/components/lines/visible-text'
import { Button } from '@/components/ui/button'
import { SegmentedChoice } from '@/components/ui/segmented'
import type { Flag } from '@/lib/scan/flag'
import type { Answer, Plan, PlanRow } from '@/lib/store/plan/plan'
import type { MergeRegion } from '@/lib/text/merge'
import { plainName } from '@/lib/text/visible-text'
import { pathOfRow } from './plan-groups'
import { RowDifference } from './rows'

// Loaded with the first flag, and the first merge by hand.
const FoundFlags = dynamic(() => import('@/components/flags/card').then((it) => it.FoundFlags))
const Merge = dynamic(() => import('@/components/editor/merge').then((it) => it.Merge), {
  ssr: false,
})
const Changes = dynamic(() => import('@/components/editor/saved-first').then((it) => it.Changes), {
  ssr: false,
})

/** A row of a plan that is opened. */
export interface ShownRow extends DiffLines {
  /** of a conflict: what a merge by hand begins with; `ours` is what the plan would put there */
  regions?: MergeRegion[]
  /** what is found in what it would bring in */
  flags: readonly Flag[]
}

export interface PlanDifferenceProps {
  plan: Plan
  /** what the address of the plan says */
  asked: Readonly<Record<string, string>>
  row: PlanRow
  /** of the row that the server showed first */
  first: ShownRow | null
  answer: Answer
  onAnswer: (answer: Answer) => void
}

/** What would become of one memory, and of a conflict the choice that is a person's. */
export function PlanDifference(props: PlanDifferenceProps) {
  const { plan, asked, row, first, answer, onAnswer } = props
  const t = useTranslations('Plan')
  const [merged, setMerged] = useState<MergeRegion[] | null>(null)
  const path = pathOfRow(row)
  if (merged) {
    return (
      <section aria-label={plainName(path)}>
        <h2 className="truncate bg-well px-4 py-2 font-mono text-xs font-medium">
          <PathInLine path={path} />
        </h2>
        <Merge
          regions={merged}
          names={{ theirs: t('sides.store'), mine: t('sides.plan') }}
          save={t('takeText')}
          isBusy={false}
          onBack={() => setMerged(null)}
          onSave={(text) => {
            onAnswer({ text })
            setMerged(null)
          }}
        />
      </section>
    )
  }
  const search = new URLSearchParams({ ...asked, store: plan.storeId, row: row.id, path })
  return (
    <RowDifference<ShownRow>
      row={{ path, kind: row.operation }}
      address={row.group === 'cannot' ? null : `/plan-row?${search}`}
      of={[plan.hash]}
      first={first}
      acts={(shown) =>
        row.group === 'conflict' ? (
          <>
            <Answers row={row} answer={answer} onAnswer={onAnswer} />
            {shown?.regions ? (
              <Button size="small" data-merge onClick={() => setMerged(shown.regions ?? null)}>
                {t('mergeByHand')}
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      {(shown, layout) =>
        typeof answer === 'object' && shown.regions ? (
          <Changes before={storesText(shown.regions)} after={answer.text} path={path} />
        ) : (
          <>
            <div className="px-4 pt-3 empty:hidden">
              {shown.flags.length > 0 ? <FoundFlags flags={shown.flags} /> : null}
            </div>
            <Difference diff={shown} layout={layout} />
          </>
        )
      }
    </RowDifference>
  )
}

const storesText = (regions: readonly MergeRegion[]) =>
  regions
    .flatMap((each) =>
      'theirs' in each ? each.theirs : each.kind === 'ours' ? each.base : each.lines,
    )
    .join('')

type Answered = 'leave' | 'take' | 'keep' | 'text'

function Answers({
  row,
  answer,
  onAnswer,
}: Pick<PlanDifferenceProps, 'row' | 'answer' | 'onAnswer'>) {
  const t = useTranslations('Plan')
  const value: Answered = typeof answer === 'string' ? answer : 'text'
  const choices: { value: Answered; label: string }[] = [
    { value: 'leave', label: t('answer.leave') },
    { value: 'take', label: t('answer.take') },
    { value: 'keep', label: t('answer.keep') },
    ...(value === 'text' ? [{ value: 'text' as const, label: t('answer.text') }] : []),
  ]
  return (
    <SegmentedChoice
      name={`answer-${row.id}`}
      legend={t('decide')}
      choices={choices}
      value={value}
      onChoose={(chosen) => {
        if (chosen !== 'text') onAnswer(chosen)
      }}
    />
  )
}
