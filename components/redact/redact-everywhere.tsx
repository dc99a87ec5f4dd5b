'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { JobProgress } from '@/components/jobs/job-progress'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form-text'
import { ErrorNotice } from '@/components/ui/notice'
import type { TextPlaceFound } from '@/lib/store/find-text'
import type { RedactionReceipt } from '@/lib/store/redact-text'
import { FoundPlaces } from './found-places'
import { Receipt } from './receipt'

type Outcome<Value> = { isDone: true; value: Value } | { isDone: false; why: string }

interface Wanted {
  text: string
  storeId: string | null
}

export interface RedactEverywhereProps {
  stores: readonly { id: string; name: string }[]
  /** the store that is chosen at first; null: all */
  chosen: string | null
  find: (wanted: Wanted) => Promise<Outcome<TextPlaceFound[]>>
  redact: (wanted: Wanted & { replacement: string }) => Promise<Outcome<string>>
}

/** Finds a text everywhere, shows each place, takes it out after a deliberate act, and proves it. */
export function RedactEverywhere({ stores, chosen, find, redact }: RedactEverywhereProps) {
  const t = useTranslations('Redact')
  const [found, setFound] = useState<{ wanted: Wanted; places: TextPlaceFound[] } | null>(null)
  const [jobId, setJobId] = useState<string | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()

  const search = (form: FormData) =>
    startTransition(async () => {
      setWhy(null)
      const wanted = { text: formText(form, 'text'), storeId: formText(form, 'store') || null }
      const outcome = await find(wanted)
      if (outcome.isDone) setFound({ wanted, places: outcome.value })
      else setWhy(outcome.why)
    })
  const run = (replacement: string) =>
    startTransition(async () => {
      if (!found) return
      setWhy(null)
      const outcome = await redact({ ...found.wanted, replacement })
      if (outcome.isDone) setJobId(outcome.value)
      else setWhy(outcome.why)
    })

  if (jobId !== null) {
    return (
      <JobProgress<RedactionReceipt> jobId={jobId}>
        {(job) =>
          job.result ? (
            <Receipt receipt={job.result} />
          ) : (
            <ErrorNotice>{t('ended', { error: job.error ?? '' })}</ErrorNotice>
          )
        }
      </JobProgress>
    )
  }
  return (
    <div className="space-y-6">
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          search(new FormData(event.currentTarget))
        }}
      >
        <Field
          id="redact-text"
          name="text"
          label={t('text')}
          hint={t('textHint')}
          autoComplete="off"
          spellCheck={false}
          required
          minLength={3}
          onChange={() => setFound(null)}
        />
        <div>
          <label htmlFor="redact-store" className="font-medium">
            {t('where')}
          </label>
          <select
            id="redact-store"
            name="store"
            defaultValue={chosen ?? ''}
            className="mt-1 block h-8 w-full rounded-md border border-control bg-surface px-2"
            onChange={() => setFound(null)}
          >
            <option value="">{t('everywhere')}</option>
            {stores.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
        <div className="flex justify-end">
          <Button look={found ? 'plain' : 'primary'} type="submit" disabled={isPending}>
            {isPending && !found ? t('finding') : t('find')}
          </Button>
        </div>
      </form>
      {found ? (
        <FoundPlaces places={found.places} stores={stores} isPending={isPending} onRedact={run} />
      ) : null}
    </div>
  )
}
