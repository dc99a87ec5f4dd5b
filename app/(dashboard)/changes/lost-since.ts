import * as z from 'zod/mini'

const lostFor = z.coerce.number().check(z.int(), z.nonnegative())

/**
 * The request was on its way for a while after the page looked at its clock: what happened just
 * after the loss would count as seen, and be shown unasked. Rather something is counted twice.
 */
const ON_ITS_WAY_MS = 500

/**
 * Since when a page that reconnects missed what happened, in milliseconds since 1970, by this
 * machine's clock; null: it missed nothing. The page says how long it was away (`lostFor`), for its
 * clock may differ.
 */
export function lostSince(request: Request): number | null {
  const asked = lostFor.safeParse(new URL(request.url).searchParams.get('lostFor') ?? undefined)
  return asked.success ? Date.now() - asked.data - ON_ITS_WAY_MS : null
}
