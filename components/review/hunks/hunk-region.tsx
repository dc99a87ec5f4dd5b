import { Ellipsis } from 'lucide-react'
import { Suspense } from 'react'
import { HunkComposer } from '@/components/comments/hunk-composer-lazy'
import type { HunkThread, MemoryThreads } from '@/components/comments/hunk-threads'
import { RestThreads } from '@/components/comments/line-threads'
import { ThreadsAbove } from '@/components/comments/threads-above'
import { VisibleMove, VisiblePath } from '@/components/content/visible-path'
import type { DiffLabels } from '@/components/diff/diff-labels'
import type { DiffSyntax } from '@/components/diff/diff-syntax'
import { texts } from '@/components/i18n/server-texts'
import { MemoryQuarantine, QuarantineMark } from '@/components/quarantine/memory-quarantine'
import { Amount } from '@/components/ui/amount'
import { ChangeLetter } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Menu } from '@/components/ui/menu'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { hunkLines } from '@/lib/text/hunk-lines'
import { linesWithEnds } from '@/lib/text/line-hunks'
import { plainName } from '@/lib/text/plain-text'
import { ChosenLinesBar } from '../board/chosen-lines-bar'
import type { HunkGroup } from '../changeset/hunk-groups'
import { shownFindings } from './found-in-memory'
import { groupName, placeWords } from './group-name'
import { GroupPlaces } from './group-places'
import { HunkActs } from './hunk-acts'
import { HunkEditor } from './hunk-editor'
import { HunkFindings } from './hunk-findings'
import { HunkFrame } from './hunk-frame'
import { ChooseLinesItem, OneByOneItem, ReachItem, WhyItem } from './hunk-items'
import { HunkOrigin } from './hunk-origin'
import { HunkRemarks } from './hunk-remarks'
import { HunkReplacement } from './hunk-replacement'
import { HunkRows, linesShown } from './hunk-rows'
import { HunkWhy } from './hunk-why'
import { GoingBack } from './going-back'
import { maskedLines, quoteOf } from './masked-hunk'
import type { MemoryOrigins } from './read-origins'
import type { RedactedTogether } from './redacted-together'
import { oneWordOf } from './one-word-of'

const AROUND = 2

export interface HunkRegionProps {
  storeId: string
  changesetId: string
  group: HunkGroup
  /** the number of the decision on its page, and of all of them */
  position: { at: number; of: number }
  change: ChangesetChange
  /** of the memory's texts */
  syntax: DiffSyntax | undefined
  labels: DiffLabels
  /** the origins of the memory's hunks, which may take longer than the page */
  origins: Promise<MemoryOrigins>
  /** the values that a line went through, if one came back; null: none did */
  states: readonly string[] | null
  /** the comments on its lines */
  threads?: readonly HunkThread[] | undefined
  /** what is said of its memory as a whole, above its first hunk; left out: it is not the first */
  above?: MemoryThreads['above'] | undefined
  /** what is redacted by one act */
  together: RedactedTogether
  /** whether all of the changeset is decided, and it is shown what goes back */
  isDecided: boolean
}

