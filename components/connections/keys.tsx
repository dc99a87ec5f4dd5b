import { KeyRound, Lock } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { ActorMark } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { Empty } from '@/components/ui/empty'
import { ListPage, type Row } from '@/components/ui/list-page'
import { Ago } from '@/components/ui/time'
import type { ApiKey } from '@/lib/auth/keys'
import { DAY_MS } from '@/lib/text/short-age'
import { plainName } from '@/lib/text/visible-text'
import { KeyActs } from './key-acts'

export interface KeysProps {
  keys: readonly ApiKey[]
  /** of the stores that keys are limited to, by id */
  storeNames: ReadonlyMap<string, string>
  /** when the server answered */
  now: Date
}

/** Days before a key ends from which its end is near. */
const NEAR_DAYS = 7

/** The keys with which programs call: what each opens, when it was used, when it ends. */
export function Keys({ keys, storeNames, now }: KeysProps) {
  const t = useTranslations('ApiKeys')
  const storesOf = useStoresOfKey(storeNames)
  const rowOf = (key: ApiKey): Row => ({
    id: key.id,
    mark: <ActorMark writer={{ type: 'api_key', id: key.id, name: key.name }} />,
    title: (
      <span className="flex items-center gap-2">
        <span className="truncate">
          <VisibleLabel text={key.name} />
        </span>
        <Badge>{t(`tag_${key.access}`)}</Badge>
      </span>
    ),
    about: (
      <span className="flex flex-wrap gap-x-2">
        <span className="truncate">{storesOf(key.storeIds ?? [])}</span>
        <span>{t(key.isAgent ? 'purpose_agent' : 'purpose_script')}</span>
        <span>
          {t.rich('made', {
            by: key.madeBy,
            age: () => <Ago key="age" time={key.createdAt} now={now} />,
          })}
        </span>
        {key.previousUntil && key.previousUntil > now ? <span>{t('overlaps')}</span> : null}
      </span>
    ),
    cells: [
      <LastUse key="used" apiKey={key} now={now} />,
      <End key="end" apiKey={key} now={now} />,
    ],
    acts: <KeyActs keyId={key.id} name={key.name} isOver={+(key.expiresAt ?? Infinity) <= +now} />,
  })
  return (
    <ListPage
      label={t('title')}
      title={t('key')}
      columns={[
        { label: t('use'), width: '9rem' },
        { label: t('end'), width: '9rem' },
      ]}
      rows={keys.map(rowOf)}
      empty={
        <Empty Icon={KeyRound} title={t('none')}>
          {t('noneAbout')}
        </Empty>
      }
    >
      {keys.length === 0 ? null : (
        <p className="flex items-start gap-2.5 px-4 py-3.5 text-ink-2">
          <Lock size={15} aria-hidden className="mt-0.5 shrink-0" />
          {t('about')}
        </p>
      )}
    </ListPage>
  )
}

function LastUse({ apiKey: { lastUsedAt }, now }: { apiKey: ApiKey; now: Date }) {
  const t = useTranslations('ApiKeys')
  if (lastUsedAt === null) return <span className="text-caution">{t('neverUsed')}</span>
  return t.rich('used', { age: () => <Ago key="age" time={lastUsedAt} now={now} /> })
}

function End({ apiKey: { expiresAt }, now }: { apiKey: ApiKey; now: Date }) {
  const t = useTranslations('ApiKeys')
  if (expiresAt === null) return t('noEnd')
  if (expiresAt <= now) return <span className="text-removed">{t('expired')}</span>
  const days = Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS)
  return <span className={days <= NEAR_DAYS ? 'text-caution' : ''}>{t('ends', { days })}</span>
}

/** Words for the stores that a key opens; `storeNames`: by id. */
export function useStoresOfKey(
  storeNames: ReadonlyMap<string, string>,
): (storeIds: readonly string[]) => string {
  const t = useTranslations('ApiKeys')
  return ([only, ...others]) => {
    if (only === undefined) return t('allStores')
    if (others.length > 0) return t('storeCount', { count: others.length + 1 })
    return plainName(storeNames.get(only) ?? t('storeGone'))
  }
}
