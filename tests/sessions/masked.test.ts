import { NextRequest } from 'next/server'
import { GET as callRoute } from '@/app/(dashboard)/call/route'
import { GET as memoryRoute } from '@/app/(dashboard)/live-memory/route'
import { readSession } from '@/app/(dashboard)/sessions/read-session'
import type { CallOf } from '@/components/session/called'
import { describe, expect } from '@/tests/support/fixtures'
import { call, create, memory, say as words, view } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { test } from '@/tests/support/talk'

/** What a session's page is sent of secrets that its agent writes and reads. */

const server = modelServer()

const keyOf = (letters: string) => `ghp_${letters.repeat(9)}`
const OLD = keyOf('aB3d')
const NEW = keyOf('xY7q')
const NEXT = keyOf('kM2w')
const SECRETS = new RegExp([OLD, NEW, NEXT].join('|'))

const replace = (old_str: string, new_str: string) =>
  memory({ command: 'str_replace', path: '/memories/a.md', old_str, new_str })

const search = (text: string) => call('memory_search', { query: `token: ${text}` })

const changesAddress = ({ heldId, written: [version] }: CallOf) =>
  version ? `/call?written=${version.storeId}+${version.versionId}` : `/call?held=${heldId}`

const asked = async (route: (request: NextRequest) => Promise<Response>, address: string) =>
  JSON.stringify(await (await route(new NextRequest(`http://localhost${address}`))).json())

describe('a page of a session whose agent writes secrets', () => {
  test('is sent none, on either side, until one is asked for in clear', async ({ talk, store }) => {
    const model = server.scripted(
      { parts: [create('/memories/a.md', `one\ntoken: ${OLD}\n`)] },
      { parts: [replace(OLD, NEW), view('/memories/a.md'), replace(OLD, NEW), search(OLD)] },
      { parts: [words('Noted.')] },
      { parts: [replace(NEW, NEXT)] },
    )
    const { id, say, sessions } = await talk(model)
    await say('Go')
    await sessions.update(id, { palimpsest: { approval: 'always_ask' } } as never)
    await say('Go on')
    const { entries } = await readSession(id)
    expect(JSON.stringify(entries)).not.toMatch(SECRETS)
    const calls = entries.flatMap((entry) => (entry.kind === 'call' ? [entry] : []))
    const [first, edit, read, failed, sought, waiting] = calls
    expect(failed?.state).toBe('failed')
    expect(failed?.answer).toContain('••••')
    expect(sought?.input).toEqual({ query: 'token: ghp_••••' })
    if (!first || !edit || !read || !waiting) throw new Error('there are six calls')
    const memoryAddress = `/live-memory?session=${id}&store=${store.id}&path=/a.md`
    const exchange = (callId: string) => `/call?session=${id}&exchange=${callId}`
    for (const [route, address, secret] of [
      [callRoute, changesAddress(first), OLD],
      [callRoute, changesAddress(edit), NEW],
      [callRoute, changesAddress(waiting), NEXT],
      [callRoute, exchange(edit.id), OLD],
      [callRoute, exchange(read.id), NEW],
      [memoryRoute, memoryAddress, NEW],
    ] as const) {
      const shown = () => asked(route, address)
      expect(await shown()).not.toMatch(SECRETS)
      // A busy machine may be late, and then all of it is masked.
      await expect.poll(shown).toMatch(/ghp_••••/)
      expect(await asked(route, `${address}&clear=${route === memoryRoute ? 'yes' : 0}`)).toContain(
        secret,
      )
    }
  })

  test('is sent no half of one with the beginning of an answer', async ({ talk }) => {
    const absent = replace(`${'a long line '.repeat(28)}${OLD}`, 'x')
    const parts = [create('/memories/a.md', 'x'), absent]
    const { id, say } = await talk(server.scripted({ parts }, { parts: [words('Oh.')] }))
    await say('Go')
    const told = JSON.stringify((await readSession(id)).entries)
    expect(told).toContain('a long line a long line')
    expect(told).not.toContain(OLD.slice(0, 8))
  })

  test('shows that a secret changed, though both are masked alike', async ({ talk }) => {
    const parts = [create('/memories/a.md', `token: ${OLD}\n`), replace(OLD, NEW)]
    const { id, say } = await talk(server.scripted({ parts }, { parts: [words('Done.')] }))
    await say('Go')
    const { entries } = await readSession(id)
    const edit = entries.findLast((entry) => entry.kind === 'call')
    if (edit?.kind !== 'call') throw new Error('there is a call')
    const shown = () => asked(callRoute, changesAddress(edit))
    await expect.poll(shown).toMatch(/ghp_••••/)
    expect(JSON.parse(await shown())).toMatchObject({
      memories: [
        {
          lines: [
            { kind: 'removed', text: 'token: ghp_••••' },
            { kind: 'added', text: 'token: ghp_••••' },
          ],
        },
      ],
    })
  })
})
