import { describe, expect, test } from 'vitest'
import { originProblem, type RequestOrigin } from './request-origin'

const request = (given: Partial<RequestOrigin>): RequestOrigin => ({
  method: 'POST',
  host: '127.0.0.1:3000',
  origin: null,
  fetchSite: null,
  fetchMode: null,
  fetchDest: null,
  address: 'api',
  ...given,
})

test.each([
  '127.0.0.1:3000',
  'localhost:3000',
  'LOCALHOST',
  '[::1]:3000',
  '127.0.0.1',
  '127.8.8.8:1',
])('this machine may be called %s', (host) => {
  expect(originProblem(request({ host, method: 'GET' }), [])).toBeNull()
})

test.each([null, '', 'evil.example', 'evil.example:3000', '127.0.0.1.evil.example', '::1:3000:x'])(
  'a request for the host %s is refused, even a read',
  (host) => {
    expect(originProblem(request({ host, method: 'GET' }), [])).toBe('unknown_host')
  },
)

test('a host that the settings allow passes, with or without its port', () => {
  const allowed = ['memory.example']
  expect(originProblem(request({ host: 'memory.example:8443', method: 'GET' }), allowed)).toBeNull()
})

test.each(['Memory.Example', 'memory.example.', 'MEMORY.example.:8443'])(
  'an allowed host passes in any spelling: %s',
  (host) => {
    expect(originProblem(request({ host, method: 'GET' }), ['memory.example'])).toBeNull()
  },
)

test('an allowed IPv6 address passes, with or without a port', () => {
  const passes = (host: string) => originProblem(request({ host, method: 'GET' }), ['[fd00::5]'])
  expect([passes('[FD00::5]'), passes('[fd00::5]:3000'), passes('[fd00::6]')]).toEqual([
    null,
    null,
    'unknown_host',
  ])
})

test('a host allowed with a port passes with that port only', () => {
  const allowed = ['memory.example:8443']
  const passes = (host: string) => originProblem(request({ host, method: 'GET' }), allowed)
  expect(passes('memory.example:8443')).toBeNull()
  expect(passes('memory.example:9000')).toBe('unknown_host')
})

test("a page behind a proxy may write, whether or not the scheme's default port is written", () => {
  const allowed = ['memory.example']
  const host = 'memory.example:443'
  expect(originProblem(request({ host, origin: 'https://Memory.example' }), allowed)).toBeNull()
  expect(originProblem(request({ host, origin: 'http://memory.example' }), allowed)).toBe(
    'foreign_origin',
  )
})

test('a page of our own may write', () => {
  expect(originProblem(request({ origin: 'http://127.0.0.1:3000' }), [])).toBeNull()
})

test.each([
  'http://evil.example',
  'null',
  'http://127.0.0.1:4000',
  'http://localhost:3000',
  'nonsense',
])('a write from the origin %s is refused', (origin) => {
  expect(originProblem(request({ origin }), [])).toBe('foreign_origin')
})

test('a write that a browser calls cross-site is refused even without an origin', () => {
  expect(originProblem(request({ fetchSite: 'cross-site' }), [])).toBe('foreign_origin')
})

test('a script, which sends no origin, may write', () => {
  expect(originProblem(request({}), [])).toBeNull()
})

test.each(['page', 'data'] as const)('a script may not write to pages: %s', (address) => {
  expect(originProblem(request({ address }), [])).toBe('no_origin')
})

test('a page that names its origin may write to pages', () => {
  const given = { address: 'page', origin: 'http://127.0.0.1:3000' } as const
  expect(originProblem(request({ ...given, fetchSite: 'same-origin' }), [])).toBeNull()
  // For browsers that send no Sec-Fetch-Site.
  expect(originProblem(request(given), [])).toBeNull()
})

describe.each(['cross-site', 'same-site', 'something new'])('from %s', (fetchSite) => {
  const foreign = (given: Partial<RequestOrigin>) =>
    originProblem(request({ method: 'GET', fetchSite, ...given }), [])
  const navigation = { fetchMode: 'navigate', fetchDest: 'document' }

  test('a person may follow a link to a page', () => {
    expect(foreign({ address: 'page', ...navigation })).toBeNull()
  })

  test.each(['data', 'api'] as const)(
    'nobody may follow a link to what is not a page: %s',
    (address) => {
      expect(foreign({ address, ...navigation })).toBe('foreign_origin')
    },
  )

  test.each([
    ['no-cors', 'image'],
    ['no-cors', 'script'],
    ['cors', 'empty'],
    ['navigate', 'iframe'],
    ['navigate', 'object'],
    [null, null],
  ])('nothing is embedded in another page: %s for %s', (fetchMode, fetchDest) => {
    for (const address of ['page', 'data', 'api'] as const) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        expect(foreign({ address, method, fetchMode, fetchDest })).toBe('foreign_origin')
      }
    }
  })

  test('no form is sent to a page', () => {
    expect(foreign({ method: 'POST', address: 'page', ...navigation })).toBe('foreign_origin')
  })
})

test.each(['page', 'data', 'api'] as const)(
  'reads by programs, our own pages and typed addresses pass: %s',
  (address) => {
    for (const fetchSite of [null, 'same-origin', 'none']) {
      expect(originProblem(request({ method: 'GET', address, fetchSite }), [])).toBeNull()
    }
  },
)

test('a foreign page is refused by its origin where the browser sends nothing else', () => {
  const origin = 'http://evil.example'
  expect(originProblem(request({ method: 'GET', origin }), [])).toBe('foreign_origin')
})
