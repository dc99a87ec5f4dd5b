import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { findFolders, type FoundFolder } from '@/lib/folders/find'
import { describe, expect } from '../support/fixtures'
import { onTestFinished } from 'vitest'
import { atHome as test, homeBehindLink } from '../support/claude-home'

const found = () => findFolders(new AbortController().signal)

const told = ({ name, path: at, worktreeOf, isGone, perhapsNow }: FoundFolder) =>
  [
    name,
    at === null ? 'path unknown' : path.basename(path.dirname(at)),
    ...(worktreeOf === null ? [] : [`worktree of ${worktreeOf}`]),
    ...(isGone ? ['gone'] : []),
    ...(perhapsNow ? [`perhaps ${perhapsNow.name}`] : []),
  ].join(', ')

const tellings = async () => (await found()).map(told).sort()

describe('Claude Code’s memory', () => {
  test('is found with the project’s name and path, its files, conversations and what its index misses', async ({
    home,
  }) => {
    const shop = home.project('code/shop')
    shop.remember('MEMORY.md', '- [Tax](tax.md)\n- [Gone](gone.md)\n')
    shop.remember('tax.md', 'VAT')
    shop.talk()
    const [only] = await found()
    expect(only).toMatchObject({
      kind: 'project',
      name: 'shop',
      path: shop.path,
      isAllowed: true,
      files: 2,
      bytes: 37,
      conversations: 1,
      missing: 1,
      isGone: false,
    })
    expect(only?.location).toBe(shop.memory)
  })

  test('is found beside a folder, a pipe and what cannot be read that are called as conversations are', async ({
    home,
  }) => {
    const { folder } = home.project('shop').remember('a.md', 'x').talk()
    mkdirSync(path.join(folder, 'folder.jsonl'))
    expect(spawnSync('mkfifo', [path.join(folder, 'pipe.jsonl')]).status).toBe(0)
    symlinkSync('/proc/self/mem', path.join(folder, 'broken.jsonl'))
    expect(await found()).toMatchObject([{ name: 'shop', files: 1 }])
  })

  test('has the number of all its conversations, and becomes another project by the first and last of them', async ({
    home,
  }) => {
    const minute = 60_000
    const old = home.project('code/oldname').remember('a.md', 'a')
    old.repository(-60 * minute)
    // Names sort otherwise than times.
    for (let at = 0; at < 57; at++) {
      old.talk({ at: Date.now() - ((at * 23) % 57) * 1_000 - minute, session: `s-${at}` })
    }
    renameSync(old.path, path.join(path.dirname(old.path), 'newname'))
    const renamed = home.project('code/newname').remember('b.md', 'b')
    for (let at = 0; at < 57; at++) {
      renamed.talk({ at: Date.now() - ((at * 23) % 57) * 100, session: `s-${at}` })
    }
    expect((await found()).map(({ conversations }) => conversations)).toEqual([57, 57])
    expect(await tellings()).toContain('oldname, code, gone, perhaps newname')
  })

  test('of two projects of one name is told apart by their paths', async ({ home }) => {
    home.project('work/api').remember('a.md', 'a').talk()
    home.project('clients/api').remember('a.md', 'a').talk()
    expect(await tellings()).toEqual(['api, clients', 'api, work'])
  })

  test('is named after its folder where no conversation tells its path', async ({ home }) => {
    home.project('code/solo').remember('a.md', 'a')
    const [only] = await found()
    expect(only?.path).toBeNull()
    expect(only?.name).toMatch(/-code-solo$/)
  })

  test('of which only a worktree or a subfolder talks has the path of the main work tree', async ({
    home,
  }) => {
    const shop = home.project('code/shop').remember('a.md', 'a')
    shop.repository()
    home.worktree(shop, 'code/shop-pay').talk()
    expect(await tellings()).toEqual(['shop, code'])
  })

  test('of a linked work tree with a memory of its own says whose worktree it is', async ({
    home,
  }) => {
    const shop = home.project('code/shop').remember('a.md', 'a').talk()
    shop.repository()
    home.worktree(shop, 'code/shop-pay').remember('b.md', 'b').talk()
    expect(await tellings()).toEqual(['shop, code', 'shop-pay, code, worktree of shop'])
  })

  test('of a project whose folder is gone says so, and what it perhaps is by now', async ({
    home,
  }) => {
    const old = home.project('code/oldname').remember('a.md', 'a')
    old.repository(-3_600_000)
    old.talk({ at: Date.now() - 60_000 })
    renameSync(old.path, path.join(path.dirname(old.path), 'newname'))
    home.project('code/newname').remember('b.md', 'b').talk()
    expect(await tellings()).toEqual(['newname, code', 'oldname, code, gone, perhaps newname'])
  })

  test('is not said to be another project where two could be it', async ({ home }) => {
    const old = home.project('code/oldname').remember('a.md', 'a')
    old.talk({ at: Date.now() - 60_000 })
    rmSync(old.path, { recursive: true })
    for (const name of ['code/one', 'code/two']) {
      const other = home.project(name).remember('b.md', 'b').talk()
      other.repository(-3_600_000)
    }
    expect(await tellings()).toContain('oldname, code, gone')
  })

  test.each(['home', '.claude', 'projects', 'project', 'memory'])(
    'is found as if it were not behind a link: %s',
    async (place) => {
      const { folder, leave } = homeBehindLink(place)
      onTestFinished(leave)
      expect(await tellings()).toEqual(['shop, code'])
      expect((await found())[0]?.location.startsWith(path.join(folder, 'real'))).toBe(true)
    },
  )

  test('that lies outside of the allowed folders is listed as such, and not read', async ({
    home,
  }) => {
    const shop = home.project('code/shop').talk()
    symlinkSync('/usr/lib', path.join(shop.folder, 'memory'))
    const [only] = await found()
    expect(only).toMatchObject({ name: 'shop', location: '/usr/lib', isAllowed: false, files: 0 })
  })

  test('of subagents is found in the home, and in projects', async ({ home }) => {
    const shop = home.project('code/shop').remember('a.md', 'a').talk()
    home.put('agent-memory/reviewer/a.md', 'a')
    home.putIn(shop, '.claude/agent-memory/tester/a.md', 'a')
    home.putIn(shop, '.claude/agent-memory-local/local/a.md', 'a')
    const agents = (await found()).filter(({ kind }) => kind === 'agent')
    expect(agents.map(({ name, path: at }) => [name, at]).sort()).toEqual([
      ['local', shop.path],
      ['reviewer', null],
      ['tester', shop.path],
    ])
  })
})