/** A hunk to decide about, or several that are the same edit: its lines, and what is said of them. */
export async function HunkRegion(props: HunkRegionProps) {
  const { storeId, changesetId, group, change, syntax, labels, origins, threads = [] } = props
  const t = await texts()
  const { id, hunk, memory } = group.lead
  const { before, after } = change
  const [one, other] = [before?.content ?? '', after?.content ?? '']
  const path = (after ?? before)?.path ?? null
  const where = placeWords(t, group.lead)
  const name = groupName(t, group)
  const isSame = group.kind === 'same'
  const around = hunk.kind === 'lines' && !isSame ? AROUND : 0
  const found = await shownFindings(memory, hunk.findings)
  const lines =
    hunk.kind === 'renamed'
      ? []
      : maskedLines(hunkLines({ before: one, after: other, hunk, around }), found)
  const word = oneWordOf(lines)
  const isEditable = hunk.kind === 'lines' || (hunk.kind === 'created' && !isSame)
  const added = linesWithEnds(other).slice(hunk.afterFrom, hunk.afterFrom + hunk.afterCount)
  const index = memory.hunks.indexOf(hunk)
  const kind = hunk.kind === 'lines' ? (memory.kind ?? 'modified') : hunk.kind
  return (
    <HunkFrame
      hunkId={id}
      label={t('Review.hunkLabel', {
        path: isSame || path === null ? name : plainName(path),
        where,
        level: t(`Review.level_${hunk.level}`),
      })}
      name={isSame ? name : `${name} · ${where}`}
      quote={quoteOf(lines)}
      {...(props.isDecided && { goesBack: <GoingBack lines={lines} labels={labels} /> })}
    >
      <div
        className={classNames(
          'flex min-h-11.5 flex-wrap items-center gap-x-2.5 gap-y-1 pr-3 pl-5 max-md:px-4 max-md:py-2',
          isSame && 'max-md:flex-nowrap',
        )}
      >
        {isSame ? (
          <span className="rounded-full bg-track px-2 text-xs leading-5 font-semibold tabular-nums">
            ×{group.hunks.length}
          </span>
        ) : (
          <ChangeLetter kind={kind} label={t(`History.${kind}`)} />
        )}
        {isSame ? (
          <span className="min-w-0 truncate font-semibold max-md:whitespace-normal">{name}</span>
        ) : (
          <Link
            href={`/stores/${storeId}?memory=${memory.memoryId}`}
            className="min-w-0 truncate font-mono text-code font-medium hover:underline"
          >
            {path === null ? t('Memory.redactedPath') : <VisiblePath path={path} />}
          </Link>
        )}
        {isSame ? null : <span className="where shrink-0 text-xs text-ink-3">{where}</span>}
        {hunk.afterCount + hunk.beforeCount === 0 ? null : (
          <Amount
            added={group.hunks.reduce((sum, each) => sum + each.hunk.afterCount, 0)}
            removed={group.hunks.reduce((sum, each) => sum + each.hunk.beforeCount, 0)}
          />
        )}
        <QuarantineMark changesetId={changesetId} memoryId={memory.memoryId} />
        <span className="ml-auto flex shrink-0 items-center gap-2.5">
          <span className="text-xs text-ink-3 tabular-nums md:hidden">
            {t('Review.position', props.position)}
          </span>
          <HunkActs
            hunkId={id}
            menu={
              <Menu label={t('Review.moreActs')} button={<Ellipsis size={16} aria-hidden />}>
                {isEditable && !isSame ? <ChooseLinesItem hunkId={id} /> : null}
                <WhyItem hunkId={id} />
                {isSame ? (
                  <OneByOneItem changesetId={changesetId} apart={id} />
                ) : (
                  <>
                    <ReachItem
                      href={`/stores/${storeId}/reach/${memory.throughVersionId}?changeset=${changesetId}`}
                    />
                    <MemoryQuarantine
                      storeId={storeId}
                      changesetId={changesetId}
                      memoryId={memory.memoryId}
                    />
                  </>
                )}
              </Menu>
            }
          />
        </span>
      </div>
      {props.above ? <MemoryNotices change={change} group={group} above={props.above} /> : null}
      {hunk.kind === 'renamed' ? (
        <p className="px-5 pb-3 font-mono text-code max-md:px-4">
          <VisibleMove before={before?.path} after={after?.path ?? memory.path ?? ''} />
        </p>
      ) : null}
      {lines.length > 0 ? (
        <HunkRows
          lines={lines}
          hunk={hunk}
          syntax={syntax}
          labels={labels}
          found={found}
          threads={threads}
          word={word}
          isEditable={isEditable && !isSame}
        />
      ) : null}
      <HunkFindings
        found={found}
        lines={found.length === 0 ? [] : other.split('\n')}
        shown={lines}
        together={props.together}
        review={`${changesetId}#${id}`}
      />
      <HunkRemarks
        hunk={hunk}
        word={word}
        states={props.states}
        writes={change.versionIds.length}
        origins={origins}
        index={index}
      />
      {isSame ? <GroupPlaces changesetId={changesetId} group={group} /> : null}
      <HunkWhy hunkId={id}>
        <Suspense>
          <HunkOrigin origins={origins} index={index} />
        </Suspense>
      </HunkWhy>
      <HunkReplacement hunkId={id} read={hunk.verdict?.content ?? null} />
      <RestThreads threads={threads} lines={linesShown(lines, hunk)} />
      <HunkComposer hunkId={id} />
      {isEditable ? <ChosenLinesBar hunkId={id} /> : null}
      {isEditable ? <HunkEditor hunkId={id} lines={added.join('')} /> : null}
    </HunkFrame>
  )
}

interface NoticesProps {
  change: ChangesetChange
  group: HunkGroup
  above: MemoryThreads['above']
}

/** What is to be known of a memory before its hunks are decided. */
async function MemoryNotices({ change: { changedSince }, group, above }: NoticesProps) {
  const t = await texts()
  const { leftBehind } = group.lead.memory
  const isOwn = changedSince?.by.id === LOCAL_USER_ACTOR.id
  return (
    <>
      {changedSince === null ? null : (
        <p className={NOTICE}>{t(isOwn ? 'Review.changedSinceByYou' : 'Review.changedSince')}</p>
      )}
      {leftBehind.length === 0 ? null : (
        <p className={NOTICE}>{t('Review.leftBehind', { count: leftBehind.length })}</p>
      )}
      <ThreadsAbove threads={above} />
    </>
  )
}

const NOTICE = 'bg-caution-bg px-5 py-1 text-xs text-caution max-md:px-4'
