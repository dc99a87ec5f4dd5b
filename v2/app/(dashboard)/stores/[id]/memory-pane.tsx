import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ageStep } from '@/components/history/ink'
import { blameGroups } from '@/components/lines/blame-groups'
import { coloursOf, linesOfDiff } from '@/components/lines/diff-lines'
import type { BlamedLines } from '@/components/lines/text'
import { Damaged, Deleted, Nowhere, Redacted } from '@/components/memory/gone'
import { MemoryHead, type MemoryView, MemoryViews } from '@/components/memory/head'
import { Preview } from '@/components/memory/preview'
import { AgentView, Reads } from '@/components/memory/served'
import {
  Blame,
  Difference,
  DiffSteps,
  EditMemory,
  MemoryActs,
  DraftNotice,
  TextLines,
  VersionActs,
} from '@/components/store/on-demand'
import { Amount } from '@/components/ui/badge'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { agentView } from '@/lib/memory-tool/agent-view'
import { writersOf } from '@/lib/store/actors'
import { blame } from '@/lib/store/blame'
import type { Store } from '@/lib/store/model/model'
import { readersOf } from '@/lib/store/reads'
import { getVersion } from '@/lib/store/versions'
import { shownSize } from '@/lib/text/human-size'
import { countLines } from '@/lib/text/lines'
import { lineCounts } from '@/lib/text/text-diff'
import { noneIfRefused, type ReadMemory, type ReadVersion } from './read-memory'
import type { StoreSearch } from './search'

export interface MemoryPaneProps {
  store: Store
  memory: ReadMemory
  search: StoreSearch
  /** the last change of a past moment; null: now */
  at: number | null
  /** an address of the page with some of its parts changed */
  href: (changes: Readonly<Record<string, string | null>>) => string
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
  const { store, memory, version, content, search, href } = props
  const { memoryId } = memory
  const isReadOnly = store.archivedAt !== null
  const address = `/stores/${store.id}?memory=${memoryId}`
  const isEdited = search.view === 'edit' && !isReadOnly
  return (
    <>
      <Headed {...props}>
        <MemoryViews shown={search.view} address={address} isNow />
        <MemoryActs
          storeId={store.id}
          memoryId={memoryId}
          isReadOnly={isReadOnly}
          isEdited={isEdited}
        />
      </Headed>
      {isEdited ? (
        <EditMemory
          key={memoryId}
          storeId={store.id}
          memoryId={memoryId}
          path={version.path ?? ''}
          versionId={version.id}
          content={content}
          limit={store.limits.memoryBytes}
          address={address}
        />
      ) : (
        <>
          <DraftNotice
            memoryId={memoryId}
            editor={isReadOnly ? null : href({ view: 'edit', version: null })}
          />
          <Text {...props} view={search.view} />
        </>
      )}
    </>
  )
}

