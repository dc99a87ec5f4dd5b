import { actorAfterBy } from '@/components/history/actor-words'
import { Link } from '@/components/ui/link'
import type { ReactNode } from 'react'
import { CommentOnLines } from '@/components/comments/comment-on-lines'
import { openThreadsOf, type ThreadsAtLine } from '@/components/comments/memory-threads'
import { ThreadsAbove } from '@/components/comments/threads-above'
import { AgentView } from '@/components/content/agent-view'
import { BlameView } from '@/components/content/blame-view'
import { DraftNotice } from '@/components/content/draft-notice'
import { EditMemory } from '@/components/content/edit-memory-lazy'
import { EditLink } from '@/components/content/edit-link'
import { MemoryHead } from '@/components/content/memory-head'
import { MemoryMenu } from '@/components/content/memory-menu'
import { FrontMatterTable } from '@/components/content/front-matter-table'
import { MarkdownPreview } from '@/components/content/markdown-preview'
import { MemoryViews } from '@/components/content/memory-views'
import type { MemoryViewName } from '@/components/content/memory-view-name'
import { LineMarks } from '@/components/content/line-marks-lazy'
import { NumberedText } from '@/components/content/numbered-text'
import { VisibleMove } from '@/components/content/visible-path'
import { ChangeSteps, VersionDiff } from '@/components/diff/comparison-lazy'
import { UnifiedDiff } from '@/components/diff/unified-diff'
import { AuthorLink } from '@/components/history/author-link'
import { ReadsTable } from '@/components/history/reads-table'
import { VersionActions } from '@/components/history/version-actions'
import { formats, texts } from '@/components/i18n/server-texts'
import { QuarantineNotice } from '@/components/quarantine/quarantine-notice'
import { buttonVariants } from '@/components/ui/button'
import { SegmentedLinks } from '@/components/ui/segmented'
import { watchedFileOf } from '@/lib/connect/watched-file-of'
import { database } from '@/lib/db/open-database'
import { frontMatterOf } from '@/lib/text/front-matter'
import { markdownTree } from '@/lib/markdown/markdown-tree'
import { agentView } from '@/lib/memory-tool/agent-view'
import { blameMemory } from '@/lib/store/versions/blame-memory'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actorNames } from '@/lib/store/stores/name-actor'
import { TextWithFindings, FoundNotice } from './found-in-text'
import { getVersion } from '@/lib/store/versions/read-versions'
import type { Quarantine } from '@/lib/store/model/quarantine'
import type { UnreviewedVersions } from '@/lib/review/changesets/unreviewed'
import { listReads } from '@/lib/store/reads/reads'
import { seedReasonWords } from '@/components/seed/seed-reason-words'
import { sourceWords } from '@/components/seed/source-words'
import { leftOutAt } from '@/lib/store/seeding/seed-left-outs'
import { shownSize } from '@/lib/text/shown-size'
import { countLines as linesIn } from '@/lib/text/lines'
import { plainName } from '@/lib/text/plain-text'
import { countLines, countRuns } from '@/lib/text/text-diff'
import type { ChosenMemory } from './chosen-memory'
import { Damaged, Deleted, Redacted } from './gone-content'
import { NoMemory } from './no-memory'
import { NoVersion } from './no-version'

/** Lines of a difference as text; the editor shows it whole. */
const FIRST_LINES = 200

export interface MemoryMiddleProps {
  /** null: the address names no such memory */
  chosen: ChosenMemory | null
  storeId: string
  /** the path that the address names */
  askedPath: string | null
  view: MemoryViewName
  /** limit on a memory's bytes; null: the store is archived and read-only */
  limit: number | null
  /** at a past moment, the suffix for addresses, `&at=…` */
  past: string | null
  /** if two versions are compared: as text or in the editor, and the addresses of both */
  comparison: { isEditor: boolean; address: { text: string; editor: string } }
}

