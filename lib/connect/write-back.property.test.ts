import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { allMemories } from '@/lib/store/memories/all-memories'
import { listVersions } from '@/lib/store/versions/read-versions'
import { movePath, removePath } from '@/lib/store/memories/change-paths'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { StoreError } from '@/lib/store/model/problems'
import { putMemory } from '@/lib/store/memories/change-memories'
import { sqliteOfFile } from '@/tests/support/databases'
import { inHands } from '@/tests/support/in-hands'
import { connect, folderWith } from '@/tests/support/watched-folder'
import { completeDue } from './core/carry-out'
import { workOnce } from './core/folder-worker'
import { listConnections } from './list-connections'

/** Each takes some 40 ms. */
const RUNS = Number(process.env.FC_RUNS ?? 40)

const PATHS = ['/a.md', '/b.md', '/c.md'] as const
const PERSON = { actor: LOCAL_USER_ACTOR }

/** An act of a program on the disk, or of somebody in the store. Every content is written once. */
type Act =
  | { by: 'disk'; how: 'in place' | 'atomic' | 'held open' | 'delete'; path: string }
  | { by: 'disk'; how: 'rename'; path: string; to: string }
  | { by: 'store'; how: 'put' | 'delete'; path: string }
  | { by: 'store'; how: 'move'; path: string; to: string }

/** Works on the folder; at these of its steps somebody acts in between, or the process is killed. */
interface Work {
  between: readonly { at: number; act: Act }[]
  killedAt: number | null
}

type Turn = { act: Act } | { work: Work }

const aPath = fc.constantFrom(...PATHS)
const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    by: fc.constant('disk' as const),
    how: fc.constantFrom('in place', 'atomic', 'held open', 'delete'),
    path: aPath,
  }),
  fc.record({
    by: fc.constant('disk' as const),
    how: fc.constant('rename' as const),
    path: aPath,
    to: aPath,
  }),
  fc.record({
    by: fc.constant('store' as const),
    how: fc.constantFrom('put', 'put', 'put', 'delete'),
    path: aPath,
  }),
  fc.record({
    by: fc.constant('store' as const),
    how: fc.constant('move' as const),
    path: aPath,
    to: aPath,
  }),
)
const someWork: fc.Arbitrary<Work> = fc.record({
  between: fc.array(fc.record({ at: fc.nat(24), act: anAct }), { maxLength: 4 }),
  killedAt: fc.option(fc.nat(24)),
})
const turns: fc.Arbitrary<Turn[]> = fc.array(
  fc.oneof(fc.record({ act: anAct }), fc.record({ work: someWork })),
  { minLength: 2, maxLength: 10 },
)

class Killed extends Error {}

/** Both sides, and what each of them must not lose. */
class Sides {
  private written = 0
  /** by path: what a program wrote there last, unless a program took it away again */
  readonly onDisk = new Map<string, string>()
  readonly inStore = new Set<string>()
  private readonly held: { file: number; path: string; text: string; before: string }[] = []

  constructor(
    private readonly db: Database,
    private readonly root: string,
    private readonly storeId: string,
  ) {}

  async act(act: Act): Promise<void> {
    if (act.by === 'disk') this.onTheDisk(act)
    else await this.inTheStore(act).catch(ignoreRefusal)
  }

  /** Programs that held a file open write it at last. */
  closeHeld(): void {
    for (const { file, path: at, text, before } of this.held.splice(0)) {
      ftruncateSync(file)
      writeSync(file, text, 0)
      const { ino } = fstatSync(file)
      closeSync(file)
      const now = PATHS.find(
        (each) => statSync(path.join(this.root, each), { throwIfNoEntry: false })?.ino === ino,
      )
      if (now !== undefined) this.onDisk.set(now, text)
      else if (this.onDisk.get(at) === before) this.onDisk.set(at, text)
    }
  }

  private text(): string {
    return `text ${++this.written}\n`
  }

