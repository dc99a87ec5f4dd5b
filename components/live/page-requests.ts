/** Delays before a page is asked for again, in milliseconds; the last one stays. */
const DELAYS_MS = [500, 1_000, 2_000, 3_000] as const

/** Tells of `askNow` and of changes of `isPageAwaited`. */
const news = new EventTarget()

let awaited = 0

/** Whether another page, which somebody goes to, waits for a server that does not answer. */
export const isPageAwaited = (): boolean => awaited > 0

/** Calls back when `isPageAwaited` changes; returns how to end it. */
export function onPageAwaited(listener: () => void): () => void {
  news.addEventListener('awaited', listener)
  return () => news.removeEventListener('awaited', listener)
}

/** Asks for the pages that are awaited at once, not only after their delay. */
export const askNow = (): void => void news.dispatchEvent(new Event('now'))

/**
 * Has the requests for pages wait for a server that cannot be reached, where the router would leave
 * for the browser's own error page. Only those: what changes something is never sent twice, and what
 * is fetched ahead is not missed. Returns how to end it.
 */
export function keepAskingForPages(): () => void {
  const fetch = window.fetch.bind(window)
  window.fetch = (input, init) => {
    if (!isForPage(init)) return fetch(input, init)
    // A live page says itself that what it shows is old.
    const count = isElsewhere(input) ? countAwaited : () => undefined
    return untilAnswered(() => fetch(input, init), count, init?.signal)
  }
  return () => {
    window.fetch = fetch
  }
}

/** Returns whether it is the router's request for a page that is to be shown now. */
function isForPage(init: RequestInit | undefined): boolean {
  if ((init?.method ?? 'GET') !== 'GET' || init?.priority === 'low') return false
  const headers = new Headers(init?.headers)
  return headers.has('rsc') && !headers.has('next-router-prefetch')
}

/** Returns whether a request is for another page than the one that is shown. */
function isElsewhere(input: RequestInfo | URL): boolean {
  return addressOf(input instanceof Request ? input.url : input) !== addressOf(location.href)
}

function addressOf(input: string | URL): string {
  const url = new URL(input, location.href)
  // The router's, for caches.
  url.searchParams.delete('_rsc')
  return `${url.pathname}?${url.searchParams}`
}

/** Asks until there is an answer of any kind, or the signal ends it; `count` is told of its waiting. */
async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  count: (by: 1 | -1) => void,
  signal: AbortSignal | null | undefined,
): Promise<Answer> {
  let tries = 0
  try {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        // `fetch` throws it where no answer comes.
        if (!(error instanceof TypeError) || signal?.aborted) throw error
      }
      if (tries === 0) count(1)
      await rest(DELAYS_MS[Math.min(tries, DELAYS_MS.length - 1)] ?? 0)
      tries++
    }
  } finally {
    if (tries > 0) count(-1)
  }
}

function countAwaited(by: 1 | -1): void {
  awaited += by
  news.dispatchEvent(new Event('awaited'))
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      news.removeEventListener('now', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    news.addEventListener('now', end)
  })
}
