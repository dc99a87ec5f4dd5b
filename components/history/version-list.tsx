import { formats, texts } from '@/components/i18n/server-texts'
import type { UnreviewedVersions } from '@/lib/review/changesets/unreviewed'
import type { ToldChange } from '@/lib/store/events/tell-changes'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { type NumberFormat, shownSize } from '@/lib/text/shown-size'
import { subjectOf } from '@/lib/text/subject'
import type { LineCounts } from '@/lib/text/text-diff'
import { agentsOf } from './agent-looks'
import { callOfVersion } from './call-of-version'
import { readAttributions } from './read-attributions'
import type { ShownVersion } from './shown-version'
import { type ShownWriter, shownWriter, type WriterInput } from './shown-writer'
import { type TimelineRow, timelineRows } from './version-days'
import { authorOf } from '@/lib/store/model/author-of'
import { VersionRows } from './version-rows'

export interface VersionListProps {
  /** of one memory, newest first */
  versions: readonly MemoryVersion[]
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  /** what each version changed, by its id; of some it is not known */
  told: ReadonlyMap<string, ToldChange>
  /** sequence of the newest version as of the moment shown: what came after is grey */
  current: number
  /** number of comments on each, by id */
  comments: ReadonlyMap<string, number>
  /** the version shown */
  shown: string | null
  /** of those that wait for a review */
  unreviewed: UnreviewedVersions | null
  /** the sequence from which on agents are not served them; null: they are */
  quarantinedFrom: number | null
  now: number
}

/**
 * A memory's versions by day, newest first: who wrote them and what they did. Each can be shown,
 * and compared with the one before.
 */
export async function VersionList(props: VersionListProps) {
  const { versions, now } = props
  const [first] = versions
  if (!first) return null
  const t = await texts()
  const format = await formats()
  const today = format.dateTime(now, { dateStyle: 'medium' })
  const attributions = await readAttributions(versions)
  const rows = timelineRows(versions, (time) => {
    const day = format.dateTime(time, { dateStyle: 'medium' })
    return day === today ? t('History.today') : day
  })
  const agents = await agentsOf(versions.map(authorOf))
  const writers = new Writers(t, props.names, agents)
  return (
    <VersionRows
      address={`/stores/${first.storeId}?memory=${first.memoryId}`}
      versions={rows.map((row) => ({
        ...shownVersion({ t, format }, row, props),
        writer: writers.indexOf(row.version),
        ...presentFacts({ attribution: attributions.get(row.version.sequence) }),
      }))}
      writers={writers.all}
      now={now}
    />
  )
}

type Texts = Awaited<ReturnType<typeof texts>>

/** The writers of a list, each once. */
class Writers {
  readonly all: ShownWriter[] = []
  private readonly indexes = new Map<string, number>()

  constructor(
    private readonly t: Texts,
    private readonly names: ReadonlyMap<string, string>,
    private readonly agents: WriterInput['agents'],
  ) {}

  indexOf(version: MemoryVersion): number {
    const actor = authorOf(version)
    const isImport = version.batch?.kind === 'history'
    const key = `${actor.id} ${isImport}`
    const known = this.indexes.get(key)
    if (known !== undefined) return known
    const { names, agents } = this
    const index = this.all.push(shownWriter(this.t, { actor, names, isImport, agents })) - 1
    this.indexes.set(key, index)
    return index
  }
}

function shownVersion(
  { t, format }: { t: Texts; format: NumberFormat },
  row: TimelineRow,
  props: VersionListProps,
): Omit<ShownVersion, 'writer'> {
  const { version, before, day, isJoined } = row
  const { names, told, current, shown, unreviewed, quarantinedFrom } = props
  const { id, ordinal, createdAt, sequence, size, batch, client } = version
  const comments = props.comments.get(id)
  const { words, note } = wordsOf(t, row, told.get(id)?.line ?? null)
  return {
    id,
    ordinal,
    createdAt,
    words,
    ...presentFacts({
      day: day ?? undefined,
      note: note ?? undefined,
      call: isJoined ? undefined : callOfVersion(version, names),
      client: client ?? undefined,
      batch: batch ? t('History.batch', { kind: batch.kind }) : undefined,
      comments: comments
        ? { count: comments, words: t('Comment.count', { count: comments }) }
        : undefined,
      change: before
        ? changeOf(version, before, told.get(id)?.lines ?? sizeChange(format, version, before))
        : undefined,
      size: before || size === null ? undefined : shownSize(format, size),
      isJoined: isJoined || undefined,
      isShown: id === shown || undefined,
      isLater: sequence > current || undefined,
      isUnreviewed: unreviewed?.versionIds.has(id) || undefined,
      isQuarantined: (quarantinedFrom !== null && sequence >= quarantinedFrom) || undefined,
      isRewritten: (version.rewrittenAt !== null && version.redactedAt === null) || undefined,
    }),
  }
}

/** Drops the undefined facts: a page would send a word for each. */
function presentFacts<Facts extends object>(facts: Facts): Partial<Facts> {
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined)
  return Object.fromEntries(known) as Partial<Facts>
}

/**
 * Returns what the version did, in the words of who wrote it or by the line that it changed first, and
 * a note on the kind of change for the second line.
 */
function wordsOf(
  t: Texts,
  { version, before }: TimelineRow,
  line: ToldChange['line'],
): { words: string; note: string | null } {
  const kind = version.batch?.kind ?? null
  const message = version.batch?.message?.trim().split('\n', 1)[0] ?? ''
  if (version.redactedAt === null && message !== '') {
    const { words, prefix } = subjectOf(message)
    return { words, note: prefix }
  }
  const operation = operationOf(version, before)
  const isReversal = kind === 'restore' || kind === 'undo'
  const note = isReversal ? t('History.batch', { kind }) : null
  if (line === null || (operation !== 'modified' && operation !== 'created')) {
    return { words: t(`History.${operation}`), note }
  }
  return { words: `${line.sign === 'removed' ? '− ' : ''}${line.text}`, note }
}

function operationOf(version: MemoryVersion, before: MemoryVersion | undefined) {
  if (version.redactedAt !== null) return 'redacted'
  const isRename = before?.path != null && version.path !== null && before.path !== version.path
  return version.operation === 'modified' && isRename ? 'renamed' : version.operation
}

function changeOf(
  version: MemoryVersion,
  before: MemoryVersion,
  amount: LineCounts | string,
): ShownVersion['change'] {
  return {
    from: before.id,
    fromOrdinal: before.ordinal,
    amount,
  }
}

function sizeChange(format: NumberFormat, version: MemoryVersion, before: MemoryVersion): string {
  const change = (version.size ?? 0) - (before.size ?? 0)
  return `${change < 0 ? '−' : '+'}${shownSize(format, Math.abs(change))}`
}
