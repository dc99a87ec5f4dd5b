import type { ReactNode } from 'react'
import { VisiblePath } from '@/components/content/visible-path'
import { formats, texts } from '@/components/i18n/server-texts'
import { Bar } from '@/components/overview/writers'
import { Link } from '@/components/ui/link'
import type { StoreLimits, UsedLimit } from '@/lib/store/stores/store-limits'
import { shownSize } from '@/lib/text/shown-size'
import { LimitInput } from './limit-input'
import { SettingsRow, SettingsSection } from './section'

export interface StoreLimitsSectionProps {
  storeId: string
  limits: StoreLimits
  /** whether the store is read-only */
  isArchived: boolean
}

/** The limits that hold for a store, with what it uses of each. */
export async function StoreLimitsSection(props: StoreLimitsSectionProps) {
  const { storeId, limits, isArchived } = props
  const t = await texts()
  const format = await formats()
  const { largest } = limits
  const input = { storeId, isOff: isArchived }
  return (
    <SettingsSection title={t('StoreLimits.title')} note={t('StoreLimits.about')}>
      <Limit
        name={t('StoreLimits.memories')}
        use={limits.memories}
        shown={format.number}
        input={
          <LimitInput
            {...input}
            field="maxMemories"
            label={t('StoreLimits.memories')}
            value={limits.memories.limit}
          />
        }
      />
      <Limit
        name={t('StoreLimits.bytes')}
        use={limits.bytes}
        shown={(bytes) => shownSize(format, bytes)}
        input={
          <LimitInput
            {...input}
            field="maxBytes"
            label={t('StoreLimits.bytes')}
            value={limits.bytes.limit}
          />
        }
      />
      <Limit
        name={t('StoreLimits.largest')}
        use={largest}
        shown={(bytes) => shownSize(format, bytes)}
        input={
          <LimitInput
            {...input}
            field="maxContentBytes"
            label={t('StoreLimits.largest')}
            value={largest.limit}
            most={MAX_CONTENT_BYTES}
          />
        }
      >
        {largest.path === null ? null : (
          <Link
            href={`/stores/${storeId}?memory=${largest.memoryId ?? ''}`}
            className="min-w-0 truncate font-mono hover:underline"
          >
            <VisiblePath path={largest.path.slice(1)} />
          </Link>
        )}
      </Limit>
      <Limit
        name={t('StoreLimits.versions')}
        use={limits.versions}
        shown={format.number}
        input={
          <LimitInput
            {...input}
            field="maxVersions"
            label={t('StoreLimits.versions')}
            value={limits.versions.limit}
          />
        }
      />
      <SettingsRow
        name={t('StoreLimits.oneRead')}
        beside={t('StoreLimits.characters', { count: limits.viewChars })}
      >
        <LimitInput
          {...input}
          field="maxViewChars"
          label={t('StoreLimits.oneRead')}
          value={limits.viewChars}
          least={1000}
        />
      </SettingsRow>
    </SettingsSection>
  )
}

/** Limit on a memory in any store, in bytes. */
const MAX_CONTENT_BYTES = 10_485_760

/** Percentage from which a limit is near, and agents are told. */
const NEAR = 80

async function Limit({
  name,
  use: { used, limit },
  shown,
  input,
  children,
}: {
  name: string
  use: UsedLimit
  shown: (amount: number) => string
  /** the field that sets it */
  input: ReactNode
  children?: ReactNode
}) {
  const t = await texts()
  const share = limit === null ? 0 : (100 * used) / limit
  const isNear = share >= NEAR
  return (
    <SettingsRow
      name={name}
      beside={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
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
      {input}
    </SettingsRow>
  )
}
