import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  readdirSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { isRefusal } from '@/lib/refusal'
import { readSource } from '@/lib/transfer/read-source'
import { describe, expect, test } from '@/tests/support/fixtures'

const signal = new AbortController().signal

/** A folder with `template`, a repository, and `repository`, each test's copy of it. */
let home = ''
const at = (...names: string[]) => path.join(home, ...names)
const inRepository = (...names: string[]) => at('repository', ...names)

const HOOKS = [
  'post-index-change',
  'fsmonitor-watchman',
  'query-watchman',
  'pre-auto-gc',
  'reference-transaction',
  'post-checkout',
]

/** A program that leaves a file with the name of the setting that had it run, and passes on its input. */
function program(setting: string): string {
  const file = at('programs', setting.replaceAll(/[^\w.-]/g, '_'))
  writeFileSync(file, `#!/bin/sh\ntouch '${at('ran')}/${path.basename(file)}'\ncat\n`)
  chmodSync(file, 0o755)
  return file
}

beforeAll(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'palimpsest-programs-')))
  mkdirSync(at('programs'))
  for (const name of ['git-remote-evil', 'git-diff', 'git-log', 'git-ls-files']) program(name)
  mkdirSync(at('template'))
  const git = gitIn(at('template'))
  git('init', '-q')
  const files = ['a.md', 'b.md', 'process.md', 'lfs.md', 'info.md', 'file.md', 'included.md']
  for (const name of files) writeFileSync(at('template', name), 'one\n')
  writeFileSync(
    at('template/.gitattributes'),
    `* diff=evil merge=evil
[ab].md filter=evil
process.md filter=process
lfs.md filter=lfs diff=lfs merge=lfs -text
included.md filter=included
`,
  )
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  writeFileSync(at('template/a.md'), 'two\n')
  git('mv', 'b.md', 'c.md')
  git('commit', '-q', '-am', 'second')
  signLast(at('template'))
})

beforeEach(() => {
  mkdirSync(at('ran'))
  cpSync(at('template'), inRepository(), { recursive: true })
  // Other contents of the same size: git must look into the files.
  for (const name of readdirSync(inRepository()).filter((each) => each.endsWith('.md'))) {
    writeFileSync(inRepository(name), 'six\n')
  }
})

