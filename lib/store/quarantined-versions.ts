import type { Database } from '@/lib/db/database'

/** The paths of those of these versions, in their order, that agents are not served. */
export async function quarantinedVersions(
  db: Pick<Database, 'read'>,
  versionIds: readonly string[],
): Promise<string[]> {
  const paths: string[] = []
  for (const versionId of versionIds) {
    const row = await db.read.get<{ path: string }>(
      `SELECT n.path FROM memory_versions v CROSS JOIN quarantines q CROSS JOIN path_nodes n
       WHERE v.id = ? AND n.key = v.node_key AND q.memory_key = v.memory_key AND q.from_sequence <= v.sequence`,
      [versionId],
    )
    if (row) paths.push(row.path)
  }
  return paths
}
