import { DiffOnDemand } from '@/components/diff/diff-on-demand'
import { FileFrame } from '@/components/diff/file-frame'
import { FileList } from '@/components/diff/file-list'
import { FileSummary } from '@/components/diff/file-summary'
import { OpenFile } from '@/components/diff/open-file'
import { texts } from '@/components/i18n/server-texts'
import type { MemoryChange, VersionSummary } from '@/lib/store/model/memory-change'
import type { LineCounts } from '@/lib/text/text-diff'
import { fileDiff } from '@/components/diff/file-diff'
import { openAtFirst } from './open-at-first'

export interface ChangedFilesProps {
  storeId: string
  changes: readonly MemoryChange<VersionSummary>[]
  /** by memory; null: not counted */
  lines: ReadonlyMap<string, LineCounts> | null
}

/**
 * Every changed memory; the first ones have their differences, the others load theirs when opened.
 */
export async function ChangedFiles({ storeId, changes, lines }: ChangedFilesProps) {
  const t = await texts()
  const counts = changes.flatMap(({ memoryId }) => lines?.get(memoryId) ?? [])
  const open = openAtFirst(lines && counts)
  return (
    <FileList label={t('Changes.title')}>
      {changes.map((change, index) => {
        const { memoryId, before, after } = change
        const beforeId = before?.versionId ?? null
        const afterId = after?.versionId ?? null
        const versions = { storeId, beforeId, afterId }
        const count = lines?.get(memoryId) ?? null
        const shown = {
          summary: (
            <FileSummary
              before={before && { path: before.path }}
              after={after && { path: after.path }}
              lines={count}
            />
          ),
          children: <OpenFile href={hrefOf(storeId, change)} />,
        }
        // A different comparison of the same memory is a different difference.
        const key = `${beforeId} ${afterId}`
        return index < open ? (
          <FileFrame key={key} open summary={shown.summary}>
            <Diff versions={versions} />
            {shown.children}
          </FileFrame>
        ) : (
          <DiffOnDemand key={key} versions={versions} {...shown} />
        )
      })}
    </FileList>
  )
}

async function Diff({ versions }: { versions: Parameters<typeof fileDiff>[0] }) {
  return fileDiff(versions)
}

function hrefOf(
  storeId: string,
  { memoryId, before, after }: MemoryChange<VersionSummary>,
): string {
  const address = `/stores/${storeId}?memory=${memoryId}`
  if (before && after) return `${address}&from=${before.versionId}&to=${after.versionId}`
  return `${address}&version=${(before ?? after)?.versionId}`
}
