import 'server-only'
import { database } from '@/lib/db/open-database'
import type { MemoryTest, TestRun } from '@/lib/memory-tests/model/memory-test'
import { notPassingSince } from '@/lib/memory-tests/model/since'
import { sinceChange } from '@/lib/memory-tests/since-change'
import { authorOf } from '@/lib/store/model/author-of'
import { actorNames } from '@/lib/store/stores/name-actor'
import { versionIfThere } from '@/lib/store/versions/read-versions'
import { plainName } from '@/lib/text/plain-text'

/** The change since which a test does not pass. */
export interface NamedChange {
  change: number
  /** who wrote it, by the name that people know; null: it may be one of several, or is gone */
  by: string | null
}

/** The change since which a test does not pass, by its runs; null: it passes, or never did. */
export async function changeSince(
  test: MemoryTest,
  runs: readonly TestRun[],
): Promise<NamedChange | null> {
  const since = notPassingSince(runs, test.revision)
  const known = await sinceChange(database(), { test, since })
  const by = known?.versionId == null ? null : await writerOf(test.storeId, known.versionId)
  if (known) return { change: known.to, by }
  // What lay between them is gone: a redaction leaves the runs.
  return since?.lastPass ? { change: since.first.sequence, by: null } : null
}

async function writerOf(storeId: string, versionId: string): Promise<string | null> {
  const version = await versionIfThere(database(), { storeId, versionId, view: 'basic' })
  if (!version) return null
  const { id } = authorOf(version)
  return plainName((await actorNames(database(), [id])).get(id) ?? id)
}
