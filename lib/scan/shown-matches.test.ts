import { expect, test } from 'vitest'
import { findMatches } from '@/lib/text/matches'
import { shownMatches } from './shown-matches'

const TOKEN = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'

const shown = async (text: string, query: string) =>
  (await shownMatches([[], findMatches(text, query, 5)])).flat().map(({ snippet }) => snippet)

test('results mask what is secret in their lines, at the same length', async () => {
  const line = `the token is ${TOKEN}, of CI`
  const [snippet = ''] = await shown(`# CI\n${line}\n`, 'token')
  expect(snippet).toMatch(/^the token is ghp_•+, of CI$/)
  expect(snippet).toHaveLength(line.length)
})

test('a secret of which a result shows only a part is masked, too', async () => {
  const before = `${'word '.repeat(60)}${TOKEN} `
  const around = 'and so on '.repeat(7)
  for (const text of [
    `${before}${around}here ${'and so on '.repeat(30)}`,
    `${'word '.repeat(60)}here ${around}${TOKEN}${' word'.repeat(60)}`,
  ]) {
    const [snippet = ''] = await shown(text, 'here')
    expect(snippet).toContain('here')
    expect(snippet).toMatch(/•{5}/)
    expect(snippet).not.toMatch(/[0-9a-f]{12}/i)
  }
})
