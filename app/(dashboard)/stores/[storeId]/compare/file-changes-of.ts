import type { FileChange, FileState } from '@/components/diff/file-changes'
import type { Database } from '@/lib/db/database'
import { getVersion } from '@/lib/store/get-version'
import type { NetChange } from '@/lib/store/net-changes'

/** Net changes with what the memories held. */
export async function fileChangesOf(
  db: Database,
  storeId: string,
  changes: readonly NetChange[],
): Promise<FileChange[]> {
  const found: FileChange[] = []
  for (const { memoryId, before, after } of changes) {
    found.push({
      memoryId,
      before: await stateOf(db, storeId, before),
      after: await stateOf(db, storeId, after),
      href: hrefOf(storeId, memoryId, before?.versionId, after?.versionId),
      note: null,
    })
  }
  return found
}

async function stateOf(
  db: Database,
  storeId: string,
  state: NetChange['before'],
): Promise<FileState | null> {
  if (!state) return null
  const { content } = await getVersion(db, { storeId, versionId: state.versionId })
  return { path: state.path, content: content ?? '' }
}

function hrefOf(storeId: string, memoryId: string, before?: string, after?: string): string {
  const address = `/stores/${storeId}?memory=${memoryId}`
  if (before !== undefined && after !== undefined) return `${address}&from=${before}&to=${after}`
  return `${address}&version=${before ?? after}`
}
