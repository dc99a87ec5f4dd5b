import 'server-only'
import { ShieldBan } from 'lucide-react'
import { VisibleText } from '@/components/content/visible-line'
import { VisibleLabel } from '@/components/content/visible-label'
import { actorTitle } from '@/components/history/actor-words'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { watchedFileOf } from '@/lib/connect/watched-file-of'
import { database } from '@/lib/db/open-database'
import type { Quarantine } from '@/lib/store/model/quarantine'
import { actorNames } from '@/lib/store/stores/name-actor'
import { ReleaseButton } from './release-button'
import { StillInFile } from './still-in-file'

export interface QuarantineNoticeProps {
  storeId: string
  quarantine: Quarantine
  /** the ordinal of a version of the memory; null: it is not among those that are listed */
  ordinalOf: (versionId: string) => number | null
}

/** Says that a memory is in quarantine, since when, why and by whom. */
export async function QuarantineNotice({ storeId, quarantine, ordinalOf }: QuarantineNoticeProps) {
  const t = await texts()
  const { memoryId, servedVersionId, fromVersionId, reason, since, by, rule } = quarantine
  const names = await actorNames(database(), [by.id])
  const file = await watchedFileOf(database(), { storeId, memoryId })
  const ordinal = servedVersionId === null ? null : ordinalOf(servedVersionId)
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-caution-bg px-4 py-1.5 text-xs"
    >
      <ShieldBan size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-caution" />
      <span className="min-w-0 flex-1 basis-64">
        <b className="font-semibold text-caution">{t('Quarantine.title')}.</b>{' '}
        {servedVersionId === null ? (
          t('Quarantine.notFound')
        ) : (
          <Link
            href={`/stores/${storeId}?memory=${memoryId}&version=${servedVersionId}`}
            className="underline"
          >
            {ordinal === null ? t('Quarantine.servedEarlier') : t('Quarantine.served', { ordinal })}
          </Link>
        )}{' '}
        <span className="text-ink-2">
          {rule === null ? (
            by.type === 'user' ? (
              t('Quarantine.byPerson')
            ) : (
              <VisibleLabel text={actorTitle(t, by, names)} />
            )
          ) : (
            <Link href={`/stores/${storeId}/policy`} className="underline">
              {t('Quarantine.byPolicy', { revision: rule.revision })}
            </Link>
          )}
          {' · '}
          <LocalTime time={since} />
          {reason === '' ? null : (
            <>
              {' · '}
              <VisibleText text={reason} />
            </>
          )}
        </span>
        {file === null ? null : (
          <span className="block wrap-anywhere">
            <StillInFile file={file} />
          </span>
        )}
      </span>
      <ReleaseButton
        storeId={storeId}
        memoryId={memoryId}
        versionId={fromVersionId}
        reason={reason}
      />
    </div>
  )
}
