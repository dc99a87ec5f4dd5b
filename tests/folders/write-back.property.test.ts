import fc from 'fast-check'
import { db } from '@/lib/db'
import { isRefusal } from '@/lib/refusal'
import { createStore } from '@/lib/store/change-stores'
import { putMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { drawn } from '../support/drawn'
import { describe, expect, test } from '../support/fixtures'
import { InStep } from '../support/in-step'
import { MemoryDisk, type Names } from '../support/memory-disk'
import { versionsIn } from '../support/written'

/** `É` and its two letters, and `a` and `A`, are one file on some disks. */
const PATHS = ['/a.md', '/A.md', '/b.md', '/n/c.md', '/é.md'] as const

/** An act of a program on the disk, or of somebody in the store. Every text is written once. */
type Act = OnDisk | InStore

type Moved = { how: 'move'; path: string; to: string }
type OnDisk = { by: 'disk' } & (
  | { how: 'in place' | 'atomic' | 'held open' | 'delete'; path: string }
  | Moved
)
type InStore = { by: 'store' } & ({ how: 'put' | 'delete'; path: string } | Moved)

type Turn =
  | { act: Act }
  /** a pass; at these of its calls somebody acts before, or the process is killed */
  | { between: readonly { at: number; act: Act }[]; killedAt: number | null }

const aPath = fc.constantFrom(...PATHS)
const anAct = fc.oneof<fc.Arbitrary<Act>[]>(
  fc.record({
    by: fc.constant('disk' as const),
    how: fc.constantFrom('in place' as const, 'atomic', 'held open', 'delete'),
    path: aPath,
  }),
  fc.record({
    by: fc.constant('store' as const),
    how: fc.constantFrom('put' as const, 'put', 'put', 'delete'),
    path: aPath,
  }),
  ...(['disk', 'store'] as const).map((by) =>
    fc.record({ by: fc.constant(by), how: fc.constant('move' as const), path: aPath, to: aPath }),
  ),
)
const turns: fc.Arbitrary<Turn[]> = fc.array(
  fc.oneof(
    fc.record({ act: anAct }),
    fc.record({
      between: fc.array(fc.record({ at: fc.nat(40), act: anAct }), { maxLength: 4 }),
      killedAt: fc.option(fc.nat(40)),
    }),
  ),
  { minLength: 2, maxLength: 10 },
)

class Killed extends Error {}

/** Both sides, and what they must not lose. */
class Sides {
  private written = 0
  readonly inStore = new Set<string>()
  private held: ((text: string) => void)[] = []

  constructor(
    private readonly disk: MemoryDisk,
    private readonly storeId: string,
  ) {}

  async act(act: Act): Promise<void> {
    if (act.by === 'disk') return this.onDisk(act)
    await this.inTheStore(act).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
    })
  }

  /** Programs that held a file open write it at last; a text that nobody overwrites is not lost. */
  closeHeld(): void {
    for (const writes of this.held.splice(0)) writes(this.text())
  }

  private text(): string {
    return `text ${++this.written}\n`
  }

  private onDisk(act: OnDisk): void {
    const { disk } = this
    if (act.how === 'delete') disk.erase(act.path)
    else if (act.how === 'move') {
      if (act.to !== act.path && !(act.to in disk.texts())) disk.moveNow(act.path, act.to)
    } else if (act.how === 'held open') {
      const writes = disk.hold(act.path)
      if (writes) this.held.push(writes)
    } else disk.save(act.path, this.text(), act.how)
  }

  private async inTheStore(act: InStore): Promise<void> {
    const { storeId } = this
    const { path } = act
    if (act.how === 'delete') await removeMemory({ storeId, path }, BY_PERSON)
    else if (act.how === 'move') {
      const { id } = await getMemory({ storeId, path }, 'basic')
      await updateMemory({ storeId, memoryId: id, path: act.to }, BY_PERSON)
    } else {
      const content = this.text()
      await putMemory({ storeId, path, content }, BY_PERSON)
      this.inStore.add(content)
    }
  }
}

async function passThrough(folder: InStep, disk: MemoryDisk, sides: Sides, turn: Turn) {
  if ('act' in turn) return sides.act(turn.act)
  let call = 0
  disk.before = async () => {
    const now = call++
    if (now === turn.killedAt) throw new Killed()
    const { before } = disk
    disk.before = async () => {}
    for (const { at, act } of turn.between) if (at === now) await sides.act(act)
    disk.before = before
  }
  try {
    await folder.pass()
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    folder.restart()
  }
  disk.before = async () => {}
  sides.closeHeld()
}

/** What a look at the disk finds before a pass: programs may overwrite it later, we may not lose it. */
const textsOn = (disk: MemoryDisk) =>
  Object.entries(disk.texts()).flatMap(([name, text]) =>
    name.includes('.palimpsest-') ? [] : text,
  )

async function play(names: Names, played: readonly Turn[]): Promise<void> {
  const disk = new MemoryDisk(names)
  disk.save('/a.md', 'first a\n')
  disk.save('/b.md', 'first b\n')
  const { id: storeId } = await createStore({ name: 'in step' })
  const folder = await InStep.begin(storeId, disk)
  await folder.settle()
  const sides = new Sides(disk, storeId)
  for (const turn of played) await passThrough(folder, disk, sides, turn)
  sides.closeHeld()
  const last = textsOn(disk)
  await folder.settle()
  const heads = await db.memory.findMany({
    where: { storeId, path: { not: null } },
    select: { path: true, content: true },
  })
  const { failures, left } = await folder.report()
  const apart = new Set([...failures, ...left].map(({ path }) => path.normalize('NFC')))
  const inStore = heads.filter(({ path }) => !apart.has(path ?? ''))
  const onDisk = Object.entries(disk.texts()).map(
    ([name, text]) => [name.normalize('NFC'), text] as const,
  )
  // What cannot have its new name keeps its file under the old one.
  const isOld = (name: string) => failures.length > 0 && !heads.some(({ path }) => path === name)
  expect(Object.fromEntries(onDisk.filter(([name]) => !apart.has(name) && !isOld(name)))).toEqual(
    Object.fromEntries(inStore.map(({ path, content }) => [path, content])),
  )
  if (names !== 'folding') expect(failures).toEqual([])
  const history = new Set((await versionsIn(storeId)).map(({ content }) => content))
  for (const text of [...last, ...sides.inStore]) expect(history).toContain(text)
}

describe('a folder that is in step', () => {
  test.each(['plain', 'folding', 'normalising'] as const)(
    'loses no content of either side, whoever writes in between and wherever it is killed: a disk that is %s',
    async (names) => {
      await fc.assert(
        fc.asyncProperty(turns, (played) => play(names, played)),
        drawn({ sqlite: 40, postgresql: 40 }),
      )
    },
    600_000,
  )
})
