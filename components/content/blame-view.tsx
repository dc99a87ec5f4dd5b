import { CommentedLines } from '@/components/comments/commented-lines'
import type { ThreadsAtLine } from '@/components/comments/memory-threads'
import { agentsOf } from '@/components/history/agent-looks'
import { callOfVersion } from '@/components/history/call-of-version'
import { type ShownWriter, shownWriter } from '@/components/history/shown-writer'
import { texts } from '@/components/i18n/server-texts'
import type { UnreviewedVersions } from '@/lib/review/changesets/unreviewed'
import { authorOf } from '@/lib/store/model/author-of'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import type { BlameRun } from '@/lib/store/versions/blame-memory'
import { subjectOf } from '@/lib/text/subject'
import { languageOf, syntaxOf } from '@/lib/text/syntax'
import { blameGroups } from './blame-groups'
import { BlameRows } from './blame-rows-lazy'
import { lineRows } from './line-list'
import { LineMarks } from './line-marks-lazy'
import type { BlamedVersion, ShownBlameGroup } from './shown-blame'

export interface BlameViewProps {
  runs: readonly BlameRun[]
  /** of the memory; its extension decides the colours; null: unknown */
  path: string | null
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  /** the memory's versions that nobody reviewed; null: all are reviewed */
  unreviewed: UnreviewedVersions | null
  /** the open comments at its lines */
  threads: readonly ThreadsAtLine[]
  now: number
}

/** The lines of a memory beside what wrote them: see `BlameRows`. */
export async function BlameView(props: BlameViewProps) {
  const { runs, path, threads, now } = props
  const t = await texts()
  const [first] = runs
  if (!first) return <p className="px-4 py-2 text-ink-3">{t('Memory.empty')}</p>
  const syntax = syntaxOf(
    runs.flatMap(({ lines }) => lines),
    languageOf(path),
  )
  const versions = await blamedVersions(props)
  const indexes = new Map(versions.shown.map(({ id }, index) => [id, index]))
  const groups = blameGroups(runs).map((group): ShownBlameGroup => {
    const { version, before, isOrEarlier, standing, wrote, line, lines } = group
    const own = threads.filter((each) => each.line >= line && each.line < line + lines.length)
    const numbered = {
      lines,
      syntax: syntax?.slice(line - 1, line - 1 + lines.length) ?? null,
      first: line,
    }
    return {
      line,
      version: indexes.get(version.id) ?? 0,
      about: t('Blame.about', { ordinal: version.ordinal, line }),
      standing: t('Blame.standing', { count: standing, of: wrote }),
      ...(before && { before: before.id }),
      ...(isOrEarlier && { isOrEarlier }),
      lines:
        own.length === 0
          ? lineRows(t, numbered)
          : { elements: <CommentedLines {...numbered} threads={own} /> },
    }
  })
  const { storeId, memoryId } = first.version
  return (
    <LineMarks>
      <BlameRows
        blame={{
          address: `/stores/${storeId}?memory=${memoryId}`,
          ...{ groups, versions: versions.shown, writers: versions.writers, now },
          words: {
            label: t('Memory.blame'),
            writer: t('Blame.writer'),
            lines: t('Memory.lines'),
            unreviewed: t('Blame.unreviewed'),
            orEarlier: t('Blame.orEarlier'),
            change: t('Blame.change'),
            before: t('Blame.before'),
            compareNow: t('Memory.compareNow'),
          },
        }}
      />
    </LineMarks>
  )
}

/** The versions that wrote lines, and their writers, each once. */
async function blamedVersions({
  runs,
  names,
  unreviewed,
}: BlameViewProps): Promise<{ shown: BlamedVersion[]; writers: ShownWriter[] }> {
  const t = await texts()
  const versions = [...new Map(runs.map(({ version }) => [version.id, version])).values()]
  const agents = await agentsOf(versions.map(authorOf))
  const writers: ShownWriter[] = []
  const indexes = new Map<string, number>()
  const writerOf = (version: MemoryVersion) => {
    const actor = authorOf(version)
    const isImport = version.batch?.kind === 'history'
    const key = `${actor.id} ${isImport}`
    const known = indexes.get(key)
    if (known !== undefined) return known
    const index = writers.push(shownWriter(t, { actor, names, isImport, agents })) - 1
    indexes.set(key, index)
    return index
  }
  const shown = versions.map((version): BlamedVersion => {
    const { id, ordinal, createdAt, batch } = version
    const message = batch?.message?.trim().split('\n', 1)[0] ?? ''
    const call = callOfVersion(version, names)
    return {
      ...{ id, ordinal, createdAt, writer: writerOf(version) },
      ...(call !== undefined && { call }),
      ...(message !== '' && { message: subjectOf(message).words }),
      ...(unreviewed?.versionIds.has(id) && { changesetId: unreviewed.changesetId }),
    }
  })
  return { shown, writers }
}
