'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { RefusedError } from '@/components/jobs/job-wire'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { takeDropped } from './dropped'
import { MAX_PACKED_FILES } from './pack-files'
import { SeedChoice } from './seed-choice'
import { SeedEntries } from './seed-entries'
import type { SeedFile } from './seed-file'
import { seedUpload } from './seed-files'
import { SeedSources } from './seed-sources'
import { SeedSummary } from './seed-summary'
import {
  type ConflictChoice,
  type KnownOrigin,
  planSeed,
  type SeedOrigin,
  type SeedReport,
  startSeed,
} from './seed-wire'

export interface SeedStoreProps {
  storeId: string
  /** sources that lie on the server's disk, to be taken again */
  known: readonly KnownOrigin[]
  /** the one whose plan is to be shown at once */
  again: KnownOrigin | null
}

interface Wanted {
  choose: () => Promise<SeedOrigin>
  conflicts: ConflictChoice
  /** whether it takes the place of one that no longer held */
  isRenewed?: boolean
}

interface Planned {
  origin: SeedOrigin
  conflicts: ConflictChoice
  isRenewed: boolean
  report: SeedReport
}

/**
 * Chooses what a store is seeded with, shows the plan and starts it. The run itself has an address,
 * in which `SeedRun` stands: whoever reloads in the middle finds it again.
 */
export function SeedStore({ storeId, known, again }: SeedStoreProps) {
  const t = useTranslations('Seed')
  const router = useRouter()
  // Stays while another plan of the same source is made: what was chosen in it does not go away.
  const [shown, setShown] = useState<Planned | null>(null)
  const plan = useMutation({
    mutationFn: async ({ choose, conflicts, isRenewed = false }: Wanted): Promise<Planned> => {
      const origin = await choose()
      return { origin, conflicts, isRenewed, report: await planSeed(storeId, origin, conflicts) }
    },
    onSuccess: setShown,
    onError: () => setShown(null),
  })
  const planOrigin = (origin: SeedOrigin, conflicts: ConflictChoice = 'leave') =>
    plan.mutate({ choose: () => Promise.resolve(origin), conflicts })
  const start = useMutation({
    mutationFn: ({ origin, conflicts, report }: Planned) =>
      startSeed(storeId, origin, conflicts, report.hash ?? ''),
    // Not a step of its own: the way back leads to where the person came from, not to an old plan.
    onSuccess: ({ id }) => router.replace(`/stores/${storeId}/seed?job=${id}`, { scroll: false }),
    onError: (error, { origin, conflicts }) => {
      if (!(error instanceof RefusedError) || error.code !== 'plan_changed') return
      plan.mutate({ choose: () => Promise.resolve(origin), conflicts, isRenewed: true })
    },
  })
  const planFiles = (files: Promise<SeedFile[]>, into: string) =>
    plan.mutate({
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

  // Started, too: until the page of the run has come, nobody should start it again.
  const isStarting = start.isPending || start.isSuccess
  const isRefused = start.error !== null && !plan.isPending && shown?.isRenewed !== true
  return (
    <>
      {shown ? (
        <div className="space-y-4">
          <h2 className="font-medium">{t('thePlan')}</h2>
          {shown.isRenewed ? (
            <p role="alert" className="text-attention">
              {t('planChanged')}
            </p>
          ) : null}
          <SeedSummary report={shown.report} />
          {shown.conflicts === 'leave' && shown.report.counts.conflict === 0 ? null : (
            <ConflictChoices
              value={plan.isPending ? plan.variables.conflicts : shown.conflicts}
              isOff={plan.isPending || isStarting}
              onChoose={(conflicts) => planOrigin(shown.origin, conflicts)}
            />
          )}
          <SeedEntries entries={shown.report.entries} />
          {isRefused ? <ErrorNotice>{start.error?.message}</ErrorNotice> : null}
          <div className="flex gap-2">
            <Button
              look="primary"
              disabled={plan.isPending || isStarting || isNothing(shown.report)}
              onClick={() => start.mutate(shown)}
            >
              {isStarting ? t('starting') : t('run')}
            </Button>
            <Button disabled={isStarting} onClick={() => setShown(null)}>
              {t('chooseOther')}
            </Button>
          </div>
        </div>
      ) : null}
      {/* Kept behind the plan, so that whoever goes back finds what they typed. */}
      <div hidden={shown !== null}>
        <SeedSources
          isPending={plan.isPending}
          why={plan.error?.message ?? null}
          known={known}
          onFiles={planFiles}
          onOrigin={(origin) => planOrigin(origin)}
        />
      </div>
    </>
  )
}

/** A conflict that is left is something, too: it is kept for whoever decides it. */
const isNothing = ({ versions, counts }: SeedReport) => versions === 0 && counts.conflict === 0

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
