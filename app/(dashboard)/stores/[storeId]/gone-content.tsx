import { Eraser, FileX, Trash2 } from 'lucide-react'
import { NumberedText } from '@/components/content/numbered-text'
import { WriterMark } from '@/components/history/writer-mark'
import { actorAfterBy } from '@/components/history/actor-words'
import { AuthorLink } from '@/components/history/author-link'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { database } from '@/lib/db/open-database'
import { newestWholeVersion } from '@/lib/store/versions/damaged-versions'
import { getVersion } from '@/lib/store/versions/read-versions'
import { authorOf } from '@/lib/store/model/author-of'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actorNames } from '@/lib/store/stores/name-actor'
import { plainName } from '@/lib/text/plain-text'

export interface DeletedProps {
  /** the deletion */
  version: MemoryVersion
  /** the one before it; null: it is not among those listed */
  before: MemoryVersion | null
  names: ReadonlyMap<string, string>
  /** whether it may be brought back from here */
  canRestore: boolean
}

/** A deleted memory: when, by whom, the way back, and its last text. */
export async function Deleted({ version, before, names, canRestore }: DeletedProps) {
  const t = await texts()
  const { storeId } = version
  const last =
    before === null
      ? null
      : await getVersion(database(), {
          storeId,
          versionId: before.id,
          whenDamaged: 'leave out',
        })
  const content = last?.content ?? null
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-well px-4 py-2.5">
        <Trash2 size={16} aria-hidden className="shrink-0 text-ink-3" />
        <div className="min-w-0">
          <p className="font-semibold">
            {t('Memory.deletedWith', { ordinal: version.ordinal })}{' '}
            <LocalTime time={version.createdAt} />
          </p>
          <p className="flex items-center gap-1.5 text-ink-2">
            <WriterMark
              actor={authorOf(version)}
              names={names}
              isImport={version.batch?.kind === 'history'}
              size="small"
            />
            <AuthorLink version={version} names={names} />
          </p>
        </div>
        {last && content !== null && canRestore ? (
          <Link
            href={`/stores/${storeId}/restore?version=${last.id}`}
            className={`${buttonVariants({ variant: 'primary' })} ml-auto`}
          >
            {t('History.restoreDeleted')}
          </Link>
        ) : null}
      </div>
      {last && content !== null ? (
        <>
          <p className="border-b border-line px-4 py-1.5 text-xs text-ink-3">
            {t('Memory.lastText', { ordinal: last.ordinal })}
          </p>
          <NumberedText content={content} path={last.path} />
        </>
      ) : null}
    </>
  )
}

export interface RedactedProps {
  version: MemoryVersion
  /** the versions of the memory, newest first, as far as they are listed */
  versions: readonly MemoryVersion[]
}

/** A version that was emptied: when and by whom, and the versions beside it. Never how long it was. */
export async function Redacted({ version, versions }: RedactedProps) {
  const t = await texts()
  const { ordinal, redactedAt, redactedBy, storeId, memoryId } = version
  if (redactedAt === null || redactedBy === null) return null
  const format = await formats()
  const names = await actorNames(database(), [redactedBy.id])
  const at = versions.findIndex(({ id }) => id === version.id)
  const beside = at < 0 ? [] : [versions[at + 1], versions[at - 1]]
  return (
    <div className="flex flex-1 items-center justify-center bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_9px)] px-4 py-16">
      <div className="grid max-w-[52ch] justify-items-center gap-2 rounded-card bg-sheet px-6 py-5 text-center">
        <Eraser size={22} strokeWidth={1.5} aria-hidden className="text-ink-3" />
        <p className="font-medium">
          {t('Memory.redacted', {
            ordinal,
            name: plainName(actorAfterBy(t, redactedBy, names)),
            time: format.dateTime(redactedAt, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </p>
        <p className="flex flex-wrap justify-center gap-1.5 empty:hidden">
          {beside.map((each) =>
            each === undefined || each.operation === 'deleted' ? null : (
              <Link
                key={each.id}
                href={`/stores/${storeId}?memory=${memoryId}&version=${each.id}`}
                className={buttonVariants({ variant: 'quiet' })}
              >
                {each.ordinal < ordinal
                  ? t('Memory.versionBefore', { ordinal: each.ordinal })
                  : t('Memory.versionAfter', { ordinal: each.ordinal })}
              </Link>
            ),
          )}
        </p>
      </div>
    </div>
  )
}

export interface DamagedProps {
  version: MemoryVersion
  /** whether another version may be restored in its place from here */
  canRestore: boolean
}

/** A version whose stored content is damaged: its id, for whoever repairs it, and the way out. */
export async function Damaged({ version, canRestore }: DamagedProps) {
  const t = await texts()
  const { id, ordinal, storeId, memoryId } = version
  const whole = canRestore ? await newestWholeVersion(database(), { storeId, memoryId }) : null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-caution-bg px-4 py-2.5"
    >
      <FileX size={16} aria-hidden className="shrink-0 text-caution" />
      <div className="min-w-0">
        <p className="font-semibold text-caution">{t('Memory.damaged', { ordinal })}</p>
        <p className="text-ink-2">
          {t('Memory.damagedAbout')} <code className="font-mono text-xs">{id}</code>
        </p>
      </div>
      {whole === null ? null : (
        <Link
          href={`/stores/${storeId}/restore?version=${whole.id}`}
          className={`${buttonVariants({ variant: 'primary' })} ml-auto`}
        >
          {t('Memory.restoreWhole', { ordinal: whole.ordinal })}
        </Link>
      )}
    </div>
  )
}