/** The middle pane: a comparison, or a version in the view that the address names. */
export function MemoryMiddle(props: MemoryMiddleProps) {
  const { chosen, storeId, askedPath, view, limit, past, comparison } = props
  if (!chosen) {
    return <NoMemory storeId={storeId} path={askedPath} />
  }
  if (chosen.compared) {
    return (
      <Comparison
        {...chosen.compared}
        names={chosen.names}
        address={comparison.address}
        isEditor={comparison.isEditor}
      />
    )
  }
  const { shown, current, newerCount } = chosen
  if (!shown) return <NoVersion current={current} past={past} />
  if (shown.id !== current.id)
    return <OldVersion version={shown} chosen={chosen} newest={current} view={view} />
  if (shown.content === null)
    return (
      <>
        <Quarantined chosen={chosen} storeId={storeId} />
        <DraftNotice memoryId={shown.memoryId} editor={null} />
        <NoContent version={shown} chosen={chosen} canRestore={limit !== null && past === null} />
      </>
    )
  if (past !== null) {
    return (
      <Past
        version={shown}
        newerCount={newerCount}
        unreviewed={chosen.unreviewed}
        view={view}
        past={past}
        now={chosen.now}
      />
    )
  }
  return (
    <Present version={shown} content={shown.content} chosen={chosen} view={view} limit={limit} />
  )
}

/** Reports that the memory's source differs, and why it was left out. */
async function LeftOutNotice({ version: { storeId, path } }: { version: MemoryVersion }) {
  const leftOut = path === null ? null : await leftOutAt(database(), { storeId, path })
  if (!leftOut) return null
  const t = await texts()
  return (
    <p role="note" className="border-b border-line px-4 py-2 text-sm text-caution">
      {t('Seed.leftOutHere', {
        source: sourceWords(t, leftOut.source),
        reason: seedReasonWords(t, leftOut.reason),
      })}{' '}
      {leftOut.kind === 'conflict' ? (
        <Link href={`/stores/${storeId}/seed?left=${leftOut.key}#left-out`} className="underline">
          {t('Seed.decide')}
        </Link>
      ) : null}
    </p>
  )
}

/** Says through which version the memory is reviewed, and leads to what is not. */
async function UnreviewedNotice({
  unreviewed,
  versions,
}: {
  unreviewed: UnreviewedVersions
  versions: readonly MemoryVersion[]
}) {
  const t = await texts()
  const through = unreviewed.isReviewedBefore
    ? versions.find(({ sequence }) => sequence < unreviewed.from)
    : undefined
  return (
    <p role="note" className="border-b border-line bg-caution-bg px-4 py-1 text-xs text-caution">
      {t('Memory.unreviewed', {
        count: unreviewed.versionIds.size,
        through: through ? String(through.ordinal) : 'none',
      })}{' '}
      <Link href={`/review/${unreviewed.changesetId}`} className="underline">
        {t('Memory.review')}
      </Link>
    </p>
  )
}

/** Says that agents are not served the memory as it is. */
function Quarantined({ chosen, storeId }: { chosen: ChosenMemory; storeId: string }) {
  const { quarantine, versions } = chosen
  if (quarantine === null) return null
  const ordinalOf = (versionId: string) =>
    versions.find(({ id }) => id === versionId)?.ordinal ?? null
  return <QuarantineNotice storeId={storeId} quarantine={quarantine} ordinalOf={ordinalOf} />
}

/** The memory's current content. */
async function Present({
  version,
  content,
  chosen,
  view,
  limit,
}: {
  version: MemoryVersion
  content: string
  chosen: ChosenMemory
  view: MemoryViewName
  limit: number | null
}) {
  const { unreviewed, versions, quarantine, now } = chosen
  const store = `/stores/${version.storeId}`
  const address = `${store}?memory=${version.memoryId}`
  const addresses = {
    content: address,
    preview: `${address}&view=preview`,
    agent: `${address}&view=agent`,
    blame: `${address}&view=blame`,
  }
  const { count, atLines, outdated } = await openThreadsOf(version)
  const hasLines = (view === 'content' || view === 'blame') && content !== ''
  return (
    <>
      <Heading version={version} content={content} view={view}>
        <MemoryViews shown={view} addresses={addresses} />
        {limit === null || !hasLines ? null : (
          <CommentOnLines
            storeId={version.storeId}
            versionId={version.id}
            lineCount={linesIn(content)}
          />
        )}
        {limit === null ? null : <EditLink href={`${address}&view=edit`} />}
        <MemoryMenu
          reads={`${address}&view=reads`}
          reach={`${store}/reach/${version.id}`}
          redact={`/redact?store=${version.storeId}`}
          memory={{ storeId: version.storeId, memoryId: version.memoryId }}
          isQuarantined={quarantine !== null}
          watchedFile={await watchedFileOf(database(), version)}
          file={`${store}/memories/${version.memoryId}`}
          isReadOnly={limit === null}
        />
      </Heading>
      {view === 'edit' && limit !== null ? null : (
        <DraftNotice
          memoryId={version.memoryId}
          editor={limit === null ? null : `${address}&view=edit`}
        />
      )}
      <Quarantined chosen={chosen} storeId={version.storeId} />
      <LeftOutNotice version={version} />
      {unreviewed === null ? null : (
        <UnreviewedNotice unreviewed={unreviewed} versions={versions} />
      )}
      <FoundNotice version={version} />
      {view === 'content' || view === 'blame' ? (
        <ThreadsAbove threads={outdated} />
      ) : (
        <OpenComments count={count} href={address} />
      )}
      {view === 'content' ? (
        <TextWithFindings version={version} content={content} threads={atLines} />
      ) : null}
      {view === 'preview' ? <PreviewOf content={content} path={version.path} /> : null}
      {view === 'agent' ? (
        <AgentOf version={version} content={content} quarantine={quarantine} />
      ) : null}
      {view === 'blame' ? (
        <BlameOf version={version} unreviewed={unreviewed} threads={atLines} now={now} />
      ) : null}
      {view === 'reads' ? <ReadsOf version={version} now={now} /> : null}
      {view === 'edit' && limit !== null ? (
        <EditMemory
          key={version.memoryId}
          storeId={version.storeId}
          memoryId={version.memoryId}
          content={content}
          limit={limit}
          address={address}
        />
      ) : null}
    </>
  )
}

