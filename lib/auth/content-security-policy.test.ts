import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy'

/** A policy's sources by directive. */
function directives(given: { nonce?: string; isDevelopment?: boolean }): Map<string, string[]> {
  const policy = contentSecurityPolicy({ nonce: 'number', isDevelopment: false, ...given })
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

const production = directives({})

/** All fetch directives fall back to `default-src` (CSP Level 3, 6.8.3); these do not. */
const WITHOUT_FALLBACK = ['base-uri', 'form-action', 'frame-ancestors']

test('what is not listed is refused, and directives without a fallback are listed', () => {
  expect(production.get('default-src')).toEqual(["'none'"])
  for (const name of WITHOUT_FALLBACK) expect(production.has(name)).toBe(true)
})

test('no foreign origin is allowed, neither by host nor by scheme nor by wildcard', () => {
  const sources = [...production].flatMap(([name, allowed]) => allowed.map((each) => [name, each]))
  const foreign = sources.filter(([, source = '']) => !/^'.+'$/.test(source))
  // A data: image is loaded from nowhere, and an SVG runs no script as an image.
  expect(foreign).toEqual([['img-src', 'data:']])
})

test("a script runs only by its page's nonce, and so does what it loads", () => {
  expect(directives({ nonce: 'of-this-page' }).get('script-src')).toEqual([
    "'self'",
    "'nonce-of-this-page'",
    "'strict-dynamic'",
  ])
  for (const name of ['script-src-elem', 'script-src-attr']) {
    expect(production.has(name)).toBe(false)
  }
})

test('no inline script, handler attribute or eval runs; in development, eval does', () => {
  const unsafe = ["'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "'wasm-unsafe-eval'"]
  const allowed = (isDevelopment: boolean) =>
    unsafe.filter((each) => directives({ isDevelopment }).get('script-src')?.includes(each))
  expect(allowed(false)).toEqual([])
  expect(allowed(true)).toEqual(["'unsafe-eval'"])
})

test('the page can neither be framed nor hold frames, plug-ins, another base, or forms to elsewhere', () => {
  const allowed = ['frame-ancestors', 'frame-src', 'object-src', 'base-uri', 'form-action'].map(
    (name) => production.get(name)?.join(' '),
  )
  expect(allowed).toEqual(["'none'", "'none'", "'none'", "'none'", "'self'"])
})

test('each directive appears once: of two, browsers use the first', () => {
  const policy = contentSecurityPolicy({ nonce: 'number', isDevelopment: true })
  const names = policy.split('; ').map((directive) => directive.split(' ')[0])
  expect(new Set(names).size).toBe(names.length)
})
