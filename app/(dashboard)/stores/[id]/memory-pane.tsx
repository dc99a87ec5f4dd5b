import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Nowhere } from '@/components/memory/gone'
import { MemoryHead, MemoryViews, viewOf } from '@/components/memory/head'
import { Requests } from '@/components/requests/list'
import {
  AskAgent,
  Difference,
  DiffSteps,
  DraftNotice,
  EditMemory,
  MemoryActs,
} from '@/components/store/on-demand'
import { Amount } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { SegmentedLinks } from '@/components/ui/segmented'
import { conflictOf } from '@/lib/folders/conflicts'
import { withDismissals } from '@/lib/review/store-flags'
import { flagsOf } from '@/lib/scan/flags-of'
import { requestsOn } from '@/lib/review/requests'
import type { Store } from '@/lib/store/model/model'
import { shownSize } from '@/lib/text/human-size'
import { countLines } from '@/lib/text/lines'
import { lineCounts } from '@/lib/text/text-diff'
import { shownDiff } from '../../call/read-changes'
import { ActsOn, Broken, Emptied, Gone } from './memory-gone'
import { MemoryText } from './memory-text'
import type { ReadMemory, ReadVersion } from './read-memory'
import type { StoreSearch } from './search'

export interface MemoryPaneProps {
  store: Store
  memory: ReadMemory
  search: StoreSearch
  /** the last change of a past moment; null: now */
  at: number | null
  /** an address of the page with some of its parts changed */
  href: (changes: Readonly<Record<string, string | null>>) => string
  /** that of the memory at this moment, in no view, beside the tree as it is filtered */
  address: string
  now: Date
}

/** The middle pane: a comparison, or a version in the view that the address names. */
export async function MemoryPane(props: MemoryPaneProps) {
  const { store, memory, at } = props
  const { shown, compared, current, head } = memory
  if (compared) return <Compared {...props} {...compared} />
  if (!shown) return <Nowhere storeId={store.id} path={null} isVersion />
  if (shown.redactedAt !== null) return <Emptied {...props} version={shown} />
  if (shown.isDamaged) return <Broken {...props} version={shown} />
  if (shown.operation === 'deleted' || shown.content === null) {
    return <Gone {...props} version={shown} />
  }
  const isNow = at === null && shown.id === current.id && head !== null
  return isNow ? (
    <Present {...props} version={shown} content={shown.content} />
  ) : (
    <Earlier {...props} version={shown} content={shown.content} />
  )
}

interface TextProps extends MemoryPaneProps {
  version: ReadVersion
  content: string
}

/** What the memory holds now. */
async function Present(props: TextProps) {
  const { store, memory, version, content, search, href, address, now } = props
  const { memoryId } = memory
  const of = { storeId: store.id, memoryId }
  const isReadOnly = store.archivedAt !== null
  const isEdited = isEditing(search) && !isReadOnly
  const view = viewOf(search.view, version.path)
  return (
    <>
      <Headed {...props}>
        <MemoryViews shown={view} address={address} path={version.path} isNow />
        {isReadOnly || isEdited ? null : (
          <AskAgent {...of} versionId={version.id} count={countLines(content)} />
        )}
        <MemoryActs {...of} address={address} isReadOnly={isReadOnly} isEdited={isEdited} />
      </Headed>
      {isEdited ? (
        <EditMemory
          key={memoryId}
          {...of}
          path={version.path ?? ''}
          versionId={version.id}
          content={content}
          limit={store.limits.memoryBytes}
          address={address}
          conflict={search.view === 'merge' ? await conflictOf(store.id, memoryId) : null}
        />
      ) : (
        <>
          <DraftNotice
            memoryId={memoryId}
            editor={isReadOnly ? null : href({ view: 'edit', version: null })}
          />
          <Requests storeId={store.id} requests={await requestsOn(memoryId)} now={now} />
          <MemoryText {...props} view={view} flags={await flagsHere(version, content)} />
        </>
      )}
    </>
  )
}

const isEditing = ({ view }: StoreSearch) => view === 'edit' || view === 'merge'

/** The page does not wait long for flags; milliseconds. */
const FLAGS_WITHIN_MS = 1_000

