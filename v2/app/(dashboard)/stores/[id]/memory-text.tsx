import { getTranslations } from 'next-intl/server'
import { ageStep } from '@/components/history/ink'
import { blameGroups } from '@/components/lines/blame-groups'
import type { BlamedLines } from '@/components/lines/blame'
import { coloursOf } from '@/components/lines/diff-lines'
import type { MemoryView } from '@/components/memory/head'
import { AgentView, Reads } from '@/components/memory/served'
import { Blame, Preview, TextLines } from '@/components/store/on-demand'
import { agentView } from '@/lib/memory-tool/agent-view'
import { blame } from '@/lib/store/blame'
import { readersOf } from '@/lib/store/reads'
import { ordinalsOf } from '@/lib/store/versions'
import type { MemoryPaneProps } from './memory-pane'
import type { ReadVersion } from './read-memory'

export interface MemoryTextProps extends Pick<MemoryPaneProps, 'store' | 'memory' | 'now'> {
  version: ReadVersion
  content: string
  view: MemoryView
}

/** What a version of a memory holds, in a view. */
export async function MemoryText(props: MemoryTextProps) {
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

async function ReadBy({ store, memory, now }: MemoryTextProps) {
  const readers = await readersOf(memory.memoryId)
  const ordinals = await ordinalsOf(readers.map(({ versionId }) => versionId))
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
