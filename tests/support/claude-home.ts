import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { settings } from '@/lib/settings'
import { test } from './fixtures'
import { put } from './seeding'

/** A home with Claude Code's folder in it, as that program leaves it. */
export function claudeHome(home: string) {
  const root = path.join(home, '.claude')
  mkdirSync(path.join(root, 'projects'), { recursive: true })
  const known = settings() as { claudeCode: string }
  const before = known.claudeCode
  known.claudeCode = root
  let sessions = 0

  function projectAt(place: string) {
    mkdirSync(place, { recursive: true })
    const slug = place.replaceAll(/[^A-Za-z0-9]/g, '-')
    const folder = path.join(root, 'projects', slug)
    mkdirSync(folder, { recursive: true })
    const project = {
      path: place,
      folder,
      memory: path.join(folder, 'memory'),
      /** Its memory has a file. */
      remember(name: string, text: string) {
        put(path.join(folder, 'memory'), name, text)
        return project
      },
      /** A conversation in it; `lines` follow the first one. */
      talk({ at = Date.now(), lines = [] as object[], session = `session-${++sessions}` } = {}) {
        const timestamp = new Date(at).toISOString()
        const common = { sessionId: session, cwd: place, version: '2.1.330', timestamp }
        const first = { ...common, type: 'user', message: { role: 'user', content: 'Tidy up.' } }
        const all = [first, ...lines.map((line) => ({ ...common, ...line }))]
        const text = all.map((line) => `${JSON.stringify(line)}\n`).join('')
        const file = put(folder, `${session}.jsonl`, text)
        utimesSync(file, new Date(at), new Date(at))
        return project
      },
      /** A repository of git, made so long ago (ms, negative). */
      repository(ago = 0) {
        const file = put(place, '.git/description', 'Unnamed repository')
        const at = new Date(Date.now() + ago)
        utimesSync(file, at, at)
        return project
      },
    }
    return project
  }

  return {
    root,
    leave: () => {
      known.claudeCode = before
    },
    put: (name: string, text: string) => put(root, name, text),
    putIn: (project: { path: string }, name: string, text: string) => put(project.path, name, text),
    project: (name: string) => projectAt(path.join(home, name)),
    /** A linked work tree of a project, with a folder of its own at Claude Code. */
    worktree(project: { path: string }, name: string) {
      const place = path.join(home, name)
      const git = path.join(project.path, '.git', 'worktrees', path.basename(name))
      mkdirSync(git, { recursive: true })
      put(place, '.git', `gitdir: ${git}\n`)
      return projectAt(place)
    },
  }
}

/** With such a home in the folder of the test. */
export const atHome = test.extend('home', async ({ folder }, { onCleanup }) => {
  const home = claudeHome(realpathSync(folder))
  onCleanup(() => home.leave())
  return home
})

/** The same with one project, where one of its folders is a link to where it really lies. */
export function homeBehindLink(place: string) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'palimpsest-linked-')))
  const named = path.join(folder, 'home')
  const home = claudeHome(named)
  const shop = home.project('code/shop').remember('a.md', 'a').talk()
  const linked: Record<string, string> = {
    home: named,
    '.claude': home.root,
    projects: path.join(home.root, 'projects'),
    project: shop.folder,
    memory: shop.memory,
  }
  const at = linked[place] ?? named
  renameSync(at, path.join(folder, 'real'))
  symlinkSync(path.join(folder, 'real'), at)
  const leave = () => {
    home.leave()
    rmSync(folder, { recursive: true })
  }
  return { folder, leave }
}
