'use client'

import { Link } from '@/components/ui/link'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { TextPlaceFound } from '@/lib/store/find-text'

export interface FoundPlacesProps {
  places: readonly TextPlaceFound[]
  stores: readonly { id: string; name: string }[]
  isPending: boolean
  onRedact: (replacement: string) => void
}

const LISTED = 200

/** Where the text stands, and the deliberate act that takes it out. */
export function FoundPlaces({ places, stores, isPending, onRedact }: FoundPlacesProps) {
  const t = useTranslations('Redact')
  const names = new Map(stores.map(({ id, name }) => [id, name]))
  const count = (kind: TextPlaceFound['kind']) =>
    places.filter((place) => place.kind === kind).length
  if (places.length === 0) return <p role="status">{t('none')}</p>
  return (
    <section className="space-y-4 border-t border-line pt-4">
      <div role="status">
        <h2 className="font-medium">{t('found', { count: places.length })}</h2>
      </div>
      <p className="text-faint">
        {t('summary', {
          heads: count('head'),
          versions: count('version'),
          remarks: count('remark'),
        })}{' '}
        {count('conversation') > 0 ? t('inConversations') : null}
      </p>
      <ul
        aria-label={t('places')}
        className="max-h-80 overflow-auto border-y border-line text-[13px]"
      >
        {places.slice(0, LISTED).map((place, index) => (
          <Place
            key={index}
            place={place}
            store={'storeId' in place ? (names.get(place.storeId ?? '') ?? null) : null}
          />
        ))}
        {places.length > LISTED ? (
          <li className="py-1">{t('more', { count: places.length - LISTED })}</li>
        ) : null}
      </ul>
      <Confirm count={places.length} isPending={isPending} onRedact={onRedact} />
    </section>
  )
}

function Place({ place, store }: { place: TextPlaceFound; store: string | null }) {
  const t = useTranslations('Redact')
  if (place.kind === 'remark' || place.kind === 'conversation') {
    return (
      <li className="flex justify-between gap-4 border-b border-line py-1 last:border-b-0">
        <span>
          {store ? `${store} · ` : ''}
          {t(place.kind, { place: `${place.table}.${place.column}` })}
        </span>
        <span className="text-faint">{t('times', { count: place.count })}</span>
      </li>
    )
  }
  const address = `/stores/${place.storeId}?memory=${place.memoryId}`
  return (
    <li className="flex justify-between gap-4 border-b border-line py-1 last:border-b-0">
      <span className="min-w-0 truncate">
        {store} ·{' '}
        <Link
          href={place.kind === 'head' ? address : `${address}&version=${place.versionId}`}
          className="font-mono text-accent hover:underline"
        >
          {place.path === null ? t('noPath') : <VisiblePath path={place.path} />}
        </Link>
      </span>
      <span className="shrink-0 text-faint">
        {t(place.kind)} · {t('times', { count: place.inContent + place.inPath })}
      </span>
    </li>
  )
}

function Confirm({
  count,
  isPending,
  onRedact,
}: {
  count: number
  isPending: boolean
  onRedact: (replacement: string) => void
}) {
  const t = useTranslations('Redact')
  const format = useFormatter()
  const [replacement, setReplacement] = useState('[redacted]')
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
          onClick={() => onRedact(replacement)}
        >
          {isPending ? t('starting') : t('run')}
        </Button>
      </div>
    </div>
  )
}