async function flagsHere({ memoryId, id: versionId, ...version }: ReadVersion, content: string) {
  const { sequence, path, sha256 } = version
  const memory = { id: memoryId, versionId, sequence, path: path ?? '', sha256: sha256 ?? '' }
  const text = { path: memory.path, content }
  const { found, isWhole } = await flagsOf(text, { deadlineMs: FLAGS_WITHIN_MS })
  const flags = found.map((flag) => ({ ...flag, memory, dismissed: null }))
  return isWhole ? withDismissals(flags) : null
}

/** An earlier version, or what the memory held at a past moment: nobody edits it. */
async function Earlier(props: TextProps) {
  const { store, memory, version, at, search, href } = props
  const t = await getTranslations('Memory')
  const newer = memory.count - version.ordinal
  const isOfNow = search.view === 'agent' || isEditing(search)
  const view = isOfNow ? 'content' : viewOf(search.view, version.path)
  const isOfMoment = at !== null && version.id === memory.current.id
  return (
    <>
      <Headed {...props} badge={t('newer', { ordinal: version.ordinal, count: newer })}>
        <MemoryViews
          shown={view}
          address={href({ view: null })}
          path={version.path}
          isNow={false}
        />
        {at === null ? (
          <>
            <ButtonLink href={href({ diff: 'now', view: null })} variant="quiet">
              {t('compareNow')}
            </ButtonLink>
            <ButtonLink href={href({ view: 'reads', diff: null })} variant="quiet">
              {t('readSince')}
            </ButtonLink>
            <ActsOn store={store} memory={memory} version={version} />
          </>
        ) : isOfMoment ? null : (
          <ButtonLink href={href({ version: null })} variant="quiet">
            {t('backToContent')}
          </ButtonLink>
        )}
      </Headed>
      <MemoryText {...props} view={view} />
    </>
  )
}

/** The head of a text: where it lies and how much it is. */
async function Headed({
  store,
  version,
  content,
  badge,
  children,
}: TextProps & { badge?: string; children: ReactNode }) {
  const t = await getTranslations('Memory')
  const format = await getFormatter()
  return (
    <MemoryHead
      path={version.path}
      back={`/stores/${store.id}`}
      badge={badge}
      meta={
        badge === undefined ? (
          <>
            <span>{t('lineCount', { count: countLines(content) })}</span>
            <span>{shownSize(format, version.size ?? 0)}</span>
            <span className="hidden print:inline">v{version.ordinal}</span>
          </>
        ) : null
      }
    >
      {children}
    </MemoryHead>
  )
}

/** Two versions of the memory, one below the other or side by side. */
async function Compared({
  store,
  from,
  to,
  search,
  href,
}: MemoryPaneProps & { from: ReadVersion; to: ReadVersion }) {
  const t = await getTranslations('Memory')
  const before = from.operation === 'deleted' ? '' : from.content
  const after = to.operation === 'deleted' ? '' : to.content
  const hasBoth = before !== null && after !== null
  return (
    <>
      <MemoryHead
        path={to.path ?? from.path}
        back={`/stores/${store.id}`}
        badge={t('compared', { from: from.ordinal, to: to.ordinal })}
        meta={hasBoth ? <Amount {...lineCounts(before, after)} /> : null}
      >
        {hasBoth ? (
          <>
            <DiffSteps />
            <span className="@max-[38.25rem]:hidden">
              <SegmentedLinks
                label={t('views_diff')}
                segments={(['unified', 'split'] as const).map((layout) => ({
                  href: href({ layout: layout === 'split' ? layout : null }),
                  label: t(layout),
                  isCurrent: search.layout === layout,
                }))}
              />
            </span>
          </>
        ) : null}
        <ButtonLink
          href={href({ version: null, diff: null, layout: null, before: null })}
          variant="quiet"
        >
          {t('backToContent')}
        </ButtonLink>
      </MemoryHead>
      {hasBoth ? (
        <Difference
          diff={await shownDiff({ before, after, path: to.path ?? from.path })}
          layout={search.layout}
          hasAddress
        />
      ) : (
        <p className="px-4 py-3 text-ink-3">
          {t(from.isDamaged || to.isDamaged ? 'oneDamaged' : 'oneSide')}
        </p>
      )}
    </>
  )
}
