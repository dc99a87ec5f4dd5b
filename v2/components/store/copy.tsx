'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { Button } from '@/components/ui/button'
import { Field, formText } from '@/components/ui/field'
import { WhyNot } from '@/components/ui/notice'
import { plainName } from '@/lib/text/visible-text'
import type { Store } from '@/lib/store/model/model'
import { copy } from './actions'

// Loaded with the first copy.
const Copying = dynamic(() => import('./copying').then((module) => module.Copying), { ssr: false })

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
      <div className="w-64">
        <Field
          name="name"
          label={t('copyName')}
          defaultValue={t('copyOf', { name: plainName(store.name) }).slice(0, 255)}
          required
          maxLength={255}
          autoComplete="off"
        />
      </div>
      <Button type="submit" isBusy={isBusy}>
        {t('copyAct')}
      </Button>
      <WhyNot why={why} />
    </form>
  )
}
