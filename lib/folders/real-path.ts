import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { settings } from '@/lib/settings'
import { isIn, realOf } from '@/lib/transfer/folder'
import type { RealPath } from './model'

/**
 * The border: paths of people, settings and transcripts pass here once. Below it every function takes a
 * `RealPath` and follows no link.
 */

/** Where something lies once links are followed; `allowed` null: outside of `WATCH_ROOTS`, or our own data. */
export interface Place {
  place: string
  allowed: RealPath | null
}

/** Where what a path names really lies; null: nothing is there. */
export async function placeOf(named: string): Promise<Place | null> {
  const place = await realpath(path.resolve(named)).catch(() => null)
  if (place === null) return null
  return { place, allowed: (await isAllowed(place)) ? (place as RealPath) : null }
}

/** Where a path lies or would lie: links are followed as far as something is there. */
export async function placeToBe(named: string): Promise<string> {
  const place = await realpath(named).catch(() => null)
  const above = path.dirname(named)
  if (place !== null || above === named) return place ?? named
  return path.join(await placeToBe(above), path.basename(named))
}

async function isAllowed(place: string): Promise<boolean> {
  const { watchRoots, dataDir } = settings()
  const roots = await Promise.all(watchRoots.map(realOf))
  const data = await realOf(dataDir)
  return roots.some((root) => isIn(root, place)) && !isIn(data, place)
}
