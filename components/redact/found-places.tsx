'use client'

import { VisibleLabel } from '@/components/content/visible-label'
import { Link } from '@/components/ui/link'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { TextFound, TextPlaceFound } from '@/lib/store/find-text'
import type { EarlierVersions } from '@/lib/store/redact-text'

/** A person's choices for a redaction. */
export interface RedactChoice {
  replacement: string
  earlierVersions: EarlierVersions
}

export interface FoundPlacesProps {
  found: TextFound
  stores: readonly { id: string; name: string }[]
  isPending: boolean
  /** lists more hits */
  onMore: () => void
  onRedact: (choice: RedactChoice) => void
}

/** The hits of a text, and the confirmed act that redacts it. */
export function FoundPlaces({ found, stores, isPending, onMore, onRedact }: FoundPlacesProps) {
  const t = useTranslations('Redact')
  const names = new Map(stores.map(({ id, name }) => [id, name]))
  const { counts, places, placeCount } = found
  if (placeCount === 0) return <p role="status">{t('none')}</p>
  const count = counts.versions + counts.remarks + counts.conversations
  return (
    <section className="space-y-4 border-t border-line pt-4">
      <div role="status">
        <h2 className="font-medium">{t('found', { count })}</h2>
      </div>
      <p className="text-ink-3">
        {t('summary', {
          heads: counts.memories,
          versions: counts.versions,
          remarks: counts.remarks,
          conversations: counts.conversations,
        })}
      </p>
      <ul aria-label={t('places')} className="max-h-80 overflow-auto border-y border-line text-sm">
        {places.map((place, index) => (
          <Place
            key={index}
            place={place}
            store={'storeId' in place ? (names.get(place.storeId ?? '') ?? null) : null}
          />
        ))}
      </ul>
      {places.length < placeCount ? (
        <Button look="quiet" disabled={isPending} onClick={onMore}>
          {t('showMore')}
        </Button>
      ) : null}
      <Confirm count={count} isPending={isPending} onRedact={onRedact} />
    </section>
  )
}

function Place({ place, store }: { place: TextPlaceFound; store: string | null }) {
  const t = useTranslations('Redact')
  if (place.kind !== 'memory') {
    return (
      <li className="flex justify-between gap-4 border-b border-line py-1 last:border-b-0">
        <span>
          {store ? (
            <>
              <VisibleLabel text={store} /> ·{' '}
            </>
          ) : null}
          {t(place.kind, { place: `${place.table}.${place.column}` })}
        </span>
        <span className="text-ink-3">{t('times', { count: place.count })}</span>
      </li>
    )
  }
  return (
    <li className="flex justify-between gap-4 border-b border-line py-1 last:border-b-0">
      <span className="min-w-0 truncate">
        <VisibleLabel text={store ?? ''} /> ·{' '}
        <Link
          href={`/stores/${place.storeId}?memory=${place.memoryId}`}
          className="font-mono text-accent hover:underline"
        >
          {place.path === null ? t('noPath') : <VisiblePath path={place.path} />}
        </Link>
      </span>
      <span className="shrink-0 text-ink-3">
        {t(place.isNow ? 'now' : 'before')} · {t('versions', { count: place.versions })} ·{' '}
        {t('times', { count: place.count })}
      </span>
    </li>
  )
}

const CHOICES = [
  { value: 'rewrite', label: 'rewrite', hint: 'rewriteHint' },
  { value: 'empty', label: 'empty', hint: 'emptyHint' },
] as const

function Confirm({
  count,
  isPending,
  onRedact,
}: {
  count: number
  isPending: boolean
  onRedact: (choice: RedactChoice) => void
}) {
  const t = useTranslations('Redact')
  const format = useFormatter()
  const [replacement, setReplacement] = useState('[redacted]')
  const [earlierVersions, setEarlierVersions] = useState<EarlierVersions>('rewrite')
  const [isSure, setSure] = useState(false)
  const [typed, setTyped] = useState('')
  return (
    <div className="space-y-4">
      <Field
        id="redact-replacement"
        label={t('replacement')}
        hint={t('replacementHint')}
        value={replacement}
        autoComplete="off"
        onChange={({ target }) => setReplacement(target.value)}
      />
      <fieldset className="space-y-1">
        <legend className="font-medium">{t('earlier')}</legend>
        {CHOICES.map(({ value, label, hint }) => (
          <label key={value} className="flex items-start gap-2">
            <input
              type="radio"
              name="earlier-versions"
              className="mt-1"
              checked={earlierVersions === value}
              onChange={() => setEarlierVersions(value)}
            />
            <span>
              {t(label)} <span className="block text-xs text-ink-3">{t(hint)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={isSure}
          onChange={({ target }) => setSure(target.checked)}
        />
        {t('sure')}
      </label>
      <Field
        id="redact-count"
        label={t('typeCount', { count: format.number(count) })}
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex justify-end">
        <Button
          look="primary"
          disabled={isPending || !isSure || Number(typed) !== count}
          onClick={() => onRedact({ replacement, earlierVersions })}
        >
          {isPending ? t('starting') : t('run')}
        </Button>
      </div>
    </div>
  )
}