  private onTheDisk(act: Extract<Act, { by: 'disk' }>): void {
    const file = path.join(this.root, act.path)
    if (act.how === 'delete') {
      rmSync(file, { force: true })
      this.onDisk.delete(act.path)
    } else if (act.how === 'rename') {
      if (!existsSync(file) || act.to === act.path) return
      const text = readFileSync(file, 'utf8')
      renameSync(file, path.join(this.root, act.to))
      this.onDisk.delete(act.path)
      this.onDisk.set(act.to, text)
    } else if (act.how === 'held open') {
      if (!existsSync(file)) return
      const text = this.text()
      const before = readFileSync(file, 'utf8')
      this.onDisk.set(act.path, before)
      this.held.push({ file: openSync(file, 'r+'), path: act.path, text, before })
    } else {
      const text = this.text()
      const written = act.how === 'atomic' ? `${file}.tmp.1.ab` : file
      writeFileSync(written, text)
      if (act.how === 'atomic') renameSync(written, file)
      this.onDisk.set(act.path, text)
    }
  }

  private async inTheStore(act: Extract<Act, { by: 'store' }>): Promise<void> {
    const { db, storeId } = this
    if (act.how === 'delete') {
      await removePath(db, { storeId, path: act.path, cause: PERSON })
    } else if (act.how === 'move') {
      await movePath(db, { storeId, path: act.path, newPath: act.to, cause: PERSON })
    } else {
      const content = this.text()
      await putMemory(db, { storeId, path: act.path, content, cause: PERSON })
      this.inStore.add(content)
    }
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof StoreError)) throw error
}

async function work(
  db: Database,
  connectionId: string,
  sides: Sides,
  { between, killedAt }: Work,
): Promise<void> {
  let step = 0
  try {
    const folder = await inHands(db, connectionId, async () => {
      const now = step++
      if (now === killedAt) throw new Killed()
      for (const { at, act } of between) if (at === now) await sides.act(act)
    })
    await workOnce(folder)
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
  sides.closeHeld()
}

const current = sqliteOfFile()

async function play(db: Database, played: readonly Turn[]): Promise<void> {
  const root = folderWith({ '/a.md': 'first a\n', '/b.md': 'first b\n' })
  try {
    const { connectionId, storeId } = await connect(db, root, 'two_way')
    await workOnce(await inHands(db, connectionId))
    const sides = new Sides(db, root, storeId)
    for (const turn of played) {
      if ('act' in turn) await sides.act(turn.act)
      else await work(db, connectionId, sides, turn.work)
    }
    sides.closeHeld()
    // Undisturbed, until both sides agree.
    for (let round = 0; round < 3; round++) {
      const folder = await inHands(db, connectionId)
      await workOnce(folder)
      await completeDue(folder, Date.now() + 60_000)
    }
    await expectNothingLost(db, { root, storeId, sides })
    const [connection] = (await listConnections(db)).filter(({ id }) => id === connectionId)
    expect(connection).toMatchObject({ waiting: 0, failures: [], state: 'ok' })
  } finally {
    rmSync(root, { recursive: true })
  }
}

async function expectNothingLost(
  db: Database,
  { root, storeId, sides }: { root: string; storeId: string; sides: Sides },
): Promise<void> {
  const heads: Record<string, string> = {}
  for await (const { path: at, content } of allMemories(db, { storeId })) heads[at] = content
  const files = Object.fromEntries(
    readdirSync(root).map((name) => [`/${name}`, readFileSync(path.join(root, name), 'utf8')]),
  )
  expect(files).toEqual(heads)
  const { versions } = await listVersions(db, { storeId, limit: 100, view: 'full' })
  const history = new Set(versions.map(({ content }) => content))
  for (const text of [...sides.onDisk.values(), ...sides.inStore]) {
    expect(history, `${text} is in the history`).toContain(text)
  }
}

describe('writing back', () => {
  test(
    'loses no content of either side, whoever writes in between and wherever it is killed',
    async () => {
      await fc.assert(
        fc.asyncProperty(turns, (played) => play(current(), played)),
        { numRuns: RUNS },
      )
    },
    60_000 + RUNS * 200,
  )
})