afterEach(() => {
  vi.unstubAllEnvs()
  for (const name of ['repository', 'ran']) rmSync(at(name), { recursive: true, force: true })
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

function gitIn(folder: string) {
  return (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString()
}

/** Gives the last commit a signature, which git would have checked by a program. */
function signLast(folder: string): void {
  const git = gitIn(folder)
  const [head = '', ...rest] = git('cat-file', 'commit', 'HEAD').split('\n\n')
  const block = '-----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----'
  writeFileSync(at('signed'), `${head}\ngpgsig ${block}\n\n${rest.join('\n\n')}`)
  git('reset', '-q', git('hash-object', '-t', 'commit', '-w', at('signed')).trim())
}

const set = (settings: Record<string, string>, folder = inRepository()) => {
  for (const [name, value] of Object.entries(settings)) gitIn(folder)('config', name, value)
}

/** Has each of these settings name a program. */
const name = (settings: readonly string[], folder = inRepository()) =>
  set(Object.fromEntries(settings.map((setting) => [setting, program(setting)])), folder)

/** A copy of another repository, with a program of its own, that the last commit names. */
function withSubmodule(): void {
  const inner = inRepository('inner')
  mkdirSync(inner)
  const git = gitIn(inner)
  git('init', '-q')
  writeFileSync(path.join(inner, '.gitattributes'), '* filter=evil\n')
  writeFileSync(path.join(inner, 'x.md'), 'one\n')
  git('add', '.')
  git('commit', '-q', '-m', 'inner')
  gitIn(inRepository())('add', 'inner')
  gitIn(inRepository())('commit', '-q', '-m', 'with inner')
  name(['filter.evil.clean', 'core.fsmonitor'], inner)
  utimesSync(path.join(inner, 'x.md'), 1, 1)
}

/** A content that is promised by another repository, to be asked for when it is read. */
function withPromised(remote: Record<string, string>): void {
  const id = gitIn(inRepository())('rev-parse', 'HEAD:a.md').trim()
  rmSync(inRepository('.git/objects', id.slice(0, 2), id.slice(2)))
  set({
    'core.repositoryFormatVersion': '1',
    'extensions.partialClone': 'origin',
    'remote.origin.promisor': 'true',
    'protocol.allow': 'always',
    'protocol.ext.allow': 'always',
    'protocol.file.allow': 'always',
    ...remote,
  })
}

/** The settings and files that make git run a program, by its documentation. */
const SETTINGS: [where: string, prepare: () => void][] = [
  [
    'filters',
    () => {
      writeFileSync(inRepository('.git/info/attributes'), 'info.md filter=info\n')
      writeFileSync(inRepository('.git/names'), 'file.md filter=file\n')
      name(['evil.clean', 'evil.smudge', 'process.process', 'info.clean'].map(ofFilter))
      name(['lfs.clean', 'lfs.process', 'file.clean'].map(ofFilter))
      set({ 'core.attributesFile': inRepository('.git/names'), 'filter.lfs.required': 'true' })
    },
  ],
  [
    'filters of included settings',
    () => {
      const included = program('filter.included.clean')
      writeFileSync(inRepository('.git/more'), `[filter "included"]\n\tclean = ${included}\n`)
      set({ 'include.path': 'more', 'extensions.worktreeConfig': 'true' })
      const ofWorktree = (setting: string) =>
        gitIn(inRepository())('config', '--worktree', setting, program(setting))
      for (const setting of ['filter.evil.clean', 'core.fsmonitor']) ofWorktree(setting)
    },
  ],
  [
    "filters of the user's settings",
    () => {
      mkdirSync(at('user/git'), { recursive: true })
      for (const file of ['.gitconfig', 'git/config']) {
        const clean = `[filter "evil"]\n\tclean = ${program(`user.${file}`)}\n`
        writeFileSync(at('user', file), clean)
      }
      vi.stubEnv('GIT_CONFIG_GLOBAL', at('user/.gitconfig'))
      vi.stubEnv('XDG_CONFIG_HOME', at('user'))
      vi.stubEnv('HOME', at('user'))
    },
  ],
  [
    'differences, merges, signatures, pagers, editors and aliases',
    () => {
      name(['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'merge.evil.driver'])
      name(['gpg.program', 'gpg.openpgp.program', 'gpg.ssh.program', 'core.alternateRefsCommand'])
      name(['core.pager', 'pager.log', 'pager.diff', 'pager.config', 'interactive.diffFilter'])
      name(['core.editor', 'sequence.editor', 'trailer.x.command', 'gc.recentObjectsHook'])
      set({ 'diff.evil.cachetextconv': 'true', 'log.diffMerges': 'remerge', 'color.ui': 'always' })
      set({ 'log.showSignature': 'true' })
      for (const command of COMMANDS) {
        set({ [`alias.${command}`]: `!${program(`alias.${command}`)}` })
      }
    },
  ],
  [
    'fsmonitor and hooks',
    () => {
      name(['core.fsmonitor', 'hook.evil.command'])
      for (const hook of HOOKS) cpSync(program(hook), inRepository('.git/hooks', hook))
      set({ 'hook.evil.event': 'post-index-change' })
    },
  ],
  [
    'core.hooksPath',
    () => {
      for (const hook of HOOKS) program(hook)
      set({ 'core.hooksPath': at('programs') })
    },
  ],
  [
    'a remote over ext::',
    () => withPromised({ 'remote.origin.url': `ext::${program('remote.origin.url')} %S` }),
  ],
  [
    'a remote with a program on its side',
    () => {
      withPromised({ 'remote.origin.url': `file://${at('template')}` })
      name(['remote.origin.uploadpack', 'uploadpack.packObjectsHook'])
    },
  ],
  [
    'a remote with a helper',
    () => {
      vi.stubEnv('PATH', `${at('programs')}:${process.env.PATH}`)
      withPromised({ 'remote.origin.vcs': 'evil', 'remote.origin.url': 'evil://x' })
    },
  ],
  [
    'a remote over SSH',
    () => {
      withPromised({ 'remote.origin.url': 'ssh://nobody@localhost:1/x' })
      name(['core.sshCommand', 'core.askPass', 'credential.helper', 'core.gitProxy'])
    },
  ],
  [
    'submodules',
    () => {
      withSubmodule()
      const module = '[submodule "inner"]\n\tpath = inner\n\turl = ./x\n'
      writeFileSync(inRepository('.gitmodules'), module)
      set({ 'submodule.inner.update': `!${program('submodule.inner.update')}` })
      set({ 'submodule.recurse': 'true', 'status.submoduleSummary': 'true' })
      set({ 'diff.ignoreSubmodules': 'none', 'diff.submodule': 'log' })
    },
  ],
  [
    'variables of the environment',
    () => {
      const variables = ['EXTERNAL_DIFF', 'PAGER', 'EDITOR', 'SSH_COMMAND', 'ASKPASS', 'SSH']
      for (const variable of variables) {
        vi.stubEnv(`GIT_${variable}`, program(`GIT_${variable}`))
      }
      vi.stubEnv('GIT_EXEC_PATH', at('programs'))
      vi.stubEnv('GIT_CONFIG_PARAMETERS', `'core.fsmonitor'='${program('GIT_CONFIG_PARAMETERS')}'`)
      vi.stubEnv('GIT_CONFIG_COUNT', '1')
      vi.stubEnv('GIT_CONFIG_KEY_0', 'filter.evil.clean')
      vi.stubEnv('GIT_CONFIG_VALUE_0', program('GIT_CONFIG_VALUE_0'))
      vi.stubEnv('GIT_TRACE', at('ran/GIT_TRACE'))
    },
  ],
]

const COMMANDS = ['status', 'diff', 'log', 'config', 'ls-files', 'ls-tree', 'cat-file', 'rev-list']

const ofFilter = (setting: string) => `filter.${setting}`

const read = (folder: string) => readSource({ type: 'any', path: folder }, signal)

describe('reading a git repository', () => {
  test.for(SETTINGS)('runs no program of %s', async ([, prepare]) => {
    prepare()
    await read(inRepository()).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
    })
    expect(readdirSync(at('ran'))).toEqual([])
  })

  test('would run programs if git were simply asked', () => {
    name([ofFilter('evil.clean'), 'core.fsmonitor'])
    gitIn(inRepository())('status', '--porcelain')
    expect(readdirSync(at('ran')).toSorted()).toEqual(['core.fsmonitor', 'filter.evil.clean'])
  })
})
