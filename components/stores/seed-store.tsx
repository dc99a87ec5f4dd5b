'use client'

import { useMutation } from '@tanstack/react-query'
import { Sprout } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { JobProgress } from '@/components/jobs/job-progress'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form-text'
import { ErrorNotice } from '@/components/ui/notice'
import { SeedSummary } from './seed-summary'
import { planSeed, type SeedJob, type SeedOrigin, type SeedReport, startSeed } from './seed-wire'

/** The button that seeds a store: choose a source, read the plan, run it, read the report. */
export function SeedStore({ storeId }: { storeId: string }) {
  const t = useTranslations('Seed')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Sprout size={16} aria-hidden /> {t('button')}
      </Button>
      <Dialog title={t('title')} description={t('about')} isOpen={isOpen} onOpenChange={setOpen}>
        <SeedSteps storeId={storeId} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function SeedSteps({ storeId, onDone }: { storeId: string; onDone: () => void }) {
  const t = useTranslations('Seed')
  const [origin, setOrigin] = useState<SeedOrigin | null>(null)
  const plan = useMutation({ mutationFn: (from: SeedOrigin) => planSeed(storeId, from) })
  const start = useMutation({ mutationFn: (from: SeedOrigin) => startSeed(storeId, from) })

  if (start.data) {
    return (
      <JobProgress<SeedReport> jobId={start.data.id}>
        {(job) => <Ended job={job} onDone={onDone} />}
      </JobProgress>
    )
  }
  if (origin && plan.data) {
    return (
      <div className="space-y-4">
        <h3 className="font-medium">{t('thePlan')}</h3>
        <SeedSummary report={plan.data} />
        {start.error ? <ErrorNotice>{start.error.message}</ErrorNotice> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={() => plan.reset()}>{t('chooseOther')}</Button>
          <Button
            look="primary"
            disabled={start.isPending || plan.data.versions === 0}
            onClick={() => start.mutate(origin)}
          >
            {start.isPending ? t('starting') : t('run')}
          </Button>
        </div>
      </div>
    )
  }

  const choose = (form: FormData) => {
    const file = form.get('file')
    const path = formText(form, 'path').trim()
    const chosen: SeedOrigin | null =
      file instanceof File && file.size > 0 ? { file } : path === '' ? null : { path }
    setOrigin(chosen)
    if (chosen) plan.mutate(chosen)
  }
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        choose(new FormData(event.currentTarget))
      }}
    >
      <div>
        <label htmlFor="seed-file" className="font-medium">
          {t('file')}
        </label>
        <input
          id="seed-file"
          name="file"
          type="file"
          className="mt-1 block w-full rounded-md border border-control p-1"
        />
      </div>
      <Field id="seed-path" name="path" label={t('path')} hint={t('pathHint')} autoComplete="off" />
      {plan.error ? <ErrorNotice>{plan.error.message}</ErrorNotice> : null}
      <div className="flex justify-end">
        <Button look="primary" type="submit" disabled={plan.isPending}>
          {plan.isPending ? t('planning') : t('plan')}
        </Button>
      </div>
    </form>
  )
}

function Ended({ job, onDone }: { job: SeedJob; onDone: () => void }) {
  const t = useTranslations('Seed')
  const app = useTranslations('App')
  return (
    <div className="space-y-4">
      <h3 className="font-medium">{job.state === 'done' ? t('done') : t('endedEarly')}</h3>
      {job.error ? <ErrorNotice>{job.error}</ErrorNotice> : null}
      {job.result ? <SeedSummary report={job.result} /> : null}
      <div className="flex justify-end">
        <Button look="primary" onClick={onDone}>
          {app('close')}
        </Button>
      </div>
    </div>
  )
}
