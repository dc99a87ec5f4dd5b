import { execFileSync } from 'node:child_process'
import { Agent } from 'node:http'
import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node'
import { palimpsestMemory } from '@/lib/memory-tool/client'
import { memoryToolHandlers } from '@/lib/memory-tool/memory-tool-handlers'
import { startCompressing } from '@/lib/store/background/version-compressor'
import { flushReads } from '@/lib/store/reads/reads'
import { createStore } from '@/lib/store/stores/change-stores'
import { atRest } from './at-rest'
import { bareHandlers } from './bare-sqlite'
import { agent, numbers, storeOf, textOf } from './fill'
import { fileIn, type Ground } from './ground'
import { call } from './http-call'
import { type Act, called, calling, inTurns } from './measure'
import { part } from './part'
import type { Row } from './row'

/**
 * The memory tool in process and over HTTP, as agents use it, against what people use today, and
 * against the upper bound.
 */
export const memoryToolPart = part(
  {
    kilobytes: [[1, 50], [1]],
    callers: [[1, 16], [2]],
    rounds: [5, 1],
    /** for each side in each round */
    seconds: [1, 0.005],
  },
  async ({ kilobytes, callers, rounds, seconds }, ground) => {
    const rows: Row[] = []
    for (const size of kilobytes) {
      for (const count of callers) {
        const group = `memory tool, ${size} KB, ${count} callers`
        const measured = await ground.apart(async (own) => {
          const sides = Object.entries(await sidesOf(own, textOf(size * 1024)))
          const acting = sides.map(([name, run]) => {
            const running = numbers(count).map(() => run)
            return { name, act: calling(running, seconds, COMMANDS) }
          })
          const over = await overHttp(own, textOf(size * 1024))
          acting.push({ name: 'Palimpsest over HTTP', act: over({ callers: count, seconds }) })
          return inTurns(group, acting, { rounds, warmUp: 1 })
        })
        rows.push(...measured)
      }
    }
    return rows
  },
)

/** Runs the six commands on a new file. */
type Round = () => Promise<void>

async function sidesOf(ground: Ground, text: string): Promise<Record<string, Round>> {
  const filesystem = await BetaLocalFilesystemMemoryTool.init(ground.folder())
  const db = await ground.database()
  ground.keep(startCompressing(db), async (stop) => {
    await flushReads(db)
    await stop()
  })
  const { id } = await createStore(db, { name: 'bench' })
  const ours = memoryToolHandlers(db, {
    mounts: [{ storeId: id, name: 'bench', access: 'read_write' }],
    cause: agent('bench'),
  })
  const bare = ground.keep(await bareHandlers(fileIn(ground.folder())), (each) => each.close())
  return {
    'filesystem tool of the SDK': sixCommands(filesystem, text),
    'the same and a git commit each': await withGit(ground.folder(), text),
    Palimpsest: sixCommands(ours, text),
    'the same rows by bare better-sqlite3': sixCommands(bare, text),
  }
}

/**
 * The six commands sent to the built application, whose own work after the answers counts as its
 * processor time and is over before another side's turn.
 */
async function overHttp(ground: Ground, text: string) {
  const server = await ground.server()
  const agent = ground.keep(new Agent({ keepAlive: true }), (each) => each.destroy())
  const storeId = await storeOf(server.url, 'tool')
  const tool = palimpsestMemory({ baseURL: server.url, storeId, fetch: fetchBy(agent) })
  const round = sixCommands(tool, text)
  return ({ callers, seconds }: { callers: number; seconds: number }): Act =>
    async () => {
      const before = server.processorTime()
      const { times, perSecond } = await called(
        numbers(callers).map(() => round),
        seconds,
      )
      await atRest(server)
      const used = (server.processorTime() - before) / times.length / COMMANDS
      return {
        perSecond: perSecond * COMMANDS,
        also: { 'ms of the server a command, all of it': used },
      }
    }
}

/** The part of `fetch` that the client of the memory tool uses, by Node's own client. */
const fetchBy =
  (agent: Agent): typeof fetch =>
  async (url, { headers, body } = {}) => {
    if (typeof url !== 'string' || typeof body !== 'string') throw new Error('not a command')
    const text = await call(agent, url, { headers: headers as Record<string, string>, text: body })
    return new Response(text)
  }

/** Commits run one after another: git locks its index. */
async function withGit(repository: string, text: string): Promise<Round> {
  const tool = await BetaLocalFilesystemMemoryTool.init(repository)
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, ...args], { stdio: 'ignore' })
  git('init', '-q')
  git('config', 'user.name', 'bench')
  git('config', 'user.email', 'bench@localhost')
  let last: Promise<void> = Promise.resolve()
  const commit = () =>
    (last = last.then(() => {
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '-m', 'change')
    }))
  return sixCommands(tool, text, commit)
}

const COMMANDS = 6

/** Create, view, str_replace, insert, rename and delete on a new file. */
function sixCommands(
  tool: MemoryToolHandlers,
  text: string,
  afterWrite: () => Promise<void> = async () => {},
): Round {
  let made = 0
  return async () => {
    const number = made++
    const path = `/memories/c${number % 16}/note-${number}.md`
    const moved = `/memories/c${number % 16}/moved-${number}.md`
    await tool.create({ command: 'create', path, file_text: text })
    await afterWrite()
    await tool.view({ command: 'view', path })
    const [old_str, new_str] = ['the one line to replace', 'the line that replaced it']
    await tool.str_replace({ command: 'str_replace', path, old_str, new_str })
    await afterWrite()
    await tool.insert({ command: 'insert', path, insert_line: 2, insert_text: 'inserted' })
    await afterWrite()
    await tool.rename({ command: 'rename', old_path: path, new_path: moved })
    await afterWrite()
    await tool.delete({ command: 'delete', path: moved })
    await afterWrite()
  }
}
