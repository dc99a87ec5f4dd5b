import { getTranslations } from 'next-intl/server'
import { ageStep } from '@/components/history/ink'
import { blameGroups } from '@/components/lines/blame-groups'
import { flagCards, flagNotes, FlagsAbove, flagsBelow } from '@/components/flags/notes'
import type { BlamedLines } from '@/components/lines/blame'
import { coloursOf } from '@/components/lines/diff-lines'
import type { MemoryView } from '@/components/memory/head'
import { AgentView, Reads } from '@/components/memory/served'
import { Blame, Preview, TextLines } from '@/components/store/on-demand'
import { agentView } from '@/lib/memory-tool/agent-view'
import { blame } from '@/lib/store/blame'
import type { StoreFlag } from '@/lib/review/store-flags'
import { isToReview } from '@/lib/review/to-review'
import { PATH_LINE } from '@/lib/scan/flag'
import { readersOf } from '@/lib/store/reads'
import { memoriesOf } from '@/lib/store/versions'
import { splitLines } from '@/lib/text/lines'
import type { MemoryPaneProps } from './memory-pane'
import type { ReadVersion } from './read-memory'

export interface MemoryTextProps extends Pick<MemoryPaneProps, 'store' | 'memory' | 'now'> {
  version: ReadVersion
  content: string
  view: MemoryView
  /** of what the memory holds now; null: not known in time */
  flags?: readonly StoreFlag[] | null
}

/** What a version of a memory holds, in a view. */
export async function MemoryText(props: MemoryTextProps) {
  const { store, memory, version, content, view, now, flags = [] } = props
  const t = await getTranslations('Memory')
  const { path } = version
  if (view === 'reads') return <ReadBy {...props} />
  if (view === 'agent' && path !== null) {
    return <AgentView view={await agentView({ storeId: store.id, path, content })} />
  }
  const cards = flagCards(flags ?? [], store.id)
  const found = flagNotes(flags ?? [], cards, splitLines(content))
  const above = [...(cards.get(PATH_LINE) ?? []), ...flagsBelow(flags ?? [])]
  const text = { text: content, colours: coloursOf(content, path) }
  const address = `/stores/${store.id}?memory=${memory.memoryId}`
  return (
    <>
      <FlagsAbove
        isUnknown={flags === null}
        cards={view === 'preview' ? [...cards.values()].flat() : above}
      />
      {content === '' ? (
        <p className="px-4 py-3 text-ink-3">{t('empty')}</p>
      ) : view === 'preview' ? (
        <Preview {...text} />
      ) : view === 'blame' ? (
        <Blame {...text} {...found} groups={await blamedLines(props)} address={address} now={now} />
      ) : (
        <TextLines {...text} {...found} />
      )}
    </>
  )
}

async function blamedLines({ store, memory, version, now }: MemoryTextProps) {
  const [runs, isVersionToReview] = await Promise.all([
    blame({ storeId: store.id, versionId: version.id }),
    isToReview(memory.memoryId),
  ])
  const groups = blameGroups(runs)
  return groups.map((group): BlamedLines => {
    const { line, standing, isOrEarlier, broughtBackBy, copiedFrom } = group
    const { id, ordinal, createdAt, by, batch, toolUseId } = group.version
    const isOfSession = by.type === 'session' && toolUseId !== null
    const message = batch?.message?.trim().split('\n', 1)[0] || null
    const written = { id, ordinal, at: createdAt, writer: by, message }
    return {
      line,
      count: group.lines.length,
      standing,
      isOrEarlier,
      ink: ageStep(createdAt, now),
      version: {
        ...written,
        isToReview: isVersionToReview(group.version),
        call: isOfSession ? `/sessions/${by.id}#call-${toolUseId}` : null,
      },
      broughtBackIn: broughtBackBy?.ordinal ?? null,
      copiedFrom: copiedFrom && {
        href: `/stores/${copiedFrom.storeId}?version=${copiedFrom.versionId}&view=blame#L${line}`,
        name: copiedFrom.storeName,
      },
    }
  })
}

async function ReadBy({ store, memory, version, now }: MemoryTextProps) {
  const isNewest = version.ordinal === memory.count
  const readers = await readersOf(memory.memoryId, isNewest ? undefined : version)
  const of = await memoriesOf(readers.map(({ versionId }) => versionId))
  return (
    <Reads
      readers={readers.map(({ versionId, ...reader }) => {
        const { ordinal } = of.get(versionId) ?? {}
        return { ...reader, version: ordinal === undefined ? null : { id: versionId, ordinal } }
      })}
      address={`/stores/${store.id}?memory=${memory.memoryId}`}
      newest={memory.count}
      now={now}
    />
  )
}
