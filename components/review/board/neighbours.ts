import 'server-only'
import { database } from '@/lib/db/open-database'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import type { Changeset } from '@/lib/review/model/changeset'

/** Changesets from the top of the inbox among which neighbours are looked for. */
const MAX = 200

/** The addresses of the open changesets after and before this one in the inbox. */
export async function neighboursOf(
  changeset: Changeset,
): Promise<{ next: string | null; previous: string | null }> {
  const { changesets } = await listChangesets(database(), { state: 'open', limit: MAX })
  const at = changesets.findIndex(({ id }) => id === changeset.id)
  const address = (other: Changeset | undefined) => (other ? `/review/${other.id}` : null)
  return {
    next: address(at === -1 ? changesets[0] : changesets[at + 1]),
    previous: address(at > 0 ? changesets[at - 1] : undefined),
  }
}
