'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { RefusedError } from '@/components/queries/ask'
import { useErrorWords } from '@/components/queries/use-error-words'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import type { ConflictChoice } from '@/lib/transfer/seeding'
import type { SeedPlanAnswer } from '@/lib/wire/seed-report'
import { takeDropped } from './dropped'
import type { KnownOrigin } from './known-origin'
import { MAX_PACKED_FILES } from './pack-files'
import { planSeed, type SeedOrigin, startSeed } from './queries'
import { SeedChoice } from './seed-choice'
import { SeedEntries } from './seed-entries'
import type { SeedFile } from './seed-file'
import { seedUpload } from './seed-files'
import { SeedSources } from './seed-sources'
import { SeedSummary } from './seed-summary'

export interface SeedStoreProps {
  storeId: string
  /** sources on the server's disk, to seed from again */
  known: readonly KnownOrigin[]
  /** the one to plan at once */
  again: KnownOrigin | null
}

interface Wanted {
  choose: () => Promise<SeedOrigin>
  conflicts: ConflictChoice
  /** whether it replaces an outdated one */
  isRenewed?: boolean
}

interface Planned {
  origin: SeedOrigin
  conflicts: ConflictChoice
  isRenewed: boolean
  report: SeedPlanAnswer
}

/**
 * Chooses what a store is seeded with, shows the plan and starts it. The run has an address of its
 * own, with `SeedRun`, so that a reload finds it again.
 */
export function SeedStore({ storeId, known, again }: SeedStoreProps) {
  const t = useTranslations('Seed')
  const wordsOf = useErrorWords()
  const router = useRouter()
  // Kept while the same source is planned again, so that the choice just made stays on screen.
  const [shown, setShown] = useState<Planned | null>(null)
  // Held here, since a mutation tells what it was called with only after the control was drawn again.
  const [chosen, setChosen] = useState<ConflictChoice>('leave')
  const plan = useMutation({
    mutationFn: async ({ choose, conflicts, isRenewed = false }: Wanted): Promise<Planned> => {
      const origin = await choose()
      const report = await planSeed({ storeId, origin, conflicts })
      return { origin, conflicts, isRenewed, report }
    },
  })
  const chooseAnew = () => {
    setShown(null)
    setChosen('leave')
  }
  // Given with the call: a plan that was turned away from must not come back when it is made.
  const show = (wanted: Wanted) => plan.mutate(wanted, { onSuccess: setShown, onError: chooseAnew })
  const planOrigin = (origin: SeedOrigin, conflicts: ConflictChoice = 'leave') =>
    show({ choose: () => Promise.resolve(origin), conflicts })
  const start = useMutation({
    mutationFn: ({ origin, conflicts, report }: Planned) =>
      startSeed({ storeId, origin, conflicts }, report.hash ?? ''),
    // No history entry: Back leads to where the person came from, not to an old plan.
    onSuccess: ({ id }) => router.replace(`/stores/${storeId}/seed?job=${id}`, { scroll: false }),
    onError: (error, { origin, conflicts }) => {
      if (!(error instanceof RefusedError) || error.code !== 'plan_changed') return
      show({ choose: () => Promise.resolve(origin), conflicts, isRenewed: true })
    },
  })
  const planFiles = (files: Promise<SeedFile[]>, into: string) =>
    show({
      conflicts: 'leave',
      choose: async () => {
        const found = await files
        if (found.length === 0) throw new Error(t('noFiles'))
        if (found.length > MAX_PACKED_FILES) {
          throw new Error(t('tooManyFiles', { count: found.length, limit: MAX_PACKED_FILES }))
        }
        return { file: await seedUpload(found, into) }
      },
    })
  const planAtOnce = useEffectEvent(() => {
    const dropped = takeDropped()
    if (dropped) planFiles(dropped, '/')
    else if (again) planOrigin(again)
  })
  useEffect(() => planAtOnce(), [])

  const turnAway = () => {
    plan.reset()
    chooseAnew()
  }
  // Started, too: until the run's page has loaded, it must not be started again.
  const isStarting = start.isPending || start.isSuccess
  const isReplaced = plan.isPending || shown?.isRenewed === true
  const refusal = isReplaced ? null : start.error
  return (
    <>
      {shown ? (
        <div className="space-y-4">
          <h2 className="font-medium">{t('thePlan')}</h2>
          {shown.isRenewed ? (
            <p role="alert" className="text-caution">
              {t('planChanged')}
            </p>
          ) : null}
          <SeedSummary report={shown.report} />
          {shown.conflicts === 'leave' && shown.report.counts.conflict === 0 ? null : (
            <ConflictChoices
              value={chosen}
              isOff={plan.isPending || isStarting}
              onChoose={(conflicts) => {
                setChosen(conflicts)
                planOrigin(shown.origin, conflicts)
              }}
            />
          )}
          <SeedEntries entries={shown.report.entries} />
          {refusal ? <ErrorNotice>{wordsOf(refusal)}</ErrorNotice> : null}
          <div className="flex gap-2">
            <Button
              look="primary"
              disabled={plan.isPending || isStarting || isNothing(shown.report)}
              onClick={() => start.mutate(shown)}
            >
              {isStarting ? t('starting') : t('run')}
            </Button>
            <Button disabled={isStarting} onClick={turnAway}>
              {t('chooseOther')}
            </Button>
          </div>
        </div>
      ) : null}
      {/* Kept behind the plan, so that going back finds what was typed. */}
      <div hidden={shown !== null}>
        <SeedSources
          isPending={plan.isPending}
          why={plan.error && wordsOf(plan.error)}
          known={known}
          onFiles={planFiles}
          onOrigin={(origin) => planOrigin(origin)}
        />
      </div>
    </>
  )
}

/** A new conflict counts, too: it is kept to be decided. */
const isNothing = ({ versions, counts }: SeedPlanAnswer) => versions === 0 && counts.conflict === 0

const CHOICES: readonly ConflictChoice[] = ['leave', 'source', 'store']

function ConflictChoices({
  value,
  isOff,
  onChoose,
}: {
  value: ConflictChoice
  isOff: boolean
  onChoose: (choice: ConflictChoice) => void
}) {
  const t = useTranslations('Seed')
  return (
    <SeedChoice
      name="on-conflict"
      legend={<span className="font-medium">{t('onConflict')}</span>}
      choices={CHOICES}
      labelOf={(each) => t(`onConflict_${each}`)}
      value={value}
      isOff={isOff}
      onChoose={onChoose}
    />
  )
}
