'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { takeDropped } from './dropped'
import { MAX_PACKED_FILES } from './pack-files'
import { type SeedFile, seedUpload } from './seed-files'
import { SeedSources } from './seed-sources'
import { SeedSummary } from './seed-summary'
import { planSeed, type SeedOrigin, startSeed } from './seed-wire'

/**
 * Chooses what a store is seeded with, shows the plan and starts it. The run itself has an address,
 * in which `SeedRun` stands: whoever reloads in the middle finds it again.
 */
export function SeedStore({ storeId }: { storeId: string }) {
  const t = useTranslations('Seed')
  const router = useRouter()
  const plan = useMutation({
    mutationFn: async (choose: () => Promise<SeedOrigin>) => {
      const origin = await choose()
      return { origin, report: await planSeed(storeId, origin) }
    },
  })
  const start = useMutation({
    mutationFn: (from: SeedOrigin) => startSeed(storeId, from),
    // Not a step of its own: the way back leads to where the person came from, not to an old plan.
    onSuccess: ({ id }) => router.replace(`/stores/${storeId}/seed?job=${id}`, { scroll: false }),
  })
  const planFiles = (files: Promise<SeedFile[]>, into: string) =>
    plan.mutate(async () => {
      const found = await files
      if (found.length === 0) throw new Error(t('noFiles'))
      if (found.length > MAX_PACKED_FILES) {
        throw new Error(t('tooManyFiles', { count: found.length, limit: MAX_PACKED_FILES }))
      }
      return { file: await seedUpload(found, into) }
    })
  const planDropped = useEffectEvent(() => {
    const dropped = takeDropped()
    if (dropped) planFiles(dropped, '/')
  })
  useEffect(() => planDropped(), [])

  // Started, too: until the page of the run has come, nobody should start it again.
  const isStarting = start.isPending || start.isSuccess
  return (
    <>
      {plan.data ? (
        <div className="space-y-4">
          <h2 className="font-medium">{t('thePlan')}</h2>
          <SeedSummary report={plan.data.report} />
          {start.error ? <ErrorNotice>{start.error.message}</ErrorNotice> : null}
          <div className="flex gap-2">
            <Button
              look="primary"
              disabled={isStarting || plan.data.report.versions === 0}
              onClick={() => start.mutate(plan.data.origin)}
            >
              {isStarting ? t('starting') : t('run')}
            </Button>
            <Button disabled={isStarting} onClick={() => plan.reset()}>
              {t('chooseOther')}
            </Button>
          </div>
        </div>
      ) : null}
      {/* Kept behind the plan, so that whoever goes back finds what they typed. */}
      <div hidden={plan.data !== undefined}>
        <SeedSources
          isPending={plan.isPending}
          why={plan.error?.message ?? null}
          onFiles={planFiles}
          onOrigin={(origin) => plan.mutate(() => Promise.resolve(origin))}
        />
      </div>
    </>
  )
}
