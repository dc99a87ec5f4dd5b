/** The view of a context's page. */
export interface ShownContext {
  /** the id of the request's start; null: the last */
  request: string | null
  /** on the left */
  list: 'happened' | 'requests'
  /** on the right: what is new, in words; as JSON the difference from the one before, or all of it */
  view: 'new' | 'difference' | 'sent'
}

const VIEWS = ['new', 'difference', 'sent'] as const

/** Reads from an address what a context's page shows. */
export function shownContext(search: Record<string, string | string[] | undefined>): ShownContext {
  return {
    request: typeof search.request === 'string' ? search.request : null,
    list: search.list === 'requests' ? 'requests' : 'happened',
    view: VIEWS.find((view) => view === search.view) ?? 'new',
  }
}

/** The inverse. */
export function contextAddress(sessionId: string, { request, list, view }: ShownContext): string {
  const search = new URLSearchParams()
  if (request !== null) search.set('request', request)
  if (list !== 'happened') search.set('list', list)
  if (view !== 'new') search.set('view', view)
  const address = `/sessions/${sessionId}/context`
  return search.size === 0 ? address : `${address}?${search}`
}