/** The way to the comments from a view without lines to put them at. */
async function OpenComments({ count, href }: { count: number; href: string }) {
  if (count === 0) return null
  const t = await texts()
  return (
    <p className="border-b border-line px-4 py-1.5 text-xs text-ink-2">
      <Link href={href} className="underline decoration-line-2 hover:decoration-current">
        {t('Review.openComments', { count })}
      </Link>
    </p>
  )
}

/** The memory's content at a past moment. */
async function Past({
  version,
  newerCount,
  unreviewed,
  view,
  past,
  now,
}: {
  version: MemoryVersion
  newerCount: number
  unreviewed: UnreviewedVersions | null
  view: MemoryViewName
  past: string
  now: number
}) {
  const address = `/stores/${version.storeId}?memory=${version.memoryId}${past}`
  const isBlame = view === 'blame'
  const content = version.content ?? ''
  const badge =
    newerCount > 0
      ? (await texts())('Memory.old', { ordinal: version.ordinal, count: newerCount })
      : `v${version.ordinal}`
  return (
    <>
      <Heading version={version} content={content} view={view} badge={badge}>
        <VersionViews shown={view} address={address} />
      </Heading>
      {isBlame ? <BlameOf version={version} unreviewed={unreviewed} now={now} /> : null}
      {view === 'preview' ? <PreviewOf content={content} path={version.path} /> : null}
      {isBlame || view === 'preview' ? null : (
        <NumberedText content={content} path={version.path} />
      )}
    </>
  )
}

/** The views that a text of the past has: no agent reads it, and nobody edits it. */
function VersionViews({ shown, address }: { shown: MemoryViewName; address: string }) {
  return (
    <MemoryViews
      shown={shown}
      addresses={{
        content: address,
        preview: `${address}&view=preview`,
        blame: `${address}&view=blame`,
      }}
    />
  )
}

async function PreviewOf({ content, path }: { content: string; path: string | null }) {
  const t = await texts()
  const frontMatter = frontMatterOf(content)
  const tree = await markdownTree(frontMatter?.body ?? content)
  if (!tree) {
    return (
      <>
        <p className="px-4 pt-2 text-caution">{t('Memory.noPreview')}</p>
        <NumberedText content={content} path={path} />
      </>
    )
  }
  return (
    <>
      {frontMatter ? (
        <FrontMatterTable frontMatter={frontMatter} label={t('Memory.frontMatter')} />
      ) : null}
      <MarkdownPreview
        tree={tree}
        labels={{ image: t('Memory.image'), done: t('Memory.done'), open: t('Memory.open') }}
      />
    </>
  )
}

async function AgentOf({
  version,
  content: present,
  quarantine,
}: {
  version: MemoryVersion
  content: string
  quarantine: Quarantine | null
}) {
  const { storeId } = version
  const servedId = quarantine?.servedVersionId ?? null
  if (quarantine !== null && servedId === null) return null
  const served =
    servedId === null ? null : await getVersion(database(), { storeId, versionId: servedId })
  const path = served ? served.path : version.path
  const content = served ? served.content : present
  if (path === null || content === null) return null
  return <AgentView view={await agentView(database(), { storeId, path, content })} />
}

