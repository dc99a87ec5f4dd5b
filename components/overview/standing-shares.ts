import type { StandingLines } from '@/lib/store/versions/standing-lines'

/** How much of each writer's lines still stands, in per cent, by id; none of who wrote no lines. */
export function standingShares({ writers }: Pick<StandingLines, 'writers'>): Map<string, number> {
  return new Map(
    writers
      .filter(({ written }) => written > 0)
      .map(({ actor, standing, written }) => [actor.id, Math.round((100 * standing) / written)]),
  )
}
