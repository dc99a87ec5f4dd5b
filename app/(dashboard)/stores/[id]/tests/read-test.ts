import { getTranslations } from 'next-intl/server'
import type { SideOfRuns } from '@/components/tests/two-runs'
import { shownText } from '@/lib/sessions/shown-text'
import { plainName } from '@/lib/text/visible-text'
import {
  answersOf,
  comparedShares,
  failsSince,
  type StripCell,
  type TestWithStrip,
} from '@/lib/why/strips'

type Search = Readonly<Record<string, string | string[] | undefined>>

/** What is shown of a test: since when it fails, and two of its runs, whose texts are masked. */
export async function readTest(storeId: string, { test, strip }: TestWithStrip, search: Search) {
  const t = await getTranslations('Tests')
  const since = await failsSince(storeId, strip)
  const [change] = since?.changes ?? []
  const cellOf = (name: string) => strip.find(({ runId }) => runId === search[name])
  const newest = strip.at(-1)
  // Beside the newest stands the last that came to something else, or the one before.
  const before = strip.slice(0, -1)
  const usual = before.findLast(({ status }) => status !== newest?.status) ?? before.at(-1)
  const chosen = [cellOf('one') ?? usual, cellOf('other') ?? newest]
  const sides = await Promise.all(
    chosen.flatMap((cell) => (cell === undefined ? [] : sideOf(cell, test.id))),
  )
  const [one, other] = sides
  const address = (sideOne: string, sideOther: string) =>
    `/stores/${storeId}/tests?${new URLSearchParams({ test: test.id, one: sideOne, other: sideOther })}`
  const middle = since?.changes[Math.floor((since.changes.length - 1) / 2)]
  return {
    since,
    sides,
    sinceWho: plainName(change?.by.title ?? change?.by.name ?? t('somebody')),
    sincePath: (change?.path ?? '').slice(1),
    halfway: since && since.changes.length > 1 ? (middle?.sequence ?? null) : null,
    compared: one && other ? comparedShares(one.cell, other.cell) : null,
    choices: strip.toReversed().map((cell) => ({
      cell,
      hrefs: [
        address(cell.runId, other?.cell.runId ?? cell.runId),
        address(one?.cell.runId ?? cell.runId, cell.runId),
      ] as const,
    })),
  }
}

async function sideOf(cell: StripCell, testId: string): Promise<SideOfRuns> {
  const given = await answersOf(cell.runId, testId)
  const answers = given.map(async ({ number, held, texts, ms, tokens }) => {
    const { text } = await shownText(texts.join('\n\n'))
    return { number, held, text, ms, tokens }
  })
  return { cell, answers: await Promise.all(answers) }
}