async function BlameOf({
  version,
  unreviewed,
  threads = [],
  now,
}: {
  version: MemoryVersion
  unreviewed: UnreviewedVersions | null
  /** the open comments at its lines; of the past there are none */
  threads?: readonly ThreadsAtLine[]
  now: number
}) {
  const { storeId, memoryId, id: versionId } = version
  const runs = await blameMemory(database(), { storeId, memoryId, versionId })
  const names = await actorNames(
    database(),
    runs.map((run) => run.version.createdBy.id),
  )
  return (
    <BlameView
      runs={runs}
      path={version.path}
      names={names}
      unreviewed={unreviewed}
      threads={threads}
      now={now}
    />
  )
}

async function ReadsOf({ version, now }: { version: MemoryVersion; now: number }) {
  const { storeId, memoryId } = version
  const reads = await listReads(database(), { storeId, memoryId, limit: 100 })
  const names = await actorNames(
    database(),
    reads.map((read) => read.actor.id),
  )
  return <ReadsTable reads={reads} names={names} now={now} />
}

async function OldVersion({
  version,
  chosen,
  newest,
  view,
}: {
  version: MemoryVersion
  chosen: ChosenMemory
  newest: MemoryVersion
  view: MemoryViewName
}) {
  const t = await texts()
  const memory = `/stores/${version.storeId}?memory=${version.memoryId}`
  const address = `${memory}&version=${version.id}`
  const isBlame = view === 'blame'
  const { content } = version
  return (
    <>
      <Heading
        version={version}
        content={content}
        view={view}
        badge={t('Memory.old', {
          ordinal: version.ordinal,
          count: newest.ordinal - version.ordinal,
        })}
      >
        {content === null ? null : <VersionViews shown={view} address={address} />}
      </Heading>
      <div className="flex flex-wrap items-center gap-1.5 border-b border-line bg-selected px-4 py-1.5">
        <Link
          href={`/stores/${version.storeId}/reach/${version.id}`}
          className={buttonVariants({ variant: 'quiet' })}
        >
          {t('Memory.reach')}
        </Link>
        {content === null && !version.isDamaged ? null : (
          <VersionActions
            storeId={version.storeId}
            versionId={version.id}
            ordinal={version.ordinal}
            isDeleted={newest.operation === 'deleted'}
            isReadable={content !== null}
          />
        )}
        <span className="ml-auto flex flex-wrap gap-1.5">
          {newest.operation === 'deleted' ? null : (
            <Link
              href={`${memory}&from=${version.id}&to=${newest.id}`}
              className={buttonVariants({ variant: 'quiet' })}
            >
              {t('Memory.compareNow')}
            </Link>
          )}
          <Link href={memory} className={buttonVariants({ variant: 'primary' })}>
            {t('Memory.backToNow')}
          </Link>
        </span>
      </div>
      {content === null ? <Gone version={version} chosen={chosen} canRestore={false} /> : null}
      {content !== null && isBlame ? (
        <BlameOf version={version} unreviewed={chosen.unreviewed} now={chosen.now} />
      ) : null}
      {content !== null && view === 'preview' ? (
        <PreviewOf content={content} path={version.path} />
      ) : null}
      {content !== null && !isBlame && view !== 'preview' ? (
        <NumberedText content={content} path={version.path} />
      ) : null}
    </>
  )
}

interface GoneProps {
  version: MemoryVersion
  chosen: ChosenMemory
  canRestore: boolean
}

function NoContent(props: GoneProps) {
  return (
    <>
      <Heading version={props.version} content={null} view="content" />
      <Gone {...props} />
    </>
  )
}

/**
 * Takes the place of a version's content if it has none: it deleted the memory, was redacted or is
 * damaged.
 */
function Gone({ version, chosen, canRestore }: GoneProps) {
  const { versions, names } = chosen
  if (version.isDamaged) return <Damaged version={version} canRestore={canRestore} />
  if (version.redactedAt !== null) return <Redacted version={version} versions={versions} />
  const at = versions.findIndex(({ id }) => id === version.id)
  const before = versions[at + 1] ?? null
  return <Deleted version={version} before={before} names={names} canRestore={canRestore} />
}

