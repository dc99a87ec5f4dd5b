import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node'
import { memoryToolHandlers } from '@/lib/memory-tool/memory-tool-handlers'
import { createStore } from '@/lib/store/create-store'
import { flushReads } from '@/lib/store/reads'
import { startCompressing } from '@/lib/store/background/version-compressor'
import { bareHandlers } from './bare-sqlite'
import { type Row, withRatios } from './measure'
import { part } from './part'
import { scratchDatabase, scratchFolder } from './scratch'
import { round, textOf, throughput } from './tool-mix'

interface Sizes {
  /** of a file, in bytes, by label */
  contents: Record<string, number>
  callers: readonly number[]
  rounds: Record<'ours' | 'filesystem' | 'git' | 'bare', number>
}

/** The memory tool in process against what people use today, and against the upper bound. */
export const memoryToolPart = part<Sizes>(
  {
    full: {
      contents: { '1 KB': 1024, '50 KB': 51_200 },
      callers: [1, 16],
      rounds: { ours: 600, filesystem: 200, git: 8, bare: 600 },
    },
    smoke: {
      contents: { '1 KB': 1024 },
      callers: [2],
      rounds: { ours: 4, filesystem: 4, git: 1, bare: 4 },
    },
  },
  async ({ contents, callers, rounds }) => {
    const rows: Row[] = []
    for (const [size, bytes] of Object.entries(contents)) {
      for (const count of callers) {
        const group = `memory tool, ${size}, ${count} callers`
        rows.push(...(await mixRows(group, bytes, count, rounds)))
      }
    }
    return rows
  },
)

async function mixRows(
  group: string,
  bytes: number,
  callers: number,
  rounds: Sizes['rounds'],
): Promise<Row[]> {
  const text = textOf(bytes)
  const { folder, discard } = scratchFolder()
  const rows: Row[] = []
  const add = (name: string, perSecond: number) => rows.push({ group, name, perSecond })

  const filesystem = await BetaLocalFilesystemMemoryTool.init(path.join(folder, 'files'))
  add(
    'filesystem tool of the SDK',
    await throughput(callers, rounds.filesystem, (caller, turn) =>
      round(filesystem, `c${caller}`, turn, text),
    ),
  )
  add('the same and a git commit each', await withGit(folder, text, callers, rounds.git))

  const db = await scratchDatabase(folder, 'ours')
  const stopCompressing = startCompressing(db)
  const { id } = await createStore(db, { name: 'bench' })
  const ours = memoryToolHandlers(db, {
    mounts: [{ storeId: id, name: 'bench', access: 'read_write' }],
    cause: { actor: { type: 'session', id: 'sesn_bench' } },
  })
  add(
    'Palimpsest',
    await throughput(callers, rounds.ours, (caller, turn) => round(ours, `c${caller}`, turn, text)),
  )
  await flushReads(db)
  await stopCompressing()
  await db.close()

  const bare = await bareHandlers(path.join(folder, 'bare.db'))
  add(
    'the same rows by bare better-sqlite3',
    await throughput(callers, rounds.bare, (caller, turn) => round(bare, `c${caller}`, turn, text)),
  )
  bare.close()
  discard()
  return withRatios(rows, 'filesystem tool of the SDK', 'perSecond')
}

/** Commits run one after another: git locks its index. */
async function withGit(
  folder: string,
  text: string,
  callers: number,
  rounds: number,
): Promise<number> {
  const repository = path.join(folder, 'repository')
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
  return throughput(callers, Math.max(rounds, callers), (caller, turn) =>
    round(tool, `c${caller}`, turn, text, commit),
  )
}
