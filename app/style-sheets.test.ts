import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** `:has()` that looks at all depths, with every element below as what it styles. */
const ASKS_THE_WHOLE_PAGE = /:has\((?!\s*>)(?:[^()]|\([^()]*\))*\)[^,{;]*\*/g

const COMMENTS = /\/\*.*?\*\//gs

test('no selector that looks at all within an element styles all within it: every element that comes or goes would have it all styled anew', () => {
  const sheets = readdirSync('app').filter((name) => name.endsWith('.css'))
  expect(sheets).toContain('frame.css')
  const found = sheets.flatMap((sheet) => {
    const rules = readFileSync(path.join('app', sheet), 'utf8').replaceAll(COMMENTS, '')
    return [...rules.matchAll(ASKS_THE_WHOLE_PAGE)].map(([selector]) => `${sheet}: ${selector}`)
  })
  expect(found).toEqual([])
  const before = `.shell[data-sidebar='auto']:has([data-page='working']) * {`
  expect(before).toMatch(ASKS_THE_WHOLE_PAGE)
})
