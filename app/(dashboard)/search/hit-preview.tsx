import { actorAfterBy } from '@/components/history/actor-words'
import { agentsOf } from '@/components/history/agent-looks'
import { WriterMark } from '@/components/history/writer-mark'
import { VisibleText } from '@/components/content/visible-line'
import { VisiblePath } from '@/components/content/visible-path'
import { diffLabels } from '@/components/diff/diff-labels'
import { UnifiedDiff } from '@/components/diff/unified-diff'
import { formats, texts } from '@/components/i18n/server-texts'
import { PreviewedLines } from '@/components/review/inbox/previewed-lines'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { database } from '@/lib/db/open-database'
import { authorOf } from '@/lib/store/model/author-of'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actorNames } from '@/lib/store/stores/name-actor'
import { listReads } from '@/lib/store/reads/reads'
import { type Appearance, textLife } from '@/lib/store/search/search-history'
import { versionChange } from '@/lib/store/versions/version-texts'
import { plainName } from '@/lib/text/plain-text'
import { subjectOf } from '@/lib/text/subject'

export interface HitPreviewProps {
  storeId: string
  memoryId: string
  query: string
  now: number
}

/** Shows how a text came into a memory and went, who wrote that, and who read it meanwhile. */
export async function HitPreview({ storeId, memoryId, query, now }: HitPreviewProps) {
  const t = await texts()
  const life = await textLife(database(), { storeId, memoryId, query })
  const last = life?.appearances.at(-1)
  if (!life || !last) return null
  const { from, writtenIn, until } = last
  const isBack = writtenIn.id !== from.id
  const { newest, appearances } = life
  const names = await actorNames(
    database(),
    [from, writtenIn, until].flatMap((version) => version?.createdBy.id ?? []),
  )
  const address = `/stores/${storeId}?memory=${memoryId}`
  return (
    <>
      <div className="border-b border-line bg-sheet px-4 py-3">
        <p className="flex items-center gap-2">
          <span
            title={newest.path === null ? undefined : plainName(newest.path)}
            className="min-w-0 flex-1 truncate font-mono text-code font-medium"
          >
            {newest.path === null ? t('Memory.redactedPath') : <VisiblePath path={newest.path} />}
          </span>
          {until === null ? null : (
            <Badge tone={until.operation === 'deleted' ? 'removed' : 'plain'}>
              {t(until.operation === 'deleted' ? 'Search.deleted' : 'Search.gone')}
            </Badge>
          )}
          <Link
            href={until === null ? address : `${address}&version=${newest.id}`}
            className={buttonVariants({ size: 'small' })}
          >
            {until === null ? t('Search.open') : t('Search.openAt', { ordinal: newest.ordinal })}
          </Link>
        </p>
        <h2 className="mt-2 text-title font-semibold">
          <PresencePeriod span={last} />
          {appearances.length > 1 ? ' ' : null}
          {appearances.length > 1 ? (
            <span className="ml-1 text-sm font-normal text-ink-3">
              {t('Search.times', { count: appearances.length })}
            </span>
          ) : null}
        </h2>
      </div>
      <div className="space-y-3 p-4">
        <Turn title={t('Search.cameCard')} version={writtenIn} names={names} now={now} />
        {isBack ? (
          <Turn title={t('Search.backCard')} version={from} names={names} now={now} />
        ) : null}
        {until === null ? null : (
          <Turn title={t('Search.wentCard')} version={until} names={names} now={now} />
        )}
        <Readers storeId={storeId} memoryId={memoryId} span={last} />
      </div>
    </>
  )
}

async function PresencePeriod({ span: { from, writtenIn, until } }: { span: Appearance }) {
  const t = await texts()
  const format = await formats()
  const day = (time: number) => format.dateTime(time, { dateStyle: 'medium' })
  if (until !== null) {
    return t('Search.stood', { from: day(from.createdAt), until: day(until.createdAt) })
  }
  return writtenIn.id === from.id
    ? t('Search.standsSince', { day: day(from.createdAt) })
    : t('Search.backSince', { written: day(writtenIn.createdAt), back: day(from.createdAt) })
}

