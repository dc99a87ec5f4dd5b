'use client'

import { useState } from 'react'
import type { BoardHunk } from './board-hunk'

const NONE: ReadonlySet<string> = new Set()

/**
 * The hunks that came while the page was open, by id. A hunk whose memory was written again has
 * another name, and is known by the lines that it is about.
 */
export function useFresh(hunks: readonly BoardHunk[], revision: number): ReadonlySet<string> {
  const [known, setKnown] = useState(() => ({
    revision,
    places: new Set(hunks.flatMap(placesOf)),
    fresh: NONE,
  }))
  if (known.revision === revision) return known.fresh
  // Before a changeset is examined there is none, and none of them is news then.
  const isFirst = known.places.size === 0
  const came = hunks.filter(
    (hunk) => !isFirst && placesOf(hunk).some((place) => !known.places.has(place)),
  )
  const ids = new Set(hunks.map(({ id }) => id))
  const next = {
    revision,
    places: new Set([...known.places, ...hunks.flatMap(placesOf)]),
    fresh: new Set([...known.fresh, ...came.map(({ id }) => id)].filter((id) => ids.has(id))),
  }
  setKnown(next)
  return next.fresh
}

/** The names of a hunk's parts without the version, and without where its lines stand now. */
function placesOf({ id, parts, waiting }: BoardHunk): string[] {
  if (waiting) return [id]
  return parts.map((part) => {
    const [memoryId, , kind, from, removed, , added] = part.id.split('.')
    return [memoryId, kind, from, removed, added].join('.')
  })
}
