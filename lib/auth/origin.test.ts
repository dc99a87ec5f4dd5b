import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Address, addressAt, refuseForeign } from './origin'

interface Given {
  method?: string
  address?: Address
  allowed?: readonly string[]
  headers?: Readonly<Record<string, string>>
}

/** The code of the refusal; null: it passes. */
function refusal({ method = 'POST', address = 'api', allowed = [], headers = {} }: Given) {
  const sent = new Headers({ host: '127.0.0.1:3000', ...headers })
  try {
    refuseForeign({ method, headers: sent }, address, allowed)
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

const reading = (host: string, allowed: readonly string[] = []) =>
  refusal({ method: 'GET', headers: { host }, allowed })

test.each(['127.0.0.1:3000', 'localhost:3000', 'LOCALHOST', '[::1]:3000', '127.8.8.8:1'])(
  'this machine may be called %s',
  (host) => expect(reading(host)).toBeNull(),
)

test.each(['', 'evil.example', 'evil.example:3000', '127.0.0.1.evil.example', '::1:3000:x'])(
  'a request for the host “%s” is refused, even a read',
  (host) => expect(reading(host)).toBe('unknown_host'),
)

test('a host that the settings allow passes in any spelling, and only with its port if one is named', () => {
  for (const host of ['memory.example:8443', 'Memory.Example', 'MEMORY.example.:1']) {
    expect(reading(host, ['memory.example'])).toBeNull()
  }
  expect(reading('memory.example:9000', ['memory.example:8443'])).toBe('unknown_host')
  expect(reading('[FD00::5]:3000', ['[fd00::5]'])).toBeNull()
})

test('a page behind a proxy may write, whether or not the default port is written', () => {
  const write = (origin: string) =>
    refusal({
      address: 'page',
      allowed: ['memory.example'],
      headers: { host: 'memory.example:443', origin },
    })
  expect(write('https://Memory.example')).toBeNull()
  expect(write('http://memory.example')).toBe('foreign_origin')
})

test.each(['http://evil.example', 'null', 'http://127.0.0.1:4000', 'http://localhost:3000', 'x'])(
  'a write from the origin %s is refused',
  (origin) => expect(refusal({ headers: { origin } })).toBe('foreign_origin'),
)

test('a program, which names no origin, may write to the API and not to pages', () => {
  expect(refusal({})).toBeNull()
  expect(refusal({ address: 'page' })).toBe('foreign_origin')
  expect(refusal({ address: 'data' })).toBe('foreign_origin')
})

describe.each(['cross-site', 'same-site', 'something new'])('from %s', (site) => {
  const foreign = (address: Address, mode: string, dest: string, method = 'GET') =>
    refusal({
      method,
      address,
      headers: { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest },
    })

  test('a person may follow a link to a page, and to nothing else', () => {
    expect(foreign('page', 'navigate', 'document')).toBeNull()
    expect(foreign('data', 'navigate', 'document')).toBe('foreign_origin')
    expect(foreign('api', 'navigate', 'document')).toBe('foreign_origin')
  })

  test('nothing is embedded in another page, and no form is sent', () => {
    expect(foreign('page', 'navigate', 'iframe')).toBe('foreign_origin')
    expect(foreign('page', 'no-cors', 'image')).toBe('foreign_origin')
    expect(foreign('page', 'navigate', 'document', 'POST')).toBe('foreign_origin')
  })
})

test.each(['page', 'data'] as const)('no key of ours opens what is a person’s: %s', (address) => {
  const own = { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }
  const withKey = (headers: Record<string, string>, method = 'POST') =>
    refusal({ method, address, headers: { ...own, ...headers } })
  expect(withKey({})).toBeNull()
  expect(withKey({ 'x-api-key': 'sk-ant-api03-x' })).toBeNull()
  expect(withKey({ 'x-api-key': 'plk_any' })).toBe('may_not')
  expect(withKey({ authorization: 'Bearer plk_any' }, 'GET')).toBe('may_not')
  expect(withKey({ 'x-api-key': 'PLK_ANY' }, 'GET')).toBe('bad_key')
  expect(refusal({ headers: { 'x-api-key': 'plk_any' } })).toBeNull()
})

const ADDRESSES = readdirSync('app/(dashboard)', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:^|\/)(?:route\.ts|page\.tsx)$/.test(file))
  .map((file) => ({
    address: `/${path.dirname(file).replaceAll(/\[[^\]]+\]/g, 'x1')}`.replace(/\/\.$/, '/'),
    kind: file.endsWith('route.ts') ? 'data' : 'page',
  }))

test.each(ADDRESSES)('what pages load is told from pages: $address is a $kind', (row) => {
  expect(addressAt(row.address)).toBe(row.kind)
  expect(addressAt(`${row.address}/`)).toBe(row.kind)
})

test('streams and texts are loaded by pages, too', () => {
  expect(ADDRESSES.length).toBeGreaterThan(30)
  expect([addressAt('/live'), addressAt('/texts/en.1.js')]).toEqual(['data', 'data'])
})
