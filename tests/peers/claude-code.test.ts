import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { type ScriptedStep, call, say } from '@/tests/support/scripted-model-server'
import { startConnections } from '@/lib/connect/background/work-connections'
import { setGate } from '@/lib/connect/change-connection'
import { findFolders } from '@/lib/connect/find-folders'
import { withHooks } from '@/lib/connect/hooks-in-settings'
import { listConnections } from '@/lib/connect/list-connections'
import type { Database } from '@/lib/db/database'
import { ANY_WRITE } from '@/lib/review/model/policy'
import { draftRule } from '@/lib/review/model/policy-presets'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { getMemory } from '@/lib/store/memories/read-memories'
import { listVersions } from '@/lib/store/versions/read-versions'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { updateMemory } from '@/lib/store/memories/change-memories'
import { onSqlite } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { serveApi } from '@/tests/support/http-server'
import { connect, folderWith, putFile } from '@/tests/support/watched-folder'

/** The program itself, which `npm run test:peers` installs; without it these tests are passed over. */
const CLAUDE_CODE = process.env.CLAUDE_CODE_PROGRAM ?? ''

const MODEL = 'claude-peer-1'
const model = modelServer()

let home = ''
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Runs Claude Code on a prompt in a project, with a model that makes these calls. */
async function run(project: string, steps: readonly ScriptedStep[]): Promise<void> {
  const left = [...steps]
  model.rule(MODEL, (request) => {
    const isConversation = request.tools?.some(({ name }) => name === 'Write') ?? false
    return (isConversation ? left.shift() : null) ?? { parts: [say('ok')] }
  })
  const child = spawn(
    CLAUDE_CODE,
    [
      '-p',
      'Go on',
      '--model',
      MODEL,
      '--allowedTools',
      'Write,Edit,Bash',
      '--permission-mode',
      'acceptEdits',
    ],
    {
      cwd: project,
      stdio: 'ignore',
      env: {
        NODE_ENV: 'test',
        PATH: process.env.PATH,
        HOME: home,
        CLAUDE_CONFIG_DIR: path.join(home, '.claude'),
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'sk-peer',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    },
  )
  await new Promise((resolve) => child.once('close', resolve))
}

async function until<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const writtenBy = async (db: Database) => (await listConnections(db))[0]?.written

onSqlite((db) => {
  describe.skipIf(CLAUDE_CODE === '')('Claude Code', () => {
    test('is followed call by call, and takes an undo in the store as any other change', async () => {
      home = folderWith({ '/lighthouse/readme.md': 'x\n' })
      const project = path.join(home, 'lighthouse')
      const memory = path.join(
        home,
        '.claude/projects',
        project.replaceAll(/[^A-Za-z0-9]/g, '-'),
        'memory',
      )
      const fact = path.join(memory, 'release.md')
      mkdirSync(memory, { recursive: true })
      await run(project, [
        { parts: [call('Write', { file_path: path.join(memory, 'MEMORY.md'), content: '- x\n' })] },
      ])
      const homes = {
        claudeCode: path.join(home, '.claude'),
        codex: path.join(home, '.codex'),
        gemini: path.join(home, '.gemini'),
        letta: path.join(home, '.letta'),
        openClaw: path.join(home, '.openclaw'),
      }
      expect(await findFolders(db(), homes, AbortSignal.timeout(5000))).toMatchObject([
        { name: 'lighthouse', fileCount: 1, sessionCount: 1 },
      ])
      const { storeId } = await connect(db(), memory, 'two_way', 'claude_code')
      const stop = startConnections(db())
      try {
        await until(async () => (await listConnections(db()))[0]?.sweptAt)
        const content = '---\nname: release\ndescription: when\ntype: project\n---\n\nOn Friday.\n'
        await run(project, [
          { parts: [call('Write', { file_path: fact, content }, 'toolu_peer_write')] },
        ])
        await until(async () => (await writtenBy(db()))?.exact === 1)
        const memoryNow = await getMemory(db(), { storeId, path: '/release.md' })
        const { versions } = await listVersions(db(), { storeId, limit: 1 })
        expect(versions[0]).toMatchObject({ toolUseId: 'toolu_peer_write' })
        expect(memoryNow.content).toBe(readFileSync(fact, 'utf8'))

        // A person takes a word back in the store: the file follows, and the agent goes on with it.
        await updateMemory(db(), {
          storeId,
          memoryId: memoryNow.id,
          content: memoryNow.content.replace('Friday', 'Monday'),
          cause: { actor: LOCAL_USER_ACTOR },
        })
        await until(async () => readFileSync(fact, 'utf8').includes('Monday'))
        await run(project, [
          { parts: [call('Read', { file_path: fact })] },
          {
            parts: [
              call(
                'Edit',
                { file_path: fact, old_string: 'Monday', new_string: 'Tuesday' },
                'toolu_peer_edit',
              ),
            ],
          },
        ])
        await until(async () => (await writtenBy(db()))?.exact === 2)
        const after = await listVersions(db(), { storeId, limit: 1, view: 'full' })
        expect(after.versions[0]).toMatchObject({
          toolUseId: 'toolu_peer_edit',
          content: expect.stringContaining('On Tuesday.') as string,
        })
        expect((await listConnections(db()))[0]).toMatchObject({ conflicts: [], waiting: 0 })
      } finally {
        await stop()
      }
    })

    test('asks by its hooks before it writes, tells what it wrote, and is denied what the policy refuses', async () => {
      home = folderWith({ '/lighthouse/readme.md': 'x\n' })
      const project = path.join(home, 'lighthouse')
      const folder = project.replaceAll(/[^A-Za-z0-9]/g, '-')
      const memory = path.join(home, '.claude/projects', folder, 'memory')
      putFile(memory, '/MEMORY.md', '- x\n')
      const api = await serveApi(db())
      const { connectionId, storeId } = await connect(db(), memory, 'read', 'claude_code')
      const refusal = { ...ANY_WRITE, finding: { category: 'secret' as const, severity: null } }
      const draft = { default: 'review' as const, rules: [draftRule('refuse', refusal)] }
      await savePolicy(db(), { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
      await setGate(db(), { connectionId, isOn: true })
      const hooks = withHooks(null, api.url)
      putFile(home, '/.claude/settings.json', hooks.text ?? '')
      const stop = startConnections(db())
      try {
        await until(async () => (await listConnections(db()))[0]?.sweptAt)
        const file = path.join(memory, 'fact.md')
        const secret = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`
        await run(project, [
          { parts: [call('Write', { file_path: file, content: `The token is ${secret}\n` })] },
          { parts: [call('Write', { file_path: file, content: 'No token.\n' }, 'toolu_clean')] },
          {
            parts: [
              call(
                'Bash',
                { command: `sleep 0.5; echo more >> ${memory}/MEMORY.md; sleep 0.5` },
                'toolu_bash',
              ),
            ],
          },
        ])
        expect(readFileSync(file, 'utf8')).not.toContain(secret)
        expect(JSON.stringify(model.requests(MODEL))).toContain('Palimpsest: not written')
        await until(async () => {
          const { exact = 0, likely = 0 } = (await writtenBy(db())) ?? {}
          return exact === 1 && likely === 1
        })
        const { versions } = await listVersions(db(), { storeId, limit: 2 })
        expect(versions.map(({ toolUseId }) => toolUseId)).toEqual(['toolu_bash', 'toolu_clean'])
      } finally {
        await stop()
        await api.close()
      }
    })
  })
})
