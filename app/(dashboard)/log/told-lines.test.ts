import { expect, test } from 'vitest'
import type { ToldChange } from '@/lib/store/events/tell-changes'
import { withToldLinesMasked } from './told-lines'

const told = (text: string | null): ToldChange => ({
  kind: 'modified',
  pathBefore: null,
  lines: null,
  line: text === null ? null : { sign: 'added', text },
  silence: null,
})

test('the log tells a change without the secret in its line', async () => {
  const shown = await withToldLinesMasked(
    new Map([
      ['silent', told(null)],
      ['secret', told('token: ghp_16C7e42F292c6912E7710c838347Ae178B4a')],
      ['plain', told('The backup runs at two.')],
    ]),
  )
  expect([...shown.values()].map(({ line }) => line?.text)).toEqual([
    undefined,
    'token: ghp_••••••••',
    'The backup runs at two.',
  ])
})
