import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { GUIDE_PAGE_NAMES, GUIDE_PAGES, guideAddress } from './guide-pages'

describe.each(GUIDE_PAGE_NAMES)('the page %s of the guide', (name) => {
  const file = path.join('docs', GUIDE_PAGES[name])
  const text = readFileSync(file, 'utf8')
  const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)

  test('has a title', () => {
    expect(text).toMatch(/^# \S/)
  })

  test('leads only to what is there', () => {
    for (const target of targets.filter((each) => !/^(https?:|#)/.test(each))) {
      const [pathname = ''] = target.split('#')
      expect(existsSync(path.join(path.dirname(file), pathname)), target).toBe(true)
    }
  })
})

test('links between pages and pictures lead to this server, others stay', () => {
  expect(guideAddress('seed.md')).toBe('/guide/seed')
  expect(guideAddress('../operations.md')).toBe('/guide/operations')
  expect(guideAddress('../images/seed-plan.png')).toBe('/guide/images/seed-plan.png')
  expect(guideAddress('https://example.com/a.md')).toBe('https://example.com/a.md')
  expect(guideAddress('../images/../../secret.png')).toBe('../images/../../secret.png')
})
