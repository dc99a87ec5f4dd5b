import type { ReactNode } from 'react'
import { VisiblePath } from '@/components/content/visible-path'
import { formats, texts } from '@/components/i18n/server-texts'
import { Bar } from '@/components/overview/writers'
import { Link } from '@/components/ui/link'
import type { StoreLimits, UsedLimit } from '@/lib/store/store-limits'
import { shownSize } from '@/lib/text/shown-size'
import { SettingsRow, SettingsSection } from './section'

export interface StoreLimitsSectionProps {
  storeId: string
  limits: StoreLimits
  /** the most characters of one read */
  maxViewChars: number
}

/** The limits that hold for a store, with what it uses of each. */
export async function StoreLimitsSection(props: StoreLimitsSectionProps) {
  const { storeId, limits, maxViewChars } = props
  const t = await texts()
  const format = await formats()
  const { largest } = limits
  return (
    <SettingsSection title={t('StoreLimits.title')} note={t('StoreLimits.about')}>
      <Limit name={t('StoreLimits.memories')} use={limits.memories} shown={format.number} />
      <Limit name={t('StoreLimits.bytes')} use={limits.bytes} shown={shownSize} />
      <Limit name={t('StoreLimits.largest')} use={largest} shown={shownSize}>
        {largest.path === null ? null : (
          <Link
            href={`/stores/${storeId}?memory=${largest.memoryId ?? ''}`}
            className="min-w-0 truncate font-mono hover:underline"
          >
            <VisiblePath path={largest.path.slice(1)} />
          </Link>
        )}
      </Limit>
      <Limit name={t('StoreLimits.versions')} use={limits.versions} shown={format.number} />
      <SettingsRow name={t('StoreLimits.oneRead')}>
        <span className="tabular-nums">{t('StoreLimits.characters', { count: maxViewChars })}</span>
      </SettingsRow>
    </SettingsSection>
  )
}

/** From this share on a limit is near. */
const NEAR = 90

async function Limit({
  name,
  use: { used, limit },
  shown,
  children,
}: {
  name: string
  use: UsedLimit
  shown: (amount: number) => string
  children?: ReactNode
}) {
  const t = await texts()
  const share = limit === null ? 0 : (100 * used) / limit
  const isNear = share >= NEAR
  return (
    <SettingsRow
      name={name}
      beside={
        <span className="flex items-center gap-3">
          {limit === null ? null : (
            <span className="flex w-36 shrink-0">
              <Bar share={share} isNear={isNear} />
            </span>
          )}
          <span className={isNear ? 'shrink-0 font-semibold text-caution' : 'shrink-0'}>
            {limit === null
              ? t('StoreLimits.used', { amount: shown(used) })
              : t('StoreLimits.usedOf', { amount: shown(used), limit: shown(limit) })}
          </span>
          {children}
        </span>
      }
    >
      <span className={limit === null ? 'text-ink-3' : 'tabular-nums'}>
        {limit === null ? t('StoreLimits.unlimited') : shown(limit)}
      </span>
    </SettingsRow>
  )
}
