import 'server-only'
import { database } from '@/lib/db/open-database'
import { countOpenComments } from '@/lib/review/comments/changeset-comments'
import { hunkGroups } from './hunk-groups'
import { readChangeset } from './read-changeset'

/** The hunks of a changeset that are decided together with one, itself among them. */
export async function decidedTogether(changesetId: string, hunkId: string): Promise<string[]> {
  const view = await readChangeset(changesetId)
  const keys = view.memories.map(({ memoryKey }) => memoryKey)
  const openComments = await countOpenComments(database(), keys)
  const { groups } = await hunkGroups(view, {
    apart: null,
    commented: new Set(openComments.keys()),
  })
  const group = groups.find(({ hunks }) => hunks.some(({ id }) => id === hunkId))
  return group?.hunks.map(({ id }) => id) ?? [hunkId]
}
