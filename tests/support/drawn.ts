import { database } from '@/lib/db'

/**
 * How a property draws its cases: always the same ones, or with `npm run test:long` twenty times as many
 * from a seed that is printed.
 */
export function drawn(runs: { sqlite: number; postgresql: number }) {
  const seed = process.env.TEST_SEED
  return {
    numRuns: runs[database().kind] * (seed === undefined ? 1 : 20),
    seed: Number(seed ?? 1),
  }
}
