/** Delays before a page is asked for again, in milliseconds; the last one stays. */
const DELAYS_MS = [500, 1_000, 2_000, 3_000] as const

/** Tells of `askNow` and of changes of `isPageAwaited`. */
const news = new EventTarget()

let awaited = 0

/** Whether a page that was asked for waits for a server that does not answer. */
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
  window.fetch = (input, init) =>
    isForPage(init) ? untilAnswered(() => fetch(input, init), init?.signal) : fetch(input, init)
  return () => {
    window.fetch = fetch
  }
}

/** Returns whether it is the router's request for a page that somebody goes to. */
function isForPage(init: RequestInit | undefined): boolean {
  if ((init?.method ?? 'GET') !== 'GET') return false
  const headers = new Headers(init?.headers)
  return headers.has('rsc') && !headers.has('next-router-prefetch')
}

/** Asks until there is an answer of any kind, or the signal ends it. */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  signal?: AbortSignal | null,
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
      if (tries === 0) countAwaited(1)
      await rest(DELAYS_MS[Math.min(tries, DELAYS_MS.length - 1)] ?? 0)
      tries++
    }
  } finally {
    if (tries > 0) countAwaited(-1)
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