/** Lines of a difference shown here; the comparison has them all. */
const LINES = 16

/** The change that brought the text, or took it away. */
async function Turn({
  title,
  version,
  names,
  now,
}: {
  title: string
  version: MemoryVersion
  names: ReadonlyMap<string, string>
  now: number
}) {
  const t = await texts()
  const { storeId, memoryId, id: versionId, ordinal, batch } = version
  const { before, after, isDamaged } = await versionChange(database(), { storeId, versionId })
  const message = batch?.message?.trim().split('\n', 1)[0] ?? ''
  const address = `/stores/${storeId}?memory=${memoryId}&version=${versionId}`
  return (
    <section className="overflow-hidden rounded-card bg-sheet shadow-[inset_0_0_0_1px_var(--line)]">
      <div className="px-3 py-2">
        <p className="flex items-center gap-2">
          <WriterMark
            actor={authorOf(version)}
            names={names}
            isImport={version.batch?.kind === 'history'}
            size="small"
          />
          <strong className="font-semibold">{title}</strong>
          <span className="text-xs text-ink-3 tabular-nums">
            <RelativeTime time={version.createdAt} now={now} />, v{ordinal}
          </span>
          <Link
            href={before === null ? address : `${address}&diff=before`}
            className="ml-auto text-xs font-medium text-ink-2 hover:text-ink hover:underline"
          >
            {t('Blame.change')}
          </Link>
        </p>
        {message === '' ? null : (
          <p className="mt-1 line-clamp-2 text-xs font-medium wrap-anywhere">
            <VisibleText text={subjectOf(message).words} />
          </p>
        )}
      </div>
      <div className="border-t border-line px-px pb-px">
        {isDamaged ? (
          <p className="px-3 py-2 text-caution">{t('Diff.damaged')}</p>
        ) : (
          <Difference before={before} after={after} />
        )}
      </div>
    </section>
  )
}

type Change = Awaited<ReturnType<typeof versionChange>>

async function Difference({ before, after }: Pick<Change, 'before' | 'after'>) {
  const t = await texts()
  const [was, is] = [before?.content ?? '', after?.content ?? '']
  const path = after?.path ?? before?.path ?? null
  if (was !== is) {
    return (
      <PreviewedLines before={was} after={is} path={path} most={LINES} labels={diffLabels(t)} />
    )
  }
  return <UnifiedDiff before={was} after={is} path={path} pathBefore={before?.path ?? null} />
}

/** Reads looked at, the newest first. */
const READS = 200

/**
 * Lists the agents that certainly read the memory while the text stood in it, by the version that
 * they read.
 */
async function Readers({
  storeId,
  memoryId,
  span: { from, until },
}: {
  storeId: string
  memoryId: string
  span: Appearance
}) {
  const t = await texts()
  const format = await formats()
  const reads = await listReads(database(), { storeId, memoryId, limit: READS })
  const end = until?.sequence ?? Infinity
  const during = reads.filter(
    ({ lastSequence }) => lastSequence >= from.sequence && lastSequence < end,
  )
  const actors = during.map(({ actor }) => actor)
  if (actors.length === 0) return null
  const ids = actors.map(({ id }) => id)
  const [names, agents] = [await actorNames(database(), ids), await agentsOf(actors)]
  const nameOf = (id: string) => agents.get(id)?.name ?? actorAfterBy(t, { id }, names)
  const readers = [...new Set(ids.map((id) => plainName(nameOf(id))))]
  return (
    <p className="px-1 text-xs text-ink-2">
      {t('Search.readBy', { names: format.list(readers.slice(0, 3)), count: readers.length })}
    </p>
  )
}
