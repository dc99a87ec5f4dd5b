import { STRUCTURE_NAMES, type Structure, trials } from '@/tests/support/simulated-answers'

/** The figures of the search for causes (docs/guide/why.md), from seeded trials on simulated answers. */

const AMOUNT = 1_000
const MAIN: readonly Structure[] = ['one', 'either', 'both', 'no memory']

/** The most of 1,000 that may be missed, and named wrongly, of the main structures. */
const MOST_MISSED = 15
const MOST_WRONG = 3

/** Prints what is found among 200 memories where one answer of ten speaks against the rest. */
export async function why(): Promise<{ table: string; isMissed: boolean }> {
  const lines = [
    '| structure | exact % | wrong % | undecided % | answers | rounds |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
  ]
  let isMissed = false
  for (const structure of STRUCTURE_NAMES) {
    const { counted, answers, rounds } = await trials(structure, { amount: AMOUNT, seed: 1 })
    const shares = [counted.exact, counted.wrong, counted.undecided].map(percent)
    lines.push(`| ${[structure, ...shares, meanAnd95(answers), meanAnd95(rounds)].join(' | ')} |`)
    const isPast = AMOUNT - counted.exact > MOST_MISSED || counted.wrong > MOST_WRONG
    isMissed ||= MAIN.includes(structure) && isPast
  }
  const words = `200 memories, 10 % noise, ${AMOUNT} trials of seed 1; answers and rounds: mean / 95 of 100.`
  return { table: `${words}\n\n${lines.join('\n')}`, isMissed }
}

const percent = (count: number) => Number(((100 * count) / AMOUNT).toFixed(1))

function meanAnd95(ascending: readonly number[]): string {
  const mean = ascending.reduce((sum, each) => sum + each, 0) / ascending.length
  return `${Math.round(mean)} / ${ascending[Math.floor(0.95 * ascending.length)]}`
}
