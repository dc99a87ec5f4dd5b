/** Places that a strip has, from the first change that a run saw to the store's last. */
export const STRIP_PLACES = 48

/**
 * The place of each state of a store in every strip of its tests, from 1, by its last change: at the share
 * of the store's changes that it has, or further left where later states stand there. Of more states than
 * there are places the oldest have none.
 */
export function stripPlaces(
  sequences: Iterable<number>,
  last: number,
): ReadonlyMap<number, number> {
  const states = [...new Set(sequences)].sort((one, other) => other - one).slice(0, STRIP_PLACES)
  const newest = Math.max(last, states[0] ?? 0)
  const oldest = states.at(-1) ?? 0
  const span = Math.max(1, newest - oldest)
  const places = new Map<number, number>()
  let free = STRIP_PLACES
  for (const [index, sequence] of states.entries()) {
    const own = 1 + Math.round(((sequence - oldest) / span) * (STRIP_PLACES - 1))
    const place = Math.max(Math.min(own, free), states.length - index)
    places.set(sequence, place)
    free = place - 1
  }
  return places
}
