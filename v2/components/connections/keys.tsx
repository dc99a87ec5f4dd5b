'use client'

import { KeyRound, Lock } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { ActorMark } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { Empty } from '@/components/ui/empty'
import { Ago } from '@/components/ui/time'
import type { ApiKey } from '@/lib/auth/keys'
import { KeyActs } from './key-acts'

export interface KeysProps {
  keys: readonly ApiKey[]
  /** of the stores that keys are limited to, by id */
  storeNames: Readonly<Record<string, string>>
  /** when the server answered */
  now: Date
}

/** The keys with which programs call, those that were revoked apart. */
export function Keys({ keys, ...rest }: KeysProps) {
  const t = useTranslations('ApiKeys')
  if (keys.length === 0) {
    return (
      <Empty Icon={KeyRound} title={t('none')}>
        {t('noneAbout')}
      </Empty>
    )
  }
  return (
    <>
      <ul aria-label={t('title')}>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} {...rest} />
        ))}
      </ul>
      <p className="flex items-start gap-2.5 px-5 py-3.5 text-ink-2 max-md:px-4">
        <Lock size={15} aria-hidden className="mt-0.5 shrink-0" />
        {t('about')}
      </p>
    </>
  )
}

function KeyRow({ apiKey, storeNames, now }: { apiKey: ApiKey } & Omit<KeysProps, 'keys'>) {
  const t = useTranslations('ApiKeys')
  const { id, name, access, isAgent, storeIds, createdAt, previousUntil } = apiKey
  const [only, ...others] = storeIds ?? []
  const stores =
    only === undefined
      ? t('allStores')
      : others.length === 0
        ? (storeNames[only] ?? t('storeGone'))
        : t('storeCount', { count: others.length + 1 })
  return (
    <li className="flex items-center gap-x-3 gap-y-1 border-b border-line px-5 py-2.5 max-md:flex-wrap max-md:px-4">
      <ActorMark writer={{ type: 'api_key', id, name }} />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 truncate font-medium">
            <VisibleLabel text={name} />
          </span>
          <Badge>{t(`tag_${access}`)}</Badge>
        </div>
        <div className="flex min-w-0 flex-wrap gap-x-2 text-ink-2">
          <span className="min-w-0 truncate">
            <VisibleLabel text={stores} />
          </span>
          <span>{t(isAgent ? 'purpose_agent' : 'purpose_script')}</span>
          <span className="text-ink-3">
            {t.rich('made', { age: () => <Ago time={createdAt} now={now} /> })}
          </span>
          {previousUntil !== null && previousUntil > now ? <span>{t('overlaps')}</span> : null}
        </div>
      </div>
      <div className="text-right max-md:order-last max-md:flex max-md:basis-full max-md:gap-3 max-md:pl-9">
        <LastUse apiKey={apiKey} now={now} />
        <End apiKey={apiKey} now={now} />
      </div>
      <KeyActs keyId={id} name={name} />
    </li>
  )
}

function LastUse({ apiKey: { lastUsedAt }, now }: { apiKey: ApiKey; now: Date }) {
  const t = useTranslations('ApiKeys')
  if (lastUsedAt === null) return <div className="text-caution">{t('neverUsed')}</div>
  return <div>{t.rich('used', { age: () => <Ago time={lastUsedAt} now={now} /> })}</div>
}

/** Days before a key ends from which its end is near. */
const NEAR_DAYS = 7

const DAY_MS = 86_400_000

function End({ apiKey: { expiresAt }, now }: { apiKey: ApiKey; now: Date }) {
  const t = useTranslations('ApiKeys')
  if (expiresAt === null) return <div className="text-ink-2">{t('noEnd')}</div>
  if (expiresAt <= now) return <div className="text-removed">{t('expired')}</div>
  const days = Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS)
  const look = days <= NEAR_DAYS ? 'text-caution' : 'text-ink-2'
  return <div className={look}>{t('ends', { days })}</div>
}
