import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node'
import { memoryToolHandlers } from '@/lib/memory-tool/memory-tool-handlers'
import { createStore } from '@/lib/store/stores/change-stores'
import { flushReads } from '@/lib/store/reads/reads'
import { startCompressing } from '@/lib/store/background/version-compressor'
import { bareHandlers } from './bare-sqlite'
import { percentile, type Row, withRatios } from './measure'
import { part } from './part'
import { scratchDatabase, scratchFolder } from './scratch'
import { round, textOf, throughput } from './tool-mix'

interface Sizes {
  /** of a file, in bytes, by label */
  contents: Record<string, number>
  callers: readonly number[]
  /** of each side, after each other */
  turns: number
  rounds: Record<'ours' | 'filesystem' | 'git' | 'bare', number>
}

/** The memory tool in process against what people use today, and against the upper bound. */
export const memoryToolPart = part<Sizes>(
  {
    full: {
      contents: { '1 KB': 1024, '50 KB': 51_200 },
      callers: [1, 16],
      turns: 5,
      rounds: { ours: 1000, filesystem: 500, git: 10, bare: 1000 },
    },
    smoke: {
      contents: { '1 KB': 1024 },
      callers: [2],
      turns: 1,
      rounds: { ours: 4, filesystem: 4, git: 1, bare: 4 },
    },
  },
  async (sizes) => {
    const { contents, callers } = sizes
    const rows: Row[] = []
    for (const [size, bytes] of Object.entries(contents)) {
      for (const count of callers) {
        const group = `memory tool, ${size}, ${count} callers`
        rows.push(...(await mixRows(group, bytes, count, sizes)))
      }
    }
    return rows
  },
)

interface Side {
  name: string
  rounds: number
  run: (directory: string, turn: number) => Promise<void>
  perSecond: number[]
}

/** The sides in turns; the median of each, with its spread. */
async function mixRows(
  group: string,
  bytes: number,
  callers: number,
  { turns, rounds }: Sizes,
): Promise<Row[]> {
  const text = textOf(bytes)
  const { folder, discard } = scratchFolder()
  const sides: Side[] = []
  const add = (name: string, own: number, run: Side['run']) =>
    sides.push({ name, rounds: Math.ceil(own / turns), run, perSecond: [] })

  const filesystem = await BetaLocalFilesystemMemoryTool.init(path.join(folder, 'files'))
  add(FILESYSTEM, rounds.filesystem, (directory, turn) => round(filesystem, directory, turn, text))
  const git = await withGit(folder, text)
  add('the same and a git commit each', Math.max(rounds.git, callers), git)
  const db = await scratchDatabase(folder, 'ours')
  const stopCompressing = startCompressing(db)
  const { id } = await createStore(db, { name: 'bench' })
  const ours = memoryToolHandlers(db, {
    mounts: [{ storeId: id, name: 'bench', access: 'read_write' }],
    cause: { actor: { type: 'session', id: 'sesn_bench' } },
  })
  add('Palimpsest', rounds.ours, (directory, turn) => round(ours, directory, turn, text))
  const bare = await bareHandlers(path.join(folder, 'bare.db'))
  add('the same rows by bare better-sqlite3', rounds.bare, (directory, turn) =>
    round(bare, directory, turn, text),
  )
  for (let turn = 0; turn < turns; turn++) {
    for (const side of sides) {
      const run = (caller: number, at: number) => side.run(`c${caller}-${turn}`, at)
      side.perSecond.push(await throughput(callers, side.rounds, run))
    }
  }
  await flushReads(db)
  await stopCompressing()
  await db.close()
  bare.close()
  discard()
  return withRatios(
    sides.map(({ name, perSecond }) => ({
      ...{ group, name },
      perSecond: percentile(perSecond, 0.5),
      note: `${Math.min(...perSecond).toFixed(0)}–${Math.max(...perSecond).toFixed(0)}`,
    })),
    FILESYSTEM,
    'perSecond',
  )
}

const FILESYSTEM = 'filesystem tool of the SDK'

/** Commits run one after another: git locks its index. */
async function withGit(folder: string, text: string): Promise<Side['run']> {
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
  return (directory, turn) => round(tool, directory, turn, text, commit)
}
