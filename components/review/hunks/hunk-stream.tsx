import 'server-only'
import { type MemoryThreads, memoryThreads } from '@/components/comments/hunk-threads'
import { diffLabels } from '@/components/diff/diff-labels'
import { pageSyntax } from '@/components/diff/diff-syntax'
import { texts } from '@/components/i18n/server-texts'
import { EmptyState } from '@/components/ui/empty-state'
import { FileCheck2 } from 'lucide-react'
import { awaitedLater } from '@/lib/awaited-later'
import { database } from '@/lib/db/open-database'
import { lineStates } from '@/lib/review/hunks/line-states'
import type { ReviewedMemory } from '@/lib/review/changesets/changeset-memories'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import type { GroupedHunks, HunkGroup } from '../changeset/hunk-groups'
import { changesetTexts, type ChangesetView } from '../changeset/read-changeset'
import { fateWords } from './fate-mark'
import { FoldedRegion } from './folded-region'
import { HunkRegion } from './hunk-region'
import { HunkSigns } from './hunk-signs'
import { type MemoryOrigins, readOrigins } from './read-origins'
import { redactedTogether } from './redacted-together'
import type { HunkPlace } from './shown-hunk'

export interface HunkStreamProps {
  view: ChangesetView
  grouped: GroupedHunks
  /** the place of the first decision that is shown, and how many are */
  from: number
  most: number
}

/** The decisions of a changeset, one below the other. */
export async function HunkStream({ view, grouped, from, most }: HunkStreamProps) {
  const t = await texts()
  const { changeset } = view
  const { groups } = grouped
  const shown = groups.slice(from, from + most)
  const { read, syntax } = await readTexts(view, shown, grouped.changes)
  if (groups.length === 0 && changeset.isExamined) {
    return <EmptyState Icon={FileCheck2} title={t('Review.nothingToRead')} />
  }
  const labels = diffLabels(t)
  const together = await redactedTogether(view.memories)
  const memoryPlace = { storeId: changeset.storeId, changesetId: changeset.id }
  const { added, removed } = labels
  // One object, which is sent once.
  const place: HunkPlace = {
    ...memoryPlace,
    count: groups.length,
    words: { added, removed, fates: fateWords(t) },
  }
  const isDecided = changeset.openHunks === 0
  const told = new Set<ReviewedMemory>()
  return (
    <>
      <HunkSigns />
      {view.isByMemory ? (
        <p className="border-b border-line px-5 py-3 text-ink-2">{t('Review.byMemory')}</p>
      ) : null}
      {shown.map((group, index) => {
        const { id, hunk, memory } = group.lead
        const of = read.get(memory)
        if (group.kind === 'routine' || group.kind === 'memory') {
          return <FoldedRegion key={id} {...memoryPlace} group={group} />
        }
        if (!of) return null
        const isFirst = !told.has(memory)
        told.add(memory)
        const { threads } = of
        return (
          <HunkRegion
            key={id}
            place={place}
            group={group}
            position={from + index + 1}
            change={of.change}
            syntax={syntax.get(of.change)}
            labels={labels}
            origins={of.origins}
            states={of.states[memory.hunks.indexOf(hunk)] ?? null}
            threads={threads?.inHunks.get(id)}
            above={isFirst ? (threads?.above ?? []) : undefined}
            together={together}
            isDecided={isDecided}
          />
        )
      })}
    </>
  )
}

interface MemoryRead {
  change: ChangesetChange
  origins: Promise<MemoryOrigins>
  states: readonly (readonly string[] | null)[]
  threads: MemoryThreads | undefined
}

/** Reads what the page shows of the memories whose lines it carries. */
async function readTexts(
  view: ChangesetView,
  groups: readonly HunkGroup[],
  known: ReadonlyMap<number, ChangesetChange>,
) {
  const { id: changesetId, storeId, sessionId } = view.changeset
  const leads = groups.flatMap(({ kind, lead }) => (kind === 'one' || kind === 'same' ? lead : []))
  const memories = [...new Set(leads.map(({ memory }) => memory))]
  const missing = memories.filter(({ memoryKey }) => !known.has(memoryKey))
  const fetched = await changesetTexts(view, missing)
  const changes = memories.flatMap((memory) => {
    const change = fetched.get(memory.memoryKey) ?? known.get(memory.memoryKey)
    return change ? [{ memory, change }] : []
  })
  const threads = await memoryThreads(
    changesetId,
    leads,
    changes.map(({ change }) => change),
  )
  const read = new Map<ReviewedMemory, MemoryRead>()
  for (const { memory, change } of changes) {
    const { hunks } = memory
    read.set(memory, {
      change,
      // It is awaited by what shows it, if nothing fails before that is reached.
      origins: awaitedLater(readOrigins(sessionId, { storeId, change, hunks })),
      states: await lineStates(database(), { storeId, change, hunks }),
      threads: threads.get(memory.memoryId),
    })
  }
  return { read, syntax: pageSyntax(changes.map(({ change }) => change)) }
}
