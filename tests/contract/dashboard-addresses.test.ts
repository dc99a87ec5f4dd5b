import { readdirSync } from 'node:fs'
import path from 'node:path'
import { NextRequest } from 'next/server'
import { describe, expect, test } from 'vitest'
import { proxy } from '@/proxy'

/**
 * Access to the dashboard: every address of it that answers, and its server actions, which are
 * posted to its pages. There is no sign-in yet; these tests ensure that only a person's browser on
 * the dashboard's own pages gets anything from it, as far as that can be told.
 */

const HOST = 'http://127.0.0.1:3000'

const addresses = readdirSync('app/(dashboard)', { recursive: true, encoding: 'utf8' })
  .filter((file) => ['route.ts', 'page.tsx'].includes(path.basename(file)))
  .map((file) => {
    const folders = path.dirname(file).split(path.sep)
    const shown = folders.filter((folder) => folder !== '.' && !folder.startsWith('('))
    const address = `/${shown.map((folder) => folder.replace(/^\[.*\]$/, 'x1')).join('/')}`
    return { address, isPage: path.basename(file) === 'page.tsx' }
  })

const status = (address: string, method: string, headers: Record<string, string>) =>
  proxy(
    new NextRequest(`${HOST}${address}`, {
      method,
      headers: { host: '127.0.0.1:3000', ...headers },
    }),
  ).status

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const action = { origin: HOST, 'sec-fetch-site': 'same-origin', 'next-action': 'x' }

test('there are addresses to try', () => {
  expect(addresses.filter(({ isPage }) => isPage).length).toBeGreaterThan(10)
  expect(addresses.filter(({ isPage }) => !isPage).length).toBeGreaterThan(5)
})

describe.each(addresses)('$address', ({ address, isPage }) => {
  test('is read by its own pages, by whoever typed it, and by programs without a key of ours', () => {
    const passing: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none', ...navigation },
      { 'x-api-key': 'sk-ant-api03-x' },
    ]
    for (const headers of passing) {
      expect(status(address, 'GET', headers)).toBe(200)
    }
  })

  test('is closed to keys of ours, whose limits it does not know', () => {
    for (const key of ['plk_any', 'PLK_ANY', 'plk_']) {
      expect(status(address, 'GET', { 'x-api-key': key })).toBe(403)
      expect(status(address, 'GET', { authorization: `Bearer ${key}` })).toBe(403)
      expect(status(address, 'POST', { ...action, 'x-api-key': key })).toBe(403)
    }
  })

  test('is written to by its own pages only', () => {
    expect(status(address, 'POST', action)).toBe(200)
    const refused: Record<string, string>[] = [
      { 'next-action': 'x' },
      { 'next-action': 'x', origin: 'http://evil.example' },
      { 'next-action': 'x', origin: 'null' },
      { 'next-action': 'x', origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'same-site' },
      { ...action, 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of refused) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        expect(status(address, method, headers)).toBe(403)
      }
    }
  })

  test('is served to no foreign page, which may only link a person to a page', () => {
    for (const site of ['cross-site', 'same-site']) {
      const foreign = { 'sec-fetch-site': site }
      expect(status(address, 'GET', { ...foreign, ...navigation })).toBe(isPage ? 200 : 403)
      for (const dest of ['empty', 'image', 'iframe', 'script', 'embed']) {
        const mode = dest === 'iframe' ? 'navigate' : 'no-cors'
        const headers = { ...foreign, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
        expect(status(address, 'GET', headers)).toBe(403)
        expect(status(address, 'HEAD', headers)).toBe(403)
      }
    }
  })
})
