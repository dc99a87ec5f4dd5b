'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ask } from '@/components/act/ask'
import { useAct } from '@/components/act/use-act'
import { useLive } from '@/components/live/use-live'
import { Button, buttonLook } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form-text'
import { Link } from '@/components/ui/link'
import { WhyNot } from '@/components/ui/notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { Job } from '@/lib/jobs/jobs'
import { plainName } from '@/lib/text/visible-text'
import type { Store } from '@/lib/store/model/model'
import { copy } from './actions'

/** Makes a store of this one's memories as they are now, and leads to it. */
export function CopyStore({ store, at }: { store: Pick<Store, 'id' | 'name'>; at?: number }) {
  const t = useTranslations('StoreSettings')
  const [jobId, setJobId] = useState<string | null>(null)
  const { run, isBusy, why } = useAct(copy, { done: setJobId })
  if (jobId) return <Copying jobId={jobId} />
  return (
    <form
      className="flex flex-wrap items-end gap-2 pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        const name = formText(event.currentTarget, 'name')
        void run({ storeId: store.id, name, ...(at !== undefined && { at }) })
      }}
    >
      <Field
        name="name"
        label={t('copyName')}
        defaultValue={t('copyOf', { name: plainName(store.name) }).slice(0, 255)}
        required
        maxLength={255}
        autoComplete="off"
        className="w-64"
      />
      <Button type="submit" isBusy={isBusy}>
        {t('copyAct')}
      </Button>
      <WhyNot why={why} />
    </form>
  )
}

function Copying({ jobId }: { jobId: string }) {
  const t = useTranslations('StoreSettings')
  const { data: job, refetch } = useQuery({
    queryKey: ['job', jobId],
    queryFn: ({ signal }) => ask<Job>(`/job?id=${jobId}`, signal),
  })
  useLive([`job:${jobId}`], () => void refetch())
  if (job?.state === 'failed') return <WhyNot why={job.error} />
  if (job?.state !== 'done') {
    return <ProgressBar label={t('copying')} done={job?.done ?? 0} total={job?.total ?? 0} />
  }
  return (
    <p className="pt-2">
      <Link href={`/stores/${job.result?.store_id as string}`} className={buttonLook()}>
        {t('copied')}
      </Link>
    </p>
  )
}
