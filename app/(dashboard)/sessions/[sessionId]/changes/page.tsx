import { redirect } from 'next/navigation'
import { database } from '@/lib/db/open-database'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { sessionOf } from '../../session-of'

export const dynamic = 'force-dynamic'

/** Leads to what a session changed: its changeset, or the inbox with one of each of its stores. */
export default async function SessionChangesPage(
  props: PageProps<'/sessions/[sessionId]/changes'>,
) {
  const { id: sessionId } = await sessionOf((await props.params).sessionId)
  const { changesets } = await listChangesets(database(), { sessionId, limit: 2 })
  const [only, ...others] = changesets
  if (!only) redirect(`/sessions/${sessionId}`)
  redirect(others.length === 0 ? `/review/${only.id}` : `/review?session=${sessionId}`)
}
