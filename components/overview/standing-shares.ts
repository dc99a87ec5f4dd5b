import type { StandingLines } from '@/lib/store/versions/standing-lines'

/**
 * Returns the share of each writer's lines that still stands, in per cent, by id; writers without
 * lines have none.
 */
export function standingShares({ writers }: Pick<StandingLines, 'writers'>): Map<string, number> {
  return new Map(
    writers
      .filter(({ written }) => written > 0)
      .map(({ actor, standing, written }) => [actor.id, Math.round((100 * standing) / written)]),
  )
}
