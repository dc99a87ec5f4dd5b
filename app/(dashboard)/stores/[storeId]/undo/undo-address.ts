import type { ChosenChanges } from '@/lib/store/undo/undo-changes'

type Search = Record<string, string | string[] | undefined>

/**
 * The changes that an address names: a session, a batch, a changeset, versions, or all after one
 * change up to another; null if none.
 */
export function changesNamed(search: Search): ChosenChanges | null {
  const one = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  const session = one('session')
  if (session !== undefined) return { sessionId: session }
  const batch = one('batch')
  if (batch !== undefined) return { batchId: batch }
  const changeset = one('changeset')
  if (changeset !== undefined) return { changesetId: changeset }
  if (search.version !== undefined) return { versionIds: [search.version].flat() }
  const [from, to] = [Number(one('from')), Number(one('to'))]
  const isBetween = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from < to
  return isBetween ? { from, to } : null
}

/** An undo page for the same changes, with more parameters. */
export function undoAddress(
  page: string,
  search: Search,
  more: Record<string, string | readonly string[] | null>,
): string {
  const address = new URLSearchParams()
  for (const name of [
    'session',
    'batch',
    'changeset',
    'version',
    'from',
    'to',
    'force',
    'without',
  ]) {
    if (!(name in more)) for (const each of [search[name] ?? []].flat()) address.append(name, each)
  }
  for (const [name, value] of Object.entries(more)) {
    for (const each of [value ?? []].flat()) address.append(name, each)
  }
  return `${page}?${address}`
}

/** The memories that an address leaves out. */
export function leftOutBy(search: Search): string[] {
  return [search.without ?? []].flat()
}
