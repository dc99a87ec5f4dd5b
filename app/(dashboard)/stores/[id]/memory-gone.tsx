import { getTranslations } from 'next-intl/server'
import { coloursOf } from '@/components/lines/diff-lines'
import { Damaged, Deleted, Redacted } from '@/components/memory/gone'
import { MemoryHead } from '@/components/memory/head'
import { DraftNotice, TextLines, VersionActs } from '@/components/store/on-demand'
import { unlessRefused } from '@/lib/refusal'
import { writersOf } from '@/lib/store/actors'
import { getVersion } from '@/lib/store/versions'
import type { MemoryPaneProps } from './memory-pane'
import type { ReadVersion } from './read-memory'
import { newestBefore } from './read-version'

interface VersionProps extends MemoryPaneProps {
  version: ReadVersion
}

/** Where a version lay that has no text to show; on a phone also the way back. */
function Over({ store, memory, version, path = version.path ?? memory.current.path }: OverProps) {
  return <MemoryHead path={path} back={`/stores/${store.id}`} badge={`v${version.ordinal}`} />
}

type OverProps = Pick<VersionProps, 'store' | 'memory' | 'version'> & { path?: string | null }

/** A deletion: who deleted it, the way back, and what it held last. */
export async function Gone(props: VersionProps) {
  const { store, memory, version, at } = props
  const t = await getTranslations('Memory')
  const last = await newestBefore(version)
  const text = last && (await unlessRefused(getVersion({ storeId: store.id, versionId: last.id })))
  const isLast = version.ordinal === memory.count
  const canRestore = store.archivedAt === null && at === null && memory.head === null && isLast
  return (
    <>
      {text ? <Over {...props} path={text.path} /> : null}
      <DraftNotice memoryId={memory.memoryId} editor={null} />
      <Deleted
        ordinal={version.ordinal}
        at={version.createdAt}
        writer={version.writer}
        acts={
          last && canRestore ? (
            <ActsOn store={store} memory={memory} version={last} bringsBack />
          ) : null
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
export function ActsOn({ store, memory, version, bringsBack }: ActsOnProps) {
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

/** A version that was redacted. */
export async function Emptied(props: VersionProps) {
  const { store, memory, version } = props
  const { redactedAt, redactedByType, redactedById } = version
  if (redactedAt === null || redactedByType === null || redactedById === null) return null
  const done = { actorType: redactedByType, actorId: redactedById }
  const by = (await writersOf([done]))(done)
  const beside = memory.versions.filter(({ ordinal }) => Math.abs(ordinal - version.ordinal) === 1)
  return (
    <>
      <Over {...props} />
      <Redacted
        ordinal={version.ordinal}
        at={redactedAt}
        by={by}
        beside={beside.toReversed().map(({ id, ordinal }) => ({
          href: `/stores/${store.id}?memory=${memory.memoryId}&version=${id}`,
          ordinal,
        }))}
      />
    </>
  )
}

/** A version whose stored text is not what was written. */
export async function Broken(props: VersionProps) {
  const { store, memory, version, at } = props
  const older = memory.versions.find(({ ordinal }) => ordinal === version.ordinal - 1)
  const isHead = memory.head?.versionId === version.id
  return (
    <>
      <Over {...props} />
      <Damaged
        ordinal={version.ordinal}
        id={version.id}
        acts={
          older && isHead && at === null && store.archivedAt === null ? (
            <ActsOn store={store} memory={memory} version={older} />
          ) : null
        }
      />
    </>
  )
}
