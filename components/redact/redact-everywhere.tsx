'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form-text'
import { ErrorNotice } from '@/components/ui/notice'
import type { TextFound } from '@/lib/store/find-text'
import { plainName } from '@/lib/text/plain-text'
import { FoundPlaces, type RedactChoice } from './found-places'
import { findTextAction, redactTextAction } from './actions'

interface Wanted {
  text: string
  storeId: string | null
}

/** Hits listed at once. */
const PAGE = 100

export interface RedactEverywhereProps {
  stores: readonly { id: string; name: string }[]
  /** the store chosen at first; null: all */
  chosen: string | null
}

/**
 * Finds a text everywhere, shows the hits, and redacts it once confirmed. The progress and the
 * receipt have an address of their own.
 */
export function RedactEverywhere({ stores, chosen }: RedactEverywhereProps) {
  const t = useTranslations('Redact')
  const router = useRouter()
  const [found, setFound] = useState<{ wanted: Wanted; answer: TextFound } | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()

  const search = (form: FormData) =>
    startTransition(async () => {
      setWhy(null)
      const wanted = { text: formText(form, 'text'), storeId: formText(form, 'store') || null }
      const outcome = await findTextAction({ ...wanted, skip: 0, limit: PAGE })
      if (outcome.isDone) setFound({ wanted, answer: outcome.value })
      else setWhy(outcome.why)
    })
  const showMore = () =>
    startTransition(async () => {
      if (!found) return
      const { wanted, answer } = found
      const outcome = await findTextAction({ ...wanted, skip: answer.places.length, limit: PAGE })
      if (!outcome.isDone) return setWhy(outcome.why)
      const places = [...answer.places, ...outcome.value.places]
      setFound({ wanted, answer: { ...outcome.value, places } })
    })
  const run = (choice: RedactChoice) =>
    startTransition(async () => {
      if (!found) return
      setWhy(null)
      const outcome = await redactTextAction({ ...found.wanted, ...choice })
      if (outcome.isDone) router.push(`/redactions/${outcome.value}`)
      else setWhy(outcome.why)
    })

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
            className="mt-1 block h-8 w-full rounded-control border border-control bg-sheet px-2"
            onChange={() => setFound(null)}
          >
            <option value="">{t('everywhere')}</option>
            {stores.map(({ id, name }) => (
              <option key={id} value={id}>
                {plainName(name)}
              </option>
            ))}
          </select>
        </div>
        {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
        <div className="flex justify-end">
          <Button look={found ? 'secondary' : 'primary'} type="submit" disabled={isPending}>
            {isPending && !found ? t('finding') : t('find')}
          </Button>
        </div>
      </form>
      {found ? (
        <FoundPlaces
          found={found.answer}
          stores={stores}
          isPending={isPending}
          onMore={showMore}
          onRedact={run}
        />
      ) : null}
    </div>
  )
}
