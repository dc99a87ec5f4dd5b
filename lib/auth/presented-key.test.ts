import { expect, test } from 'vitest'
import { presentedKey } from './presented-key'

const SECRET = `plk_${'x1_-'.repeat(10)}`
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test.each<[string, Record<string, string>]>([
  ['nothing', {}],
  ['an empty key', { 'x-api-key': '' }],
  ["another service's key", { 'x-api-key': 'sk-ant-api03-plk_x' }],
  ["another service's bearer", { authorization: 'Bearer sk-ant-plk_x' }],
  ['another service’s user and password', { authorization: basic('user:password') }],
])('%s is no key of ours', (_, headers) => {
  expect(presentedKey(new Headers(headers))).toBeNull()
})

test.each<[string, Record<string, string>]>([
  ['x-api-key', { 'x-api-key': SECRET }],
  ['a bearer', { authorization: `Bearer ${SECRET}` }],
  ['a bearer in other letters and spaces', { authorization: `  bearer   ${SECRET}  ` }],
  ['both, the same', { 'x-api-key': SECRET, authorization: `Bearer ${SECRET}` }],
  ["another service's key before it", { 'x-api-key': 'sk-a', authorization: `Bearer ${SECRET}` }],
  ["another service's bearer after it", { 'x-api-key': SECRET, authorization: 'Bearer sk-a' }],
])('%s carries a key of ours verbatim', (_, headers) => {
  expect(presentedKey(new Headers(headers))).toBe(SECRET)
})

test.each<[string, Record<string, string>]>([
  ['its prefix in capitals', { 'x-api-key': SECRET.replace('plk', 'PLK') }],
  ['its prefix in mixed letters', { authorization: `Bearer ${SECRET.replace('plk', 'Plk')}` }],
  ['spaces within', { 'x-api-key': `${SECRET} ${SECRET}` }],
  ['quotes around', { 'x-api-key': `"${SECRET}"` }],
  ['cut off after the prefix', { 'x-api-key': 'plk_' }],
  ['cut off within the prefix', { authorization: 'Bearer plk' }],
  ['a hyphen for the underscore', { 'x-api-key': SECRET.replace('_', '-') }],
  ['what no key has', { 'x-api-key': `${SECRET}=` }],
  ['no scheme', { authorization: SECRET }],
  ['another scheme', { authorization: `Token ${SECRET}` }],
  ['as the user of curl -u', { authorization: basic(`${SECRET}:`) }],
  ['as the password', { authorization: basic(`user:${SECRET}`) }],
  ['after another key in one header', { 'x-api-key': `sk-ant-x, ${SECRET}` }],
  ['two that differ', { 'x-api-key': SECRET, authorization: `Bearer ${SECRET}y` }],
  ['a bad one beside a good one', { 'x-api-key': SECRET, authorization: 'Bearer PLK_x' }],
  ['a good one beside the user of curl -u', { 'x-api-key': SECRET, authorization: basic('plk_x') }],
])('%s: meant as a key of ours, but invalid', (_, headers) => {
  expect(() => presentedKey(new Headers(headers))).toThrow('The API key is not valid.')
})
