import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import { database } from '@/lib/db/open-database'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { countUnused } from '@/lib/store/reads/reading-habits'
import { ExpiryForm } from './expiry-form'
import { SettingsRow, SettingsSection } from './section'

/** Days that the preview counts by while nothing expires. */
const PREVIEW_DAYS = 90

/** Settings for the expiry of a store's memories, with how many would expire now. */
export async function ExpirySection({ store, now }: { store: MemoryStore; now: number }) {
  const t = await texts()
  const { expireAfterDays, expiryDeletes } = store.settings
  const days = expireAfterDays ?? PREVIEW_DAYS
  const { count, lookedAt, isAll } = await countUnused(database(), { storeId: store.id, days, now })
  return (
    <SettingsSection title={t('StoreLimits.expiry')} note={t('StoreLimits.expiryAbout')}>
      <SettingsRow
        name={t('StoreLimits.expireAfter')}
        beside={
          isAll
            ? t('StoreLimits.unused', { count, days })
            : t('StoreLimits.unusedAmong', { count, days, among: lookedAt })
        }
      >
        <ExpiryForm
          storeId={store.id}
          afterDays={expireAfterDays}
          deletes={expiryDeletes}
          isOff={store.archivedAt !== null}
        />
      </SettingsRow>
    </SettingsSection>
  )
}