/** An earlier version, or what the memory held at a past moment: nobody edits it. */
async function Earlier(props: TextProps) {
  const { store, memory, version, at, search, href } = props
  const t = await getTranslations('Memory')
  const newer = memory.count - version.ordinal
  const view = search.view === 'agent' || search.view === 'edit' ? 'content' : search.view
  const isOfMoment = at !== null && version.id === memory.current.id
  return (
    <>
      <Headed {...props} badge={t('newer', { ordinal: version.ordinal, count: newer })}>
        <MemoryViews shown={view} address={href({ view: null })} isNow={false} />
        {at === null ? (
          <>
            <Link
              href={href({ diff: 'now', view: null })}
              className={buttonLook({ variant: 'quiet' })}
            >
              {t('compareNow')}
            </Link>
            <ActsOn {...{ store, memory }} version={version} />
          </>
        ) : isOfMoment ? null : (
          <Link href={href({ version: null })} className={buttonLook({ variant: 'quiet' })}>
            {t('backToContent')}
          </Link>
        )}
      </Headed>
      <Text {...props} view={view} />
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

async function Text(props: TextProps & { view: MemoryView }) {
  const { store, memory, version, content, view, now } = props
  const t = await getTranslations('Memory')
  const { path } = version
  if (view === 'reads') return <ReadBy {...props} />
  if (view === 'agent' && path !== null) {
    return <AgentView view={await agentView({ storeId: store.id, path, content })} />
  }
  if (content === '') return <p className="px-4 py-3 text-ink-3">{t('empty')}</p>
  const text = { text: content, colours: coloursOf(content, path) }
  if (view === 'preview') return <Preview {...text} />
  if (view !== 'blame') return <TextLines {...text} />
  return (
    <Blame
      {...text}
      groups={await blamedLines(store.id, version.id, now)}
      address={`/stores/${store.id}?memory=${memory.memoryId}`}
      now={now}
    />
  )
}

async function blamedLines(storeId: string, versionId: string, now: Date): Promise<BlamedLines[]> {
  const groups = blameGroups(await blame({ storeId, versionId }))
  return groups.map((group): BlamedLines => {
    const { line, standing, isOrEarlier, broughtBackBy, copiedFrom } = group
    const { id, ordinal, createdAt, by, batch } = group.version
    const message = batch?.message?.trim().split('\n', 1)[0]
    return {
      ...{ line, count: group.lines.length, standing, isOrEarlier },
      ink: ageStep(createdAt, now),
      version: { id, ordinal, at: createdAt, writer: by, message: message || null },
      broughtBackIn: broughtBackBy?.ordinal ?? null,
      copiedFrom: copiedFrom && {
        href: `/stores/${copiedFrom.storeId}?version=${copiedFrom.versionId}&view=blame#L${line}`,
        name: copiedFrom.storeName,
      },
    }
  })
}

async function ReadBy({ store, memory, now }: TextProps) {
  const readers = await readersOf(memory.memoryId)
  const ordinals = new Map(memory.versions.map(({ id, ordinal }) => [id, ordinal]))
  return (
    <Reads
      readers={readers.map(({ versionId, ...reader }) => {
        const ordinal = ordinals.get(versionId)
        return { ...reader, version: ordinal === undefined ? null : { id: versionId, ordinal } }
      })}
      address={`/stores/${store.id}?memory=${memory.memoryId}`}
      newest={memory.count}
      now={now}
    />
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
  const counts = before === null || after === null ? null : lineCounts(before, after)
  return (
    <>
      <MemoryHead
        path={to.path ?? from.path}
        back={`/stores/${store.id}`}
        badge={t('compared', { from: from.ordinal, to: to.ordinal })}
        meta={counts ? <Amount {...counts} /> : null}
      >
        <DiffSteps />
        <span className="max-lg:hidden">
          <SegmentedLinks
            label={t('views_diff')}
            segments={(['unified', 'split'] as const).map((layout) => ({
              href: href({ layout: layout === 'split' ? layout : null }),
              label: t(layout),
              isCurrent: search.layout === layout,
            }))}
          />
        </span>
        <Link
          href={href({ version: null, diff: null, layout: null, before: null })}
          className={buttonLook({ variant: 'quiet' })}
        >
          {t('backToContent')}
        </Link>
      </MemoryHead>
      {before === null || after === null ? (
        <p className="px-4 py-3 text-ink-3">{t('oneSide')}</p>
      ) : (
        <Difference
          diff={linesOfDiff({ before, after, path: to.path ?? from.path })}
          layout={search.layout}
          hasAddress
        />
      )}
    </>
  )
}

interface VersionProps extends MemoryPaneProps {
  version: ReadVersion
}

/** A deletion: who deleted it, the way back, and what it held last. */
async function Gone({ store, memory, version, at }: VersionProps) {
  const t = await getTranslations('Memory')
  const last = memory.versions.find(({ ordinal }) => ordinal === version.ordinal - 1)
  const address = last && { storeId: store.id, versionId: last.id }
  const text = address && (await getVersion(address).catch(noneIfRefused))
  const isLast = version.ordinal === memory.count
  const canRestore = store.archivedAt === null && at === null && memory.head === null && isLast
  return (
    <>
      <DraftNotice memoryId={memory.memoryId} editor={null} />
      <Deleted
        ordinal={version.ordinal}
        path={text ? text.path : null}
        at={version.createdAt}
        writer={version.writer}
        acts={
          last && canRestore ? <ActsOn {...{ store, memory }} version={last} bringsBack /> : null
        }
      />
      {last && text && text.content !== null ? (
        <>
          <p className="border-b border-line px-4 py-1.5 text-xs text-ink-3">
            {t('lastText', { ordinal: last.ordinal })}
          </p>
          <TextLines text={text.content} colours={coloursOf(text.content, text.path)} />
        </>
      ) : null}
    </>
  )
}

/** What can be done with a version while the store is shown as it is now. */
function ActsOn({ store, memory, version, bringsBack }: ActsOnProps) {
  const { id, ordinal } = version
  return (
    <VersionActs
      storeId={store.id}
      memoryId={memory.memoryId}
      // Without its text, which would be sent a second time.
      version={{ id, ordinal }}
      holds={memory.head?.sha256 ?? null}
      canRestore={store.archivedAt === null}
      bringsBack={bringsBack}
    />
  )
}

interface ActsOnProps extends Pick<MemoryPaneProps, 'store' | 'memory'> {
  version: { id: string; ordinal: number }
  bringsBack?: boolean
}

async function Emptied({ store, memory, version }: VersionProps) {
  const { redactedAt, redactedByType, redactedById } = version
  if (redactedAt === null || redactedByType === null || redactedById === null) return null
  const done = { actorType: redactedByType, actorId: redactedById }
  const by = (await writersOf([done]))(done)
  const beside = memory.versions.filter(({ ordinal }) => Math.abs(ordinal - version.ordinal) === 1)
  return (
    <Redacted
      ordinal={version.ordinal}
      at={redactedAt}
      by={by}
      beside={beside.toReversed().map(({ id, ordinal }) => ({
        href: `/stores/${store.id}?memory=${memory.memoryId}&version=${id}`,
        ordinal,
      }))}
    />
  )
}

async function Broken({ store, memory, version, at }: VersionProps) {
  const older = memory.versions.find(({ ordinal }) => ordinal === version.ordinal - 1)
  const isHead = memory.head?.versionId === version.id
  return (
    <Damaged
      ordinal={version.ordinal}
      id={version.id}
      acts={
        older && isHead && at === null && store.archivedAt === null ? (
          <ActsOn {...{ store, memory }} version={older} />
        ) : null
      }
    />
  )
}
