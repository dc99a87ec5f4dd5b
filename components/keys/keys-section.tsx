import 'server-only'
import { ConnectionRow } from '@/components/connections/connection-row'
import { SectionHead } from '@/components/connections/section-head'
import { VisibleLabel } from '@/components/content/visible-label'
import { texts } from '@/components/i18n/server-texts'
import { ActorMark } from '@/components/ui/actor-mark'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ApiKey } from '@/lib/auth/api-keys'
import { actorMark } from '@/lib/store/model/actor-mark'
import { DAY_MS } from '@/lib/text/day-ms'
import { plainName } from '@/lib/text/plain-text'
import { KeyActs } from './key-acts'

/** The keys with which programs call, the newest first. */
export async function KeysSection({ keys }: { keys: readonly ApiKey[] }) {
  const t = await texts()
  if (keys.length === 0) return null
  const now = timeNow()
  return (
    <section aria-labelledby="keys">
      <SectionHead id="keys" title={t('ApiKeys.title')} count={keys.length} />
      <ul aria-label={t('ApiKeys.title')}>
        {keys.toReversed().map((key) => (
          <KeyRow key={key.id} apiKey={key} now={now} />
        ))}
      </ul>
    </section>
  )
}

function timeNow(): number {
  return Date.now()
}

async function KeyRow({ apiKey, now }: { apiKey: ApiKey; now: number }) {
  const t = await texts()
  const { id, name, access, purpose, storeIds, createdAt, lastUsedAt, previousUntil } = apiKey
  const stores =
    storeIds === null ? t('ApiKeys.allStores') : t('ApiKeys.storeCount', { count: storeIds.length })
  return (
    <ConnectionRow
      mark={
        <ActorMark
          look={actorMark({ kind: 'api_key', id, name })}
          label={t('ApiKeys.keyNamed', { name: plainName(name) })}
        />
      }
      name={
        <span className="min-w-0 truncate">
          <VisibleLabel text={name} />
        </span>
      }
      about={
        <span className="flex flex-wrap gap-x-2" data-changes-with-time>
          <span>
            {t(`ApiKeys.tag_${access}`)}
            {access === 'metrics' || access === 'hook' ? null : `, ${stores}`}
          </span>
          <KeyEnd apiKey={apiKey} now={now} />
          {previousUntil !== null && previousUntil > now ? (
            <span>{t('ApiKeys.overlaps')}</span>
          ) : null}
          <span className="text-ink-3">
            {t.rich('ApiKeys.made', {
              age: () => <RelativeTime key="age" time={createdAt} now={now} />,
            })}
          </span>
        </span>
      }
      status={
        lastUsedAt === null ? (
          <span className="text-caution">{t('ApiKeys.neverUsed')}</span>
        ) : (
          t(`ApiKeys.purpose_${purpose}`)
        )
      }
      age={lastUsedAt === null ? null : <RelativeTime time={lastUsedAt} now={now} />}
      acts={<KeyActs keyId={id} name={name} />}
    />
  )
}

/** Days before a key expires from which its end is near. */
const NEAR_DAYS = 7

async function KeyEnd({ apiKey: { expiresAt }, now }: { apiKey: ApiKey; now: number }) {
  const t = await texts()
  if (expiresAt === null) return <span>{t('ApiKeys.noEnd')}</span>
  if (expiresAt <= now) return <span className="text-removed">{t('ApiKeys.expired')}</span>
  const days = Math.ceil((expiresAt - now) / DAY_MS)
  return (
    <span className={days <= NEAR_DAYS ? 'text-caution' : undefined}>
      {t('ApiKeys.ends', { days })}
    </span>
  )
}
