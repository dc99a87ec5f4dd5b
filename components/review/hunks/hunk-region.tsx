import 'server-only'
import type { HunkThread, MemoryThreads } from '@/components/comments/hunk-threads'
import { RestThreads } from '@/components/comments/line-threads'
import { ThreadsAbove } from '@/components/comments/threads-above'
import { VisibleMove } from '@/components/content/visible-path'
import type { DiffLabels } from '@/components/diff/diff-labels'
import type { DiffSyntax } from '@/components/diff/diff-syntax'
import { texts } from '@/components/i18n/server-texts'
import { quarantineOf } from '@/components/quarantine/quarantine-of'
import { awaitedLater } from '@/lib/awaited-later'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { hunkLines } from '@/lib/text/hunk-lines'
import { linesWithEnds } from '@/lib/text/line-hunks'
import { plainName } from '@/lib/text/plain-text'
import type { HunkGroup } from '../changeset/hunk-groups'
import { shownFindings } from './found-in-memory'
import { linesGoingBack } from './going-back'
import { groupName, placeWords } from './group-name'
import { GroupPlaces } from './group-places'
import { Hunk } from './hunk'
import { HunkFindings } from './hunk-findings'
import { HunkRemarks, hunkWords, removesPersonsLine } from './hunk-remarks'
import { linesShown, shownRows } from './hunk-rows'
import { maskedLines, quoteOf } from './masked-hunk'
import { oneWordOf } from './one-word-of'
import type { MemoryOrigins } from './read-origins'
import type { RedactedTogether } from './redacted-together'
import { addedText } from './added-text'
import type { HunkPlace, ShownHunk, ShownLines } from './shown-hunk'
import { shownOrigin } from './shown-origins'

const AROUND = 2

export interface HunkRegionProps {
  place: HunkPlace
  group: HunkGroup
  /** its number on the page */
  position: number
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

/** A hunk to decide about, or several that are the same edit. */
export async function HunkRegion(props: HunkRegionProps) {
  return <Hunk place={props.place} shown={await shownHunk(props)} />
}

async function shownHunk(props: HunkRegionProps): Promise<ShownHunk> {
  const { place, group, change, syntax, labels, origins, threads = [] } = props
  const { changesetId } = place
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
  const quote = quoteOf(lines)
  const quarantine = isSame
    ? undefined
    : await quarantineOf({ changesetId, memoryId: memory.memoryId })
  const rest = threads.length > 0 ? linesShown(lines, hunk) : []
  const rows: Pick<ShownHunk, 'lines'> =
    lines.length === 0
      ? {}
      : shownRows(t, {
          ...{ lines, hunk, syntax, labels, found, threads, word },
          isEditable: isEditable && !isSame,
        })
  return {
    id,
    label: t('Review.hunkLabel', {
      path: isSame || path === null ? name : plainName(path),
      where,
      level: t(`Review.level_${hunk.level}`),
    }),
    name: isSame ? name : `${name} · ${where}`,
    ...(quote !== null && { quote }),
    kind,
    kindWord: t(`History.${kind}`),
    ...(isSame && { same: { count: group.hunks.length, name } }),
    ...(path === null ? { unnamed: t('Memory.redactedPath') } : { path }),
    memoryId: memory.memoryId,
    throughVersionId: memory.throughVersionId,
    where,
    added: group.hunks.reduce((sum, each) => sum + each.hunk.afterCount, 0),
    removed: group.hunks.reduce((sum, each) => sum + each.hunk.beforeCount, 0),
    position: props.position,
    ...(quarantine && { quarantine }),
    ...rows,
    ...(isEditable &&
      !isSame && {
        chosenAfter: { before: hunk.beforeFrom, after: hunk.afterFrom },
      }),
    ...(props.isDecided && { back: linesGoingBack(lines, labels) }),
    ...(isEditable && { editable: editableOf(added.join(''), rows.lines ?? []) }),
    ...(hunk.verdict?.content != null && { replacement: hunk.verdict.content }),
    ...hunkWords(t, hunk),
    origin: awaitedLater(origins.then((read) => shownOrigin(t, read, index))),
    ...(props.above &&
      hasNotices({ change, group, above: props.above }) && {
        notices: <MemoryNotices change={change} group={group} above={props.above} />,
      }),
    ...(hunk.kind === 'renamed' && {
      move: (
        <p className="px-5 pb-3 font-mono text-code max-md:px-4">
          <VisibleMove before={before?.path} after={after?.path ?? memory.path ?? ''} />
        </p>
      ),
    }),
    ...(found.length > 0 && {
      findings: (
        <HunkFindings
          found={found}
          lines={other.split('\n')}
          shown={lines}
          together={props.together}
          review={`${changesetId}#${id}`}
        />
      ),
    }),
    ...((word !== null || props.states !== null || removesPersonsLine(hunk)) && {
      remarks: (
        <HunkRemarks
          hunk={hunk}
          word={word}
          states={props.states}
          writes={change.versionIds.length}
          origins={origins}
          index={index}
        />
      ),
    }),
    ...(isSame && { places: <GroupPlaces changesetId={changesetId} group={group} /> }),
    ...(threads.length > 0 && { threads: <RestThreads threads={threads} lines={rest} /> }),
  }
}

/** Text that the rows say already is not sent with them: what is masked in them, say, they do not. */
const editableOf = (text: string, lines: ShownLines) => (text === addedText(lines) ? true : text)

interface NoticesProps {
  change: ChangesetChange
  group: HunkGroup
  above: MemoryThreads['above']
}

const hasNotices = ({ change, group, above }: NoticesProps): boolean =>
  change.changedSince !== null || group.lead.memory.leftBehind.length > 0 || above.length > 0

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