/** Says why a version has no content: it deleted the memory, was redacted or is damaged. */
async function Missing({ version }: { version: MemoryVersion }) {
  const t = await texts()
  const { ordinal, redactedAt, redactedBy } = version
  if (version.isDamaged) {
    return <p className="px-4 py-2 text-caution">{t('Memory.damaged', { ordinal })}</p>
  }
  if (redactedAt === null || redactedBy === null) {
    return <p className="px-4 py-2 text-ink-3">{t('Memory.deletedWith', { ordinal })}</p>
  }
  const format = await formats()
  const names = await actorNames(database(), [redactedBy.id])
  return (
    <p className="px-4 py-2 text-caution">
      {t('Memory.redacted', {
        ordinal,
        name: plainName(actorAfterBy(t, redactedBy, names)),
        time: format.dateTime(redactedAt, { dateStyle: 'medium', timeStyle: 'short' }),
      })}
    </p>
  )
}

interface HeadingProps {
  version: MemoryVersion
  content: string | null
  view: MemoryViewName
  /** name of the version, unless the memory holds it now */
  badge?: string
  children?: ReactNode
}

async function Heading({ version, content, view, badge, children }: HeadingProps) {
  const t = await texts()
  const format = await formats()
  const { path, storeId, size } = version
  return (
    <MemoryHead
      path={path}
      store={`/stores/${storeId}`}
      meta={
        <>
          {badge === undefined ? (
            <span data-version={`v${version.ordinal}`} className="memory-version" />
          ) : (
            <span>{badge}</span>
          )}
          {content === null ? null : (
            <span className="max-md:hidden">
              {t('Memory.lineCount', { count: linesIn(content) })}
            </span>
          )}
          <span>{size === null ? t(`History.${version.operation}`) : shownSize(format, size)}</span>
        </>
      }
    >
      {/* Which view is shown, for whoever waits for it. */}
      <span data-shown-view={view} hidden />
      {children}
    </MemoryHead>
  )
}

async function Comparison({
  from,
  to,
  names,
  address,
  isEditor,
}: {
  from: MemoryVersion
  to: MemoryVersion
  names: ReadonlyMap<string, string>
  /** addresses of this comparison as text, and in the editor */
  address: { text: string; editor: string }
  isEditor: boolean
}) {
  const t = await texts()
  const redacted = t('Memory.redactedPath')
  const before = from.content ?? ''
  const after = to.content ?? ''
  const isNothing = (from.content === null && to.content === null) || from.isDamaged || to.isDamaged
  return (
    <>
      <MemoryHead
        path={null}
        store={`/stores/${to.storeId}`}
        title={<VisibleMove before={from.path ?? redacted} after={to.path ?? redacted} />}
        meta={
          <>
            <span>{t('Memory.compared', { from: from.ordinal, to: to.ordinal })}</span>
            <AuthorLink version={to} names={names} />
          </>
        }
      >
        <Link
          href={`/stores/${to.storeId}?memory=${to.memoryId}`}
          className={buttonVariants({ variant: 'secondary' })}
        >
          {t('Memory.backToContent')}
        </Link>
      </MemoryHead>
      {[from, to].map((side) =>
        side.content === null ? <Missing key={side.id} version={side} /> : null,
      )}
      {isNothing ? null : (
        <CompareViews isEditor={isEditor} address={address}>
          {isEditor ? null : (
            <ChangeSteps lines={countLines(before, after)} runs={countRuns(before, after)} />
          )}
        </CompareViews>
      )}
      {isNothing ? null : isEditor ? (
        <VersionDiff before={before} after={after}>
          <UnifiedDiff
            before={before}
            after={after}
            path={to.path}
            pathBefore={from.path}
            most={FIRST_LINES}
          />
        </VersionDiff>
      ) : (
        <LineMarks>
          <UnifiedDiff
            before={before}
            after={after}
            path={to.path}
            pathBefore={from.path}
            isAddressed
          />
        </LineMarks>
      )}
    </>
  )
}

/** The difference as rendered by the server, or in the editor on request; each has an address. */
async function CompareViews({
  isEditor,
  address,
  children,
}: {
  isEditor: boolean
  address: { text: string; editor: string }
  children: ReactNode
}) {
  const t = await texts()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1 text-sm">
      <SegmentedLinks
        label={t('Diff.views')}
        segments={(['text', 'editor'] as const).map((view) => ({
          href: address[view],
          label: t(`Diff.view_${view}`),
          isCurrent: (view === 'editor') === isEditor,
        }))}
      />
      {children}
    </div>
  )
}
