import 'server-only'
import { Lock } from 'lucide-react'
import { SectionHead } from '@/components/connections/section-head'
import { VisibleLabel } from '@/components/content/visible-label'
import { texts } from '@/components/i18n/server-texts'
import { ActorMark } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { RelativeTime } from '@/components/ui/relative-time'
import { type ApiKey, listApiKeys } from '@/lib/auth/api-keys'
import { database } from '@/lib/db/open-database'
import { actorMark } from '@/lib/store/model/actor-mark'
import { plainName } from '@/lib/text/plain-text'
import { KeyActs } from './key-acts'
import type { StoreToChoose } from './make-key'
import { NewKey } from './new-key'

/** The keys with which programs call, the newest first. */
export async function KeysSection({ stores }: { stores: readonly StoreToChoose[] }) {
  const t = await texts()
  const keys = (await listApiKeys(database())).filter(({ revokedAt }) => revokedAt === null)
  const now = timeNow()
  return (
    <section aria-labelledby="keys">
      <SectionHead id="keys" title={t('ApiKeys.title')} count={keys.length}>
        <NewKey stores={stores} />
      </SectionHead>
      {keys.length === 0 ? (
        <p className="px-5 pb-3 text-ink-3 max-md:px-4">{t('ApiKeys.none')}</p>
      ) : (
        <>
          <ul aria-label={t('ApiKeys.title')} className="border-t border-line">
            {keys.toReversed().map((key) => (
              <KeyRow key={key.id} apiKey={key} now={now} />
            ))}
          </ul>
          <p className="flex items-center gap-2 px-5 py-2.5 text-xs text-ink-3 max-md:px-4">
            <Lock size={14} aria-hidden className="shrink-0" />
            {t('ApiKeys.note')}
          </p>
        </>
      )}
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
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line px-5 py-2 max-md:px-4">
      <ActorMark
        look={actorMark({ kind: 'api_key', id, name })}
        label={t('ApiKeys.keyNamed', { name: plainName(name) })}
      />
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1">
          <span className="max-w-full min-w-0 truncate font-medium">
            <VisibleLabel text={name} />
          </span>
          <span className="flex gap-1.5">
            <Badge>{t(`ApiKeys.tag_${access}`)}</Badge>
            <Badge tone={purpose === 'agent' ? 'accent' : 'plain'}>
              {t(`ApiKeys.purpose_${purpose}`)}
            </Badge>
          </span>
        </div>
        <div className="text-xs text-ink-3" data-changes-with-time>
          {access === 'metrics' || access === 'hook' ? null : <>{stores} · </>}
          {t.rich('ApiKeys.made', {
            age: () => <RelativeTime key="age" time={createdAt} now={now} />,
          })}
          {previousUntil !== null && previousUntil > now ? <> · {t('ApiKeys.overlaps')}</> : null}
        </div>
      </div>
      <div className="text-right text-xs tabular-nums" data-changes-with-time>
        <div className={lastUsedAt === null ? 'text-caution' : undefined}>
          {lastUsedAt === null
            ? t('ApiKeys.neverUsed')
            : t.rich('ApiKeys.used', {
                age: () => <RelativeTime key="age" time={lastUsedAt} now={now} />,
              })}
        </div>
        <KeyEnd apiKey={apiKey} now={now} />
      </div>
      <KeyActs keyId={id} name={name} />
    </li>
  )
}

const DAY_MS = 86_400_000

/** Days before a key expires from which its end is near. */
const NEAR_DAYS = 7

async function KeyEnd({ apiKey: { expiresAt }, now }: { apiKey: ApiKey; now: number }) {
  const t = await texts()
  if (expiresAt === null) return <div className="text-ink-3">{t('ApiKeys.noEnd')}</div>
  if (expiresAt <= now) return <div className="text-removed">{t('ApiKeys.expired')}</div>
  const days = Math.ceil((expiresAt - now) / DAY_MS)
  return (
    <div className={days <= NEAR_DAYS ? 'text-caution' : 'text-ink-3'}>
      {t('ApiKeys.ends', { days })}
    </div>
  )
}
