import type { FileChange, FileState } from '@/components/diff/file-changes'
import type { Database } from '@/lib/db/database'
import { getVersion } from '@/lib/store/get-version'
import { listVersions } from '@/lib/store/list-versions'
import type { PlannedChange, StateSummary } from '@/lib/store/rollback-plan'

/** Versions of a memory among which the content of a planned state is looked for. */
const VERSIONS_SEARCHED = 2_000

/** Planned changes with what the memories hold and would hold; `noteOf` says what there is to say of each. */
export async function plannedFiles<Change extends PlannedChange>(
  db: Database,
  storeId: string,
  changes: readonly Change[],
  noteOf: (change: Change) => string | null,
): Promise<FileChange[]> {
  const files: FileChange[] = []
  for (const change of changes) {
    const { memoryId, before, after } = change
    files.push({
      memoryId,
      before: await stateOf(db, storeId, memoryId, before),
      after: await stateOf(db, storeId, memoryId, after),
      href: `/stores/${storeId}?memory=${memoryId}`,
      note: noteOf(change),
    })
  }
  return files
}

/** A state is one that some version of the memory had: its content is found by its hash. */
async function stateOf(
  db: Database,
  storeId: string,
  memoryId: string,
  state: StateSummary | null,
): Promise<FileState | null> {
  if (!state) return null
  const { versions } = await listVersions(db, { storeId, memoryId, limit: VERSIONS_SEARCHED })
  const holder = versions.find(({ sha256 }) => sha256 === state.sha256)
  if (!holder) return { path: state.path, content: '' }
  const { content } = await getVersion(db, { storeId, versionId: holder.id })
  return { path: state.path, content: content ?? '' }
}
