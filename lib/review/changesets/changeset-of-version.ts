import type { Database } from '@/lib/db/database'
import { changesetOfVersion as rowOfVersion } from './sql/changesets'

/** The id of the changeset that a version is reviewed in; null: it needs no review, or is gone. */
export async function changesetOfVersion(db: Database, versionId: string): Promise<string | null> {
  return (await rowOfVersion(db.read, versionId))?.id ?? null
}
