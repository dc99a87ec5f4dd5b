import { plainName } from '@/lib/text/plain-text'
import { Columns2, Ellipsis, Rows3 } from 'lucide-react'
import { VisibleMove } from '@/components/content/visible-path'
import { ChangeSteps } from '@/components/diff/change-steps'
import { PairedDiff } from '@/components/diff/paired-diff'
import { ActorName } from '@/components/history/actor-name'
import { formats, texts } from '@/components/i18n/server-texts'
import { ChangeLetter } from '@/components/ui/change-letter'
import { Menu, MenuLink } from '@/components/ui/menu'
import { SegmentedLinks } from '@/components/ui/segmented'
import { database } from '@/lib/db/open-database'
import { getVersion } from '@/lib/store/versions/read-versions'
import {
  kindOf,
  type MemoryChange,
  pathOf,
  type VersionSummary,
} from '@/lib/store/model/memory-change'
import { authorOf } from '@/lib/store/model/author-of'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actorNames } from '@/lib/store/stores/name-actor'
import { countLines, countRuns } from '@/lib/text/text-diff'
import type { ShownPart } from './comparison-address'

/** Lines of a difference; the page of the two versions has more. */
const MAX_LINES = 2_000

export interface FilePaneProps {
  storeId: string
  change: MemoryChange<VersionSummary>
  shown: Pick<ShownPart, 'view' | 'open'>
  hrefOf: (shown: Partial<Pick<ShownPart, 'view' | 'open'>>) => string
  /** the two moments, in words */
  heads: { before: React.ReactNode; after: React.ReactNode }
}

/** The difference of one memory. */
export async function FilePane({ storeId, change, shown, hrefOf, heads }: FilePaneProps) {
  const { view, open } = shown
  const t = await texts()
  const [before, after] = await Promise.all([
    versionOf(storeId, change.before),
    versionOf(storeId, change.after),
  ])
  const isRedacted = [before, after].some((version) => version?.content === null)
  const isDamaged = [before, after].some((version) => version?.isDamaged)
  const contents = { before: before?.content ?? '', after: after?.content ?? '' }
  return (
    <section aria-label={t('Changes.difference')} className="compare-diff">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5">
        <ChangeLetter
          kind={kindOf(change) ?? 'modified'}
          label={t(`Changes.${kindOf(change) ?? 'modified'}`)}
        />
        <h2 className="min-w-0 font-mono text-xs font-medium break-all">
          <VisibleMove before={change.before?.path} after={change.after?.path} />
        </h2>
        {isRedacted ? null : (
          <div className="flex items-center gap-1.5 text-xs">
            <ChangeSteps
              lines={countLines(contents.before, contents.after)}
              runs={countRuns(contents.before, contents.after)}
            />
          </div>
        )}
        <div className="ml-auto flex items-center gap-3">
          <WrittenBy version={after} />
          <div className="max-[1199px]:hidden">
            <SegmentedLinks
              label={t('Diff.views')}
              segments={[
                {
                  href: hrefOf({ view: 'unified' }),
                  label: (
                    <>
                      <Rows3 size={14} aria-hidden /> {t('Changes.unified')}
                    </>
                  ),
                  isCurrent: view === 'unified',
                },
                {
                  href: hrefOf({ view: 'split' }),
                  label: (
                    <>
                      <Columns2 size={14} aria-hidden /> {t('Changes.split')}
                    </>
                  ),
                  isCurrent: view === 'split',
                },
              ]}
            />
          </div>
          <More storeId={storeId} change={change} />
        </div>
      </header>
      <div
        key={`${change.memoryId} ${change.before?.versionId} ${change.after?.versionId}`}
        className="compare-scroll"
        tabIndex={0}
        role="group"
        aria-label={plainName(pathOf(change))}
      >
        {isRedacted ? (
          <p className="px-4 py-3 text-caution">{t(isDamaged ? 'Diff.damaged' : 'Diff.oneSide')}</p>
        ) : (
          <PairedDiff
            {...contents}
            path={pathOf(change)}
            most={MAX_LINES}
            view={view}
            heads={heads}
            open={open}
            hrefOfOpen={(opened) => hrefOf({ open: opened })}
          />
        )}
      </div>
    </section>
  )
}

async function versionOf(
  storeId: string,
  side: VersionSummary | null,
): Promise<MemoryVersion | null> {
  const versionId = side?.versionId
  if (versionId === undefined) return null
  return getVersion(database(), { storeId, versionId, whenDamaged: 'leave out' })
}

/** Shows who wrote the later side, and when. */
async function WrittenBy({ version }: { version: MemoryVersion | null }) {
  const format = await formats()
  if (!version) return null
  const names = await actorNames(database(), [version.createdBy.id])
  return (
    <span className="text-xs text-ink-3 max-lg:hidden">
      <ActorName actor={authorOf(version)} names={names} />
      {', '}
      <span data-changes-with-time>
        {format.dateTime(version.createdAt, { dateStyle: 'medium' })}
      </span>
    </span>
  )
}

async function More({ storeId, change }: Pick<FilePaneProps, 'storeId' | 'change'>) {
  const t = await texts()
  const { memoryId, before, after } = change
  const memory = `/stores/${storeId}?memory=${memoryId}`
  const side = after ?? before
  return (
    <Menu label={t('Changes.more')} button={<Ellipsis size={16} aria-hidden />}>
      <MenuLink href={side === after ? memory : `${memory}&version=${before?.versionId}`}>
        {t('Changes.open')}
      </MenuLink>
      {before && after ? (
        <MenuLink href={`${memory}&from=${before.versionId}&to=${after.versionId}&compare=editor`}>
          {t('Diff.view_editor')}
        </MenuLink>
      ) : null}
      {before && after ? (
        <MenuLink href={`${memory}&version=${before.versionId}`}>
          {t('Changes.openBefore')}
        </MenuLink>
      ) : null}
    </Menu>
  )
}
