import { zipSync } from 'fflate'
import fc from 'fast-check'
import { character } from '@/tests/support/strings'
import { createStore } from '@/lib/store/change-stores'
import { getMemory } from '@/lib/store/memories'
import { memoryPathProblem, toMemoryPath } from '@/lib/text/memory-path'
import { drawn } from '@/tests/support/drawn'
import { type Caller, expect, test } from '@/tests/support/fixtures'
import { seedFrom, upload } from '@/tests/support/seeding'
import { textsOf } from '@/tests/support/written'

/** One rule of paths at every door: what one takes, every other one takes and opens. */

const HOSTILE = [
  '',
  '/',
  '//',
  '/a/',
  '/./a',
  '/../a',
  '/a/../b',
  '/..',
  '/.',
  '/a//b',
  'a',
  '\\a',
  '/a\\b',
  '/%2e%2e/a',
  '/%2E%2e',
  '/%252e%252e/a',
  '/a%2fb',
  '/%5c',
  '/%c0%ae%c0%ae/a',
  '/a%00b',
  '/a\u0000',
  '/a\n',
  '/a\u0007',
  '/a\u200d',
  '/\u202ea',
  '/a\u2028b',
  '/e\u0301',
  '/\ud800',
  `/${'x'.repeat(1_023)}`,
  `/${'x'.repeat(1_024)}`,
  `/${'é'.repeat(512)}`,
  '/a'.repeat(21),
  '/.anthropic-memory-store',
  '/.anthropic-memory-store/a',
  '/a/.anthropic-memory-store',
  '/C:/a',
  '/CON',
  '/a:b',
  '/a*b?',
  '/ a ',
  '/.hidden',
  '/-rf',
  '/memories/a',
  '/__proto__',
  '/100%',
  '/100%zz',
  '/%',
  '/a_b',
  '/Ünïcode/한글/ハス',
  '/🎉',
  '/a\u0301',
  '/\u00e1',
  '/~/a',
]

const segment = fc.oneof(
  fc.constantFrom('a', '..', '.', '%2e', 'b.md', '', 'é', 'e\u0301', '\\', '%5C', ' ', '한글'),
  fc.constantFrom('\u200b', '\u200d'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const somePath = fc.oneof(
  { weight: 3, arbitrary: fc.array(segment, { maxLength: 4 }).map((all) => `/${all.join('/')}`) },
  { weight: 1, arbitrary: fc.string({ unit: character, maxLength: 8 }) },
)

/** Whether a door took a path. */
type Door = (storeId: string, path: string) => Promise<boolean>

function doorsOf({ call, ask }: Caller): Record<string, Door> {
  return {
    api: async (storeId, path) => {
      const answer = await call('POST', `/v1/memory_stores/${storeId}/memories`, {
        path,
        content: '',
      })
      expect([200, 400]).toContain(answer.status)
      return answer.status === 200
    },
    tool: async (storeId, path) => {
      const command = { command: 'create', path: `/memories${path}`, file_text: '' }
      const address = `/v1/memory_stores/${storeId}/memory_tool`
      const { body } = await ask<{ is_error?: boolean }>('POST', address, command)
      return body.is_error === false
    },
    lines: async (storeId, path) => {
      const line = `${JSON.stringify({ path, content: '' })}\n`
      const { counts } = await seedFrom(storeId, upload('lines', line)).catch(() => NOTHING)
      return counts.create === 1
    },
    zip: async (storeId, path) => {
      const zip = Buffer.from(zipSync({ [path.slice(1)]: new Uint8Array() }))
      const { counts } = await seedFrom(storeId, upload('zip', zip)).catch(() => NOTHING)
      return counts.create === 1
    },
  }
}

const NOTHING = { counts: { create: 0 } }

/** The path that a door takes this for; null: it cannot be said there. */
const MEANT: Record<string, (path: string) => string | null> = {
  api: (path) => path,
  // A folder is written with or without its slash.
  tool: (path) => path.replace(/(?<=.)\/$/, ''),
  lines: (path) => (path === toMemoryPath(path) ? path : null),
  // Its names are those of files: relative, without a drive; `\` is a separator, `.` the folder itself.
  zip: (path) => {
    const isName = /^\/[^/\0]+(\/[^/\0]+)*$/.test(path) && path === toMemoryPath(path)
    const isOther = /\\|\/\.(\/|$)|^\/[a-z]:|__proto__/i.test(path) || !path.isWellFormed()
    return isName && !isOther ? path : null
  },
}

/** What a zip may hold and no packer leaves out on purpose. */
const isPassedOver = (path: string) =>
  /\.DS_Store|__MACOSX|Thumbs\.db|desktop\.ini|\.git/i.test(path)

async function tryDoors(caller: Caller, path: string): Promise<void> {
  for (const [name, door] of Object.entries(doorsOf(caller))) {
    const meant = MEANT[name]?.(path) ?? null
    if (meant === null || isPassedOver(path)) continue
    const isTaken = memoryPathProblem(meant) === null
    const { id } = await createStore({ name })
    const took = await door(id, path)
    expect([name, path, took]).toEqual([name, path, isTaken])
    expect(Object.keys(await textsOf(id))).toEqual(took ? [meant] : [])
    if (took) expect((await getMemory({ storeId: id, path: meant }, 'basic')).path).toBe(meant)
  }
}

test.for(HOSTILE)('every door says the same of %j', async (path, { as }) => {
  await tryDoors(await as({ access: 'admin', isAgent: false }), path)
})

test('every door says the same of any path, and nothing lies elsewhere', async ({ as }) => {
  const caller = await as({ access: 'admin', isAgent: false })
  await fc.assert(
    fc.asyncProperty(somePath, (path) => tryDoors(caller, path)),
    drawn({ sqlite: 40, postgresql: 6 }),
  )
}, 120_000)
